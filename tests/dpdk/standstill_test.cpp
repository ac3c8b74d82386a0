// What stands still in real time: a ring port that isn't drained, and drivers made to hang by callbacks that
// DPDK runs in the middle of a send. Each takes the second that the watch waits.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>

#include <rte_ethdev.h>

#include "dpdk/dpdk_rig.h"
#include "support/own_process.h"
#include "support/wire_lab.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;
using test::fps;
using test::in_own_process;
using test::one_way;

Plan null_ports() {
  Plan plan;
  plan.sizes = {{64}};
  plan.ports = {{PortName::Kind::virtual_device, "vdev:net_null0", "net_null0,no-rx=1"},
                {PortName::Kind::virtual_device, "vdev:net_null1", "net_null1,no-rx=1"}};
  return plan;
}

std::uint16_t first_port() {
  std::uint16_t id = 0;
  EXPECT_EQ(rte_eth_dev_get_port_by_name("net_null0", &id), 0);
  return id;
}

/// Takes no frame while `*on`.
std::uint16_t take_none(std::uint16_t, std::uint16_t, rte_mbuf**, std::uint16_t frames, void* on) {
  return *static_cast<std::atomic<bool>*>(on) ? 0 : frames;
}

/// Comes back only once `*on` is false.
std::uint16_t hang(std::uint16_t, std::uint16_t, rte_mbuf**, std::uint16_t frames, void* on) {
  while (*static_cast<std::atomic<bool>*>(on)) std::this_thread::yield();
  return frames;
}

/// Sets `on` at half a second of the trial until there is an alarm, and keeps the first one and when it came.
struct Seen {
  std::atomic<bool> on = false;
  std::atomic<bool> alarmed = false;  ///< alarm and at are whole: another thread may look at this only
  std::string alarm;
  Nanoseconds at{};

  Watch watch() {
    return {.show =
                [this](const Snapshot& seen) {
                  if (alarmed) return;
                  on = on || seen.elapsed >= 500ms;
                  if (seen.alarm.empty()) return;
                  alarm = seen.alarm;
                  at = seen.elapsed;
                  alarmed = true;
                },
            .stop = {}};
  }
};

Outcome measured(Measurer& rig, const Trial& trial, const Watch& watch) {
  const auto outcome = rig.measure(trial, watch);
  EXPECT_TRUE(outcome) << outcome.error().message;
  return outcome.value_or(Outcome{});
}

TEST(StandstillInRealTime, OfARingThatNobodyDrainsIsToldWithinASecond) {
  in_own_process([] {
    DeviceSpec device;
    device.ways[0].tx_hangs_at_s = 0.1;
    Plan plan;
    plan.sizes = {{64}};
    plan.real_time = true;
    const auto rig = open_dpdk_rig(plan, device);
    ASSERT_TRUE(rig) << rig.error().message;
    Seen seen;
    const Outcome outcome = measured(**rig, one_way(64, fps(1'000'000), 20s), seen.watch());
    ASSERT_TRUE(outcome.standstill);
    EXPECT_EQ(outcome.standstill->what, Standstill::What::send_queue);
    EXPECT_EQ(outcome.standstill->which, 0u);
    EXPECT_NE(seen.alarm, "");
    EXPECT_LT(seconds(outcome.directions.at(0).sending_time), 5);
    EXPECT_TRUE(outcome.directions[0].tx.balances());
    EXPECT_TRUE(outcome.directions[0].ledger.balances());
  });
}

