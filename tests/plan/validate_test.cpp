#include "plan/validate.h"

#include <gtest/gtest.h>

#include "plan/stream_options.h"
#include "plan/values.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;

std::string message(const Plan& plan) {
  const auto checked = validate(plan);
  if (checked) return "no error";
  EXPECT_EQ(checked.error().kind, ErrorKind::plan);
  return checked.error().message;
}

Plan with_ports(std::string_view ports) {
  Plan plan;
  plan.ports = *parse_ports(ports);
  return plan;
}

Plan with_sizes(std::vector<FrameBytes> sizes) {
  Plan plan;
  plan.sizes = std::move(sizes);
  plan.origins["sizes"] = Origin::command_line;
  return plan;
}

TEST(Validate, TheDefaultPlanIsASweepOfElevenSizes) {
  const auto checked = validate(Plan{});
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->plan.sizes.size(), 11U);
  EXPECT_TRUE(checked->notes.empty());
}
TEST(Validate, TwoDifferentPortsThatReachEachOtherAreNeeded) {
  EXPECT_EQ(message(with_ports("emu:a")), "ports wants two, like emu:a,emu:b or if:eth1,if:eth2, found 1");
  EXPECT_EQ(message(with_ports("01:00.0,0000:01:00.0")),
            "ports: \"0000:01:00.0\" is there twice; frames go from one port to another, so give two");
  EXPECT_EQ(message(with_ports("emu:a,if:eth1")),
            "ports: \"emu:a\" and \"if:eth1\" don't go together, for the emulated wire's ends reach each "
            "other only; "
            "give emu:a,emu:b or two real ports");
  EXPECT_EQ(message(with_ports("if:eth1,0000:01:00.0")), "no error");
}
TEST(Validate, WhatIsForTheEmulatedWireIsRefusedForOtherPorts) {
  Plan plan = with_ports("if:a,if:b");
  plan.real_time = true;
  EXPECT_TRUE(message(plan).starts_with("real-time is a choice for emu:a and emu:b only"));
  plan.device_file = "device.toml";
  EXPECT_TRUE(message(plan).starts_with("device describes what lies between emu:a and emu:b"));
}
TEST(Validate, PayloadsAreComparedOfOneStreamAndQueue) {
  Plan plan = with_ports("if:a,if:b");
  plan.verify_payload = true;
  EXPECT_EQ(message(plan), "no error");
  plan.rx_queues = 2;
  EXPECT_EQ(message(plan), "verify-payload goes with one queue each way; leave out it or the queues");
  plan.rx_queues = 1;
  plan.streams.emplace_back();
  EXPECT_EQ(message(plan), "verify-payload goes with the one stream of a sweep; leave out it or [[stream]]");
}
TEST(Validate, PrebuiltFramesAreOfOnePortAndOneSize) {
  Plan plan = with_ports("emu:a");
  plan.command = "send";
  plan.stream = default_stream();
  plan.stream.prebuilt = 8;
  EXPECT_EQ(message(plan), "no error");
  plan.stream.sizes.parts = {{{64}, 1}, {{128}, 1}};
  EXPECT_TRUE(message(plan).starts_with("stream: prebuilt frames have one size and are sent evenly"));
  plan = with_ports("emu:a,emu:b");
  plan.command = "send";
  plan.stream = default_stream();
  plan.stream.prebuilt = 8;
  EXPECT_TRUE(message(plan).starts_with("stream: prebuilt frames carry no signature, so a second port"));
  plan = with_ports("emu:a");
  plan.command = "send";
  plan.streams = {default_stream(), default_stream()};
  plan.streams[1].name = "second";
  plan.streams[1].prebuilt = 1;
  EXPECT_NE(message(plan).find("prebuilt frames are of a port's only stream"), std::string::npos);
}
TEST(Validate, QueuesOfEmulatedPortsAreNotUsedAndThatIsTold) {
  Plan plan;
  plan.tx_queues = 2;
  const auto checked = validate(plan);
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->notes,
            std::vector<std::string>{"tx-queues and rx-queues are not used: emulated ports have one "
                                     "of each"});
}
TEST(Validate, AskedSizesThatTheHeadersDontFitAreRefusedWithTheSmallest) {
  Plan plan = with_sizes({{64}, {80}, {128}});
  plan.stack = Stack::udp6;
  EXPECT_EQ(message(plan),
            "size 64,80 doesn't fit: stack udp6 needs room for its headers and an 18-byte signature, so the "
            "smallest "
            "frame is 84 bytes; choose sizes from 84 to 9022");
  EXPECT_EQ(message(with_sizes({{64}, {9022}})), "no error");
}
TEST(Validate, DefaultSizesThatTheHeadersDontFitAreSkippedWithANote) {
  Plan plan;
  plan.vlan = 100;
  const auto checked = validate(plan);
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->plan.sizes.front(), FrameBytes{128});
  ASSERT_EQ(checked->notes.size(), 1U);
  EXPECT_EQ(checked->notes[0],
            "size 64 doesn't fit: stack udp4 with a tag needs room for its headers and an 18-byte signature, "
            "so the "
            "smallest frame is 68 bytes; skipped, for it is of the default list");
}
TEST(LimitSizes, SkipsDefaultSizesAndRefusesAskedOnes) {
  const auto skipped = limit_sizes(*validate(Plan{}), {64}, {1518}, "port if:eth1 has MTU 1500");
  ASSERT_TRUE(skipped);
  EXPECT_EQ(skipped->plan.sizes.back(), FrameBytes{1518});
  EXPECT_EQ(
      skipped->notes[0],
      "size 2048,4096,9000,9018 doesn't fit: port if:eth1 has MTU 1500, so the largest frame is 1518 bytes; "
      "skipped, for it is of the default list");
  const auto refused =
      limit_sizes(*validate(with_sizes({{64}, {1522}})), {64}, {1518}, "port if:eth1 has MTU 1500");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "size 1522 doesn't fit: port if:eth1 has MTU 1500, so the largest frame is 1518 bytes; choose "
            "sizes from "
            "64 to 1518");
  EXPECT_FALSE(limit_sizes(*validate(Plan{}), {9020}, {9022}, "nothing does"));
}
TEST(Validate, TimesAreBounded) {
  Plan plan;
  plan.duration = 0s;
  EXPECT_EQ(message(plan), "duration is zero, so nothing would be sent; say a time like 10s");
  plan.duration = 24h + 1ns;
  EXPECT_TRUE(message(plan).ends_with("say 24h or less"));
  plan.duration = 24h;
  EXPECT_EQ(message(plan), "no error");
  plan.drain = 2h;
  EXPECT_EQ(message(plan), "drain is 2h; say 1h or less");
}
TEST(Validate, AddressesNoSwitchForwardsAreRefused) {
  Plan plan;
  plan.src_mac = MacAddress{1, 0, 0, 0, 0, 1};
  EXPECT_TRUE(message(plan).starts_with("src-mac is a group or zero address"));
  plan.src_mac = plan.dst_mac = MacAddress{2, 0, 0, 0, 0, 1};
  EXPECT_TRUE(message(plan).starts_with("src-mac and dst-mac are the same"));
  for (const std::uint8_t last : {std::uint8_t{1}, std::uint8_t{2}}) {
    Plan one;
    one.src_mac = MacAddress{2, 0, 0, 0, 0, last};
    EXPECT_EQ(message(one), "no error");
    Plan other;
    other.dst_mac = MacAddress{2, 0, 0, 0, 0, last};
    EXPECT_EQ(message(other), "no error");
  }
}
TEST(Validate, StandardOutputCarriesOneThing) {
  Plan plan;
  plan.json = plan.csv = true;
  EXPECT_TRUE(message(plan).starts_with("json and csv both want standard output"));
}
TEST(Validate, WhatIsNotUsedIsTold) {
  Plan plan;
  plan.force = true;
  plan.origins["lcores"] = plan.origins["pmd-config"] = Origin::command_line;
  const auto checked = validate(plan);
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->notes.size(), 3U);
}

}  // namespace
}  // namespace pktgen
