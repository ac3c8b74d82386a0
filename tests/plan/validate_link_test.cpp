#include <gtest/gtest.h>

#include "plan/settings.h"
#include "plan/validate.h"

namespace pktgen {
namespace {

struct Said {
  std::string_view key, value;
};

Result<CheckedPlan> checked(std::string_view command, const std::vector<Said>& all) {
  std::vector<Asked> asked;
  for (const Said& one : all)
    asked.push_back(
        {find_setting(one.key), std::string(one.value), "--" + std::string(one.key), Origin::command_line});
  auto plan = make_plan(command, asked);
  return plan ? validate(std::move(*plan)) : tl::make_unexpected(plan.error());
}

std::string message(std::string_view command, const std::vector<Said>& all) {
  const auto plan = checked(command, all);
  return plan ? "no error" : plan.error().message;
}

constexpr Said kPci{"ports", "01:00.0,01:00.1"}, kEth{"ports", "if:eth1,01:00.0"};

TEST(ValidateLink, TakesWhatIsAskedOfRealPorts) {
  const auto plan = checked("sweep", {kPci, {"advertise", "5G,2.5G"}, {"fec", "auto"}, {"pause", "on"}});
  ASSERT_TRUE(plan) << plan.error().message;
  const LinkWish& wish = plan->plan.link;
  EXPECT_EQ(wish.advertised, (std::vector<LinkBitsPerSecond>{{2'500'000'000}, 5_Gbps}));
  EXPECT_EQ(wish.fec, FecMode::autoneg);
  EXPECT_EQ(wish.pause, PauseMode::on);
  EXPECT_EQ(find_setting("advertise")->print(plan->plan), "2.5G,5G");
  EXPECT_EQ(find_setting("link-speed")->print(plan->plan), "");
}

TEST(ValidateLink, WantsOneSpeedOrASetOfThem) {
  EXPECT_EQ(message("sweep", {kPci, {"link-speed", "10G"}, {"advertise", "5G"}}),
            "link-speed wants one speed and no other, advertise offers a set of them; keep one of the two");
}

TEST(ValidateLink, RefusesTheEmulatedWireWithWhatItHasInstead) {
  EXPECT_EQ(message("sweep", {{"link-speed", "10G"}}),
            "link-speed is for real ports, and \"emu:a\" is an end of the emulated wire: its speed is "
            "bits_per_second in the [link] of a --device file; leave it out");
  EXPECT_EQ(message("send", {{"fec", "off"}}),
            "fec is for real ports, and \"emu:a\" is an end of the emulated wire: it has none; leave it out");
  EXPECT_EQ(message("sweep", {{"mtu", "1500"}}),
            "mtu is for real ports, and \"emu:a\" is an end of the emulated wire: what it carries is "
            "max_frame_bytes in the [device] of a --device file; leave it out");
}

TEST(ValidateLink, SaysHowAKernelInterfaceIsSet) {
  EXPECT_EQ(
      message("sweep", {kEth, {"link-speed", "2.5G"}}),
      "link-speed of \"if:eth1\" is the kernel's to set; leave it out and do it before the run: ethtool "
      "-s eth1 speed 2500 duplex full autoneg off");
  EXPECT_EQ(message("sweep", {kEth, {"pause", "rx"}}),
            "pause of \"if:eth1\" is the kernel's to set; leave it out and do it before the run: ethtool -A "
            "eth1 rx on tx off");
  EXPECT_EQ(message("sweep", {kEth, {"fec", "rs"}}),
            "fec of \"if:eth1\" is the kernel's to set; leave it out and do it before the run: ethtool "
            "--set-fec eth1 encoding rs");
  EXPECT_EQ(message("sweep", {kEth, {"mtu", "9000"}}), "no error") << "we set that, and put it back";
}

TEST(ValidateLink, ALadderKeepsTheOrderOfItsSpeeds) {
  const auto plan = checked("sweep", {kPci, {"link-speeds", "10G,1G,2.5G"}});
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->plan.link_speeds, (std::vector<LinkBitsPerSecond>{10_Gbps, 1_Gbps, {2'500'000'000}}));
  EXPECT_EQ(find_setting("link-speeds")->print(plan->plan), "10G,1G,2.5G");
  EXPECT_EQ(message("sweep", {{"link-speeds", "1G,10G"}}), "no error") << "the emulated wire has all speeds";
}

TEST(ValidateLink, ALadderIsRefusedWhereItCannotBeClimbed) {
  EXPECT_EQ(message("sweep", {kPci, {"link-speeds", "1G,10G,1G"}}),
            "--link-speeds: 1G is there twice; keep one of them");
  EXPECT_EQ(message("sweep", {kPci, {"link-speeds", "10M,100M,1G,2.5G,5G,10G,25G,40G,50G"}}),
            "--link-speeds: wants 8 speeds at most, found 9");
  EXPECT_EQ(message("sweep", {kPci, {"link-speeds", "1G"}, {"link-speed", "1G"}}),
            "link-speeds takes one speed after the other, link-speed wants the links as they are told; keep "
            "one of the two");
  EXPECT_EQ(message("sweep", {kPci, {"link-speeds", "1G"}, {"advertise", "1G"}}),
            "link-speeds takes one speed after the other, advertise wants the links as they are told; keep "
            "one of the two");
  EXPECT_EQ(message("sweep", {{"link-speeds", "1G"}, {"real-time", "true"}}),
            "link-speeds of the emulated wire are taken in virtual time, for in real time its rings are made "
            "for one speed; leave out real-time");
  EXPECT_EQ(message("sweep", {kEth, {"link-speeds", "2.5G,5G"}}),
            "link-speeds of \"if:eth1\" is the kernel's to set; leave it out and do it before the run: "
            "ethtool -s eth1 speed 2500 duplex full autoneg off, then again for the next");
  EXPECT_EQ(message("throughput", {{"link-speeds", "1G"}}).substr(0, 42),
            "--link-speeds: link-speeds is for pktgen s");
}

TEST(ValidateLink, LeavesOutSizesThatTheMtuDoesNotCarry) {
  const auto plan = checked("sweep", {kPci, {"mtu", "1500"}});
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->plan.sizes.back(), FrameBytes{1518});
  ASSERT_EQ(plan->notes.size(), 1u);
  EXPECT_EQ(
      plan->notes[0],
      "size 2048,4096,9000,9018 doesn't fit: an MTU of 1500 was asked for, so the largest frame is 1518 "
      "bytes; skipped, for it is of the default list");
  EXPECT_EQ(message("sweep", {kPci, {"mtu", "1500"}, {"sizes", "9018"}}),
            "size 9018 doesn't fit: an MTU of 1500 was asked for, so the largest frame is 1518 bytes; choose "
            "sizes from 64 to 1518");
  EXPECT_EQ(
      message("send", {kPci, {"mtu", "1500"}, {"sizes", "4000"}}),
      "an MTU of 1500 was asked for, which carries frames of 1518 bytes, and there are some of 4000; ask "
      "for --mtu 3982 or smaller frames");
}

TEST(ValidateLink, SetsUpAReceiverForTheMtu) {
  EXPECT_EQ(checked("receive", {{"ports", "01:00.0"}, {"mtu", "1000"}})->plan.sizes.front(),
            FrameBytes{1018});
  EXPECT_EQ(checked("receive", {{"ports", "01:00.0"}, {"mtu", "9000"}})->plan.sizes.front(),
            FrameBytes{1518});
}

}  // namespace
}  // namespace pktgen