TEST(StandstillInRealTime, OfAWorkerNamesItsCoreAndEndsTheTrial) {
  in_own_process([] {
    const auto rig = open_dpdk_rig(null_ports(), {});
    ASSERT_TRUE(rig) << rig.error().message;
    Seen seen;
    ASSERT_NE(rte_eth_add_tx_callback(first_port(), 0, hang, &seen.on), nullptr);
    std::jthread frees([&] {  // long after the watch should have seen it, and before it would be given up
      while (!seen.alarmed) std::this_thread::sleep_for(1ms);
      seen.on = false;
    });
    const Outcome outcome = measured(**rig, one_way(64, fps(10'000), 20s), seen.watch());
    ASSERT_TRUE(outcome.standstill);
    EXPECT_EQ(outcome.standstill->what, Standstill::What::worker);
    EXPECT_FALSE(outcome.standstill->hangs);
    EXPECT_TRUE(outcome.directions.at(0).stalled);
    EXPECT_TRUE(outcome.directions[0].tx.balances());
  });
}

TEST(StandstillInRealTime, OfAWorkerThatNeverComesBackStillEndsTheTrial) {
  in_own_process([] {
    static Seen seen;  // the worker looks at it until the process ends
    const auto rig = open_dpdk_rig(null_ports(), {});
    ASSERT_TRUE(rig) << rig.error().message;
    ASSERT_NE(rte_eth_add_tx_callback(first_port(), 0, hang, &seen.on), nullptr);
    const Outcome outcome = measured(**rig, one_way(64, fps(10'000), 20s), seen.watch());
    ASSERT_TRUE(outcome.standstill);
    EXPECT_TRUE(outcome.standstill->hangs);
    EXPECT_EQ(outcome.directions.at(0).tx, TxTally{}) << "what it counts isn't read";
    const Outcome next = measured(**rig, one_way(64, fps(10'000), 100ms), {});
    EXPECT_NE(next.not_started.find("hangs in a port's driver"), std::string::npos) << next.not_started;
  });
}

TEST(StandstillInRealTime, OfAPortIsCuredByANewStartWhereTheProfileSaysSo) {
  in_own_process([] {
    const std::string folder = ::testing::TempDir() + "restart_profiles";
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/null.toml") << "[recover]\nrestart_stuck_queue = true\n"
                                         << "[link]\nrestart_delay_ms = 1\n";
    Plan plan = null_ports();
    plan.pmd_config_directory = folder;
    const auto rig = open_dpdk_rig(plan, {});
    ASSERT_TRUE(rig) << rig.error().message;
    Seen seen;
    ASSERT_NE(rte_eth_add_tx_callback(first_port(), 0, take_none, &seen.on), nullptr);
    const Outcome outcome = measured(**rig, one_way(64, fps(10'000), 20s), seen.watch());
    ASSERT_TRUE(outcome.standstill);
    EXPECT_EQ(outcome.standstill->what, Standstill::What::send_queue);
    seen.on = false;
    const Outcome next = measured(**rig, one_way(64, fps(10'000), 100ms), {});
    EXPECT_FALSE(next.standstill);
    EXPECT_EQ(next.directions.at(0).tx.sent, 1000u);
    EXPECT_EQ((*rig)->ports()[0].notes.back(), "started anew (1 of 3 times), for it stood still");
    EXPECT_EQ((*rig)->ports()[1].notes.back().find("started anew"), std::string::npos);
  });
}

TEST(LinkOptions, ADriverWithoutSpeedsRefusesThem) {
  in_own_process([] {
    Plan plan = null_ports();
    plan.link.speed = 10_Gbps;
    const auto rig = open_dpdk_rig(plan, {});
    ASSERT_FALSE(rig);
    EXPECT_EQ(rig.error().kind, ErrorKind::port);
    EXPECT_EQ(
        rig.error().message.substr(0, rig.error().message.find(';')),
        "vdev:net_null0: --link-speed 10G was asked for, but the driver net_null has no speeds to choose");
  });
}

TEST(LinkOptions, ADriverWithoutFlowControlRefusesIt) {
  in_own_process([] {
    Plan plan = null_ports();
    plan.link.pause = PauseMode::off;
    const auto rig = open_dpdk_rig(plan, {});
    ASSERT_FALSE(rig);
    EXPECT_NE(rig.error().message.find("net_null refused --pause off"), std::string::npos)
        << rig.error().message;
  });
}

TEST(LinkOptions, AnMtuIsReadBack) {
  in_own_process([] {
    Plan plan = null_ports();
    plan.link.mtu = MtuBytes{2000};
    const auto rig = open_dpdk_rig(plan, {});
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_EQ((*rig)->ports()[0].mtu, MtuBytes{2000});
    EXPECT_EQ((*rig)->ports()[1].mtu, MtuBytes{2000});
    EXPECT_EQ((*rig)->ports()[0].time_to_link, std::nullopt) << "no wire stands behind it";
  });
}

}  // namespace
}  // namespace pktgen
