// The emulated device on lcores, and virtual devices: what frames meet must not depend on how fast this
// machine is, so loads are low and nothing is said about times.
#include <atomic>
#include <gtest/gtest.h>

#include "dpdk/dpdk_port.h"
#include "dpdk/dpdk_rig.h"
#include "dpdk/eal.h"
#include "dpdk/module_access.h"
#include "dpdk/open_port.h"
#include "plan/stream_options.h"
#include "support/own_process.h"
#include "support/wire_lab.h"

namespace pktgen {
namespace {

using test::fps;
using test::in_own_process;
using test::one_way;

constexpr Nanoseconds kShort = std::chrono::milliseconds(100);

std::unique_ptr<Measurer> open(const DeviceSpec& device, std::vector<FrameBytes> sizes = {{64}}) {
  Plan plan;
  plan.sizes = std::move(sizes);
  plan.real_time = true;
  auto rig = open_dpdk_rig(plan, device);
  EXPECT_TRUE(rig) << rig.error().message;
  return rig ? std::move(*rig) : nullptr;
}

/// The one direction of a trial, whose sums must be right whatever happened.
DirectionOutcome carry(Measurer& rig, const Trial& trial) {
  const auto outcome = rig.measure(trial, {});
  EXPECT_TRUE(outcome) << outcome.error().message;
  if (!outcome || outcome->directions.size() != 1) return {};
  EXPECT_TRUE(outcome->directions[0].tx.balances());
  EXPECT_TRUE(outcome->directions[0].ledger.balances());
  EXPECT_FALSE(outcome->directions[0].stalled);
  return outcome->directions[0];
}

TEST(RealTime, APerfectCableDeliversEveryFrame) {
  in_own_process([] {
    const auto rig = open({}, {{64}, {9018}});
    ASSERT_NE(rig, nullptr);
    EXPECT_EQ(rig->ports()[0].kind, "emulated");
    EXPECT_FALSE(rig->clock().is_virtual);
    for (const std::uint64_t size : {64u, 9018u}) {
      const DirectionOutcome way = carry(*rig, one_way(size, fps(10'000), kShort));
      EXPECT_EQ(way.tx.sent, 1000u);
      EXPECT_EQ(way.ledger.delivered, 1000u);
      EXPECT_EQ(way.sender.tx_frames, 1000u);
      EXPECT_EQ(way.receiver.rx_frames, 1000u);
      EXPECT_GE(way.latency.min, (size + 8) * 8 / 10) << "the link takes this long for one frame";
      EXPECT_EQ(way.latency.negative, 0u);
    }
  });
}

TEST(RealTime, FaultsComeOutAsTheyWerePutIn) {
  in_own_process([] {
    DeviceSpec device;
    device.ways[0].drop_every = 100;
    device.ways[0].duplicate_every = 90;
    device.ways[0].crc_error_every = 250;
    device.ways[0].rx_miss_every = 200;
    const auto rig = open(device);
    ASSERT_NE(rig, nullptr);
    const DirectionOutcome way = carry(*rig, one_way(64, fps(10'000), kShort));
    EXPECT_EQ(way.ledger.sent, 1000u);
    EXPECT_EQ(way.receiver.rx_crc_errors, 4u);  // of 990 and their 11 copies
    EXPECT_EQ(way.receiver.rx_missed, 4u);
    EXPECT_EQ(way.ledger.delivered + way.ledger.duplicated, 1000u - 10u + 11u - 4u - 4u);
    EXPECT_GE(way.ledger.lost, 10u - 2u);
  });
}

TEST(RealTime, CorruptedFramesAreCopiesAndTheNextTrialIsWhole) {
  in_own_process([] {
    DeviceSpec device;
    device.ways[0].corrupt_every = 10;
    const auto rig = open(device);
    ASSERT_NE(rig, nullptr);
    const DirectionOutcome there = carry(*rig, one_way(64, fps(10'000), kShort));
    EXPECT_EQ(there.ledger.foreign[static_cast<std::size_t>(Foreign::damaged)], 100u);
    EXPECT_EQ(there.ledger.delivered, 900u);
    Trial back = one_way(64, fps(10'000), kShort);
    back.directions = {Direction::b_to_a};
    EXPECT_EQ(carry(*rig, back).ledger.delivered, 1000u);
  });
}

TEST(RealTime, ASwitchThatLearnsHearsBothPortsFirst) {
  in_own_process([] {
    DeviceSpec device;
    for (WaySpec& way : device.ways) {
      way.kind = WaySpec::Kind::store_and_forward;
      way.learns = true;
      way.lldp = 100;
    }
    const auto rig = open(device);
    ASSERT_NE(rig, nullptr);
    Trial both = one_way(64, fps(10'000), kShort);
    both.directions = {Direction::a_to_b, Direction::b_to_a};
    const auto outcome = rig->measure(both, {});
    ASSERT_TRUE(outcome) << outcome.error().message;
    for (const DirectionOutcome& way : outcome->directions) {
      EXPECT_EQ(way.ledger.delivered, 1000u);
      EXPECT_GT(way.ledger.foreign[static_cast<std::size_t>(Foreign::lldp)], 0u);
    }
  });
}

Result<std::unique_ptr<Measurer>> open_null_ports(std::function<LinkState()> link) {
  Plan plan;
  plan.sizes = {{64}};
  plan.ports = {{PortName::Kind::virtual_device, "vdev:net_null0", "net_null0"},
                {PortName::Kind::virtual_device, "vdev:net_null1", "net_null1"}};
  plan.link_timeout = std::chrono::milliseconds(100);
  plan.origins["link-timeout"] = Origin::command_line;
  return open_virtual_rig(plan, {DeviceBehindPort{.arguments = "net_null0,no-rx=1", .link_reader = link},
                                 DeviceBehindPort{.arguments = "net_null1,no-rx=1"}});
}

TEST(VirtualPorts, AreAskedForNoMoreFramesAtOnceThanTheProfileSays) {
  in_own_process([] {
    EalOptions options;
    options.crew.control_core = allowed_cores().front();
    const auto eal = Eal::start(options);
    ASSERT_TRUE(eal) << eal.error().message;
    const auto id = (*eal)->add_device("net_null0");
    ASSERT_TRUE(id) << id.error().message;
    PmdProfile profile;
    const auto opened =
        OpenedPort::open({.id = *id, .name = "vdev:net_null0", .largest = {64}, .link_reader = {}}, profile);
    ASSERT_TRUE(opened) << opened.error().message;
    DpdkPort four(
        *id, (*opened)->send_pool(), [] { return PortCounters{}; }, 0, 4);
    DpdkPort whole(*id, (*opened)->send_pool(), [] { return PortCounters{}; });
    std::array<rte_mbuf*, kBurst> frames{};
    ASSERT_EQ(four.receive(frames, {}), 4u);
    four.release(std::span(frames).first(4));
    ASSERT_EQ(whole.receive(frames, {}), 32u);
    whole.release(frames);
    EXPECT_EQ((*opened)->card(), "");
    EXPECT_EQ(open_port_module("net_null0").error().kind, ErrorKind::not_measured);
    EXPECT_EQ(open_port_module("net_null7").error().kind, ErrorKind::port);
  });
}

TEST(VirtualPorts, LoseEverythingWhereNothingLiesBetween) {
  in_own_process([] {
    const auto rig = open_null_ports({});
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_EQ((*rig)->ports()[0].driver, "net_null");
    const DirectionOutcome way = carry(**rig, one_way(64, fps(10'000), kShort));
    EXPECT_EQ(way.ledger.lost, 1000u);
    EXPECT_FALSE(way.sender.counts_tx);
  });
}

StreamSpec stream_of(std::string name, std::uint64_t frames) {
  StreamSpec spec = default_stream();
  spec.name = std::move(name);
  spec.schedule.load = fps(10'000);
  spec.schedule.frames = frames;
  return spec;
}

Result<std::unique_ptr<Measurer>> open_null_queues(std::size_t tx, std::size_t rx, const char* device) {
  Plan plan;
  plan.command = "send";
  plan.sizes = {{64}};
  plan.tx_queues = tx;
  plan.rx_queues = rx;
  plan.ports = {{PortName::Kind::virtual_device, "vdev:first", "first"},
                {PortName::Kind::virtual_device, "vdev:net_null1", "net_null1"}};
  return open_virtual_rig(
      plan, {DeviceBehindPort{.arguments = device}, DeviceBehindPort{.arguments = "net_null1,no-rx=1"}});
}

TEST(Queues, ShareAStreamToTheFrame) {
  in_own_process([] {
    const auto rig = open_null_queues(3, 2, "net_null0,no-rx=1");
    ASSERT_TRUE(rig) << rig.error().message;
    const auto out = (*rig)->stream({.streams = {stream_of("only", 1000)}, .duration = kShort * 10}, {});
    ASSERT_TRUE(out) << out.error().message;
    ASSERT_EQ(out->streams.size(), 1u);
    EXPECT_EQ(out->streams[0].tx.due, 1000u) << "334, 333 and 333";
    EXPECT_EQ(out->streams[0].tx.sent, 1000u);
    EXPECT_EQ(out->streams[0].missing, 1000u) << "net_null swallows them";
    EXPECT_NEAR(out->streams[0].load.count, 10'000, 1e-6);
  });
}

TEST(Queues, TakeWholeStreamsWhereThereAreEnough) {
  in_own_process([] {
    const auto rig = open_null_queues(2, 1, "net_null0,no-rx=1");
    ASSERT_TRUE(rig) << rig.error().message;
    const auto out = (*rig)->stream(
        {.streams = {stream_of("a", 100), stream_of("b", 200), stream_of("c", 300)}, .duration = kShort}, {});
    ASSERT_TRUE(out) << out.error().message;
    std::vector<std::uint64_t> sent;
    for (const StreamOutcome& one : out->streams) sent.push_back(one.tx.sent);
    EXPECT_EQ(sent, (std::vector<std::uint64_t>{100, 200, 300}));
  });
}

TEST(Queues, AreRefusedWhereADriverHasFewer) {
  in_own_process([] {
    const auto rig = open_null_queues(2, 1, "net_pcap0,tx_pcap=/dev/null");
    ASSERT_FALSE(rig);
    EXPECT_EQ(rig.error().kind, ErrorKind::port);
    EXPECT_EQ(
        rig.error().message,
        "vdev:first: 2 queues to send and 1 to receive were asked for, the driver net_pcap has 1 and 1; "
        "lower --tx-queues or --rx-queues");
  });
}

TEST(VirtualPorts, TellALinkThatStaysDown) {
  in_own_process([] {
    const auto rig = open_null_ports([] { return LinkState{}; });
    ASSERT_FALSE(rig);
    EXPECT_EQ(rig.error().kind, ErrorKind::port);
    EXPECT_NE(rig.error().message.find("vdev:net_null0: link stayed down for 100ms; wanted up"),
              std::string::npos)
        << rig.error().message;
  });
}

TEST(VirtualPorts, TellALinkThatDropsWhileFramesFlow) {
  in_own_process([] {
    std::atomic<bool> is_up = true;
    const auto rig = open_null_ports([&] { return LinkState{.is_up = is_up, .speed = 10_Gbps}; });
    ASSERT_TRUE(rig) << rig.error().message;
    const Watch watch{
        .show = [&](const Snapshot& s) { is_up = s.elapsed < kShort / 2 || s.elapsed > kShort; }, .stop = {}};
    const auto outcome = (*rig)->measure(one_way(64, fps(10'000), kShort * 2), watch);
    ASSERT_TRUE(outcome) << outcome.error().message;
    ASSERT_EQ(outcome->link_downs.size(), 1u);
    EXPECT_EQ(outcome->link_downs[0].port, 0u);
    EXPECT_GE(outcome->link_downs[0].at, kShort / 2);
    EXPECT_TRUE(outcome->link_downs[0].lasted);
  });
}

TEST(VirtualPorts, NameADeviceThatNoDriverKnows) {
  in_own_process([] {
    Plan plan;
    plan.ports = {{PortName::Kind::virtual_device, "vdev:net_nix0", "net_nix0"},
                  {PortName::Kind::virtual_device, "vdev:net_null1", "net_null1"}};
    const auto rig = open_dpdk_rig(plan, {});
    ASSERT_FALSE(rig);
    EXPECT_EQ(rig.error().kind, ErrorKind::port);
    EXPECT_NE(rig.error().message.find("net_nix0"), std::string::npos) << rig.error().message;
  });
}

TEST(Dpdk, SaysThatItStartsOnlyOnce) {
  in_own_process([] {
    open({}).reset();
    Plan plan;
    plan.sizes = {{64}};
    const auto again = open_dpdk_rig(plan, {});
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().message, "DPDK starts only once in a process, and it was started before");
  });
}

}  // namespace
}  // namespace pktgen
