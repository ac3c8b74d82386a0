#include "link/link_choice.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

using Speeds = std::vector<LinkBitsPerSecond>;

LinkAbilities x550() {
  return {.port = "0000:01:00.0", .driver = "net_ixgbe", .speeds = {1_Gbps, 5_Gbps, 10_Gbps}};
}

std::string refusal(const LinkWish& wish, const LinkAbilities& port) {
  const auto chosen = choose_speeds(wish, {}, port);
  return chosen ? "" : chosen.error().message;
}

std::string complaint(const LinkWish& wish, const LinkInForce& link, const LinkAbilities& port) {
  const auto checked = check_in_force(wish, link, port);
  return checked ? "" : checked.error().message;
}

TEST(LinkChoice, LeavesToTheProfileWhatNobodyAsksFor) {
  EXPECT_EQ(choose_speeds({}, {10_Gbps}, x550())->offered, Speeds{10_Gbps});
  EXPECT_FALSE(choose_speeds({}, {10_Gbps}, x550())->is_fixed);
  EXPECT_TRUE(choose_speeds({}, {}, x550())->offered.empty());
}

TEST(LinkChoice, FixesASpeedWhereThePortTakesThat) {
  LinkAbilities port = x550();
  port.takes_fixed = true;
  const auto chosen = choose_speeds({.speed = 1_Gbps}, {10_Gbps}, port);
  EXPECT_EQ(chosen->offered, Speeds{1_Gbps});
  EXPECT_TRUE(chosen->is_fixed);
  EXPECT_EQ(chosen->note, "");
}

TEST(LinkChoice, OffersASpeedAloneWhereThePortTakesNoFixedOne) {
  const auto chosen = choose_speeds({.speed = 5_Gbps}, {}, x550());
  EXPECT_EQ(chosen->offered, Speeds{5_Gbps});
  EXPECT_FALSE(chosen->is_fixed);
  EXPECT_EQ(chosen->note, "5G is offered alone: the driver takes no speed without autonegotiation");
}

TEST(LinkChoice, OffersTheSetThatWasAskedFor) {
  EXPECT_EQ(choose_speeds({.advertised = {1_Gbps, 5_Gbps}}, {10_Gbps}, x550())->offered,
            (Speeds{1_Gbps, 5_Gbps}));
}

TEST(LinkChoice, RefusesWhatThePortDoesNotHaveAndNamesWhatItHas) {
  EXPECT_EQ(refusal({.speed = 25_Gbps}, x550()),
            "0000:01:00.0: --link-speed 25G was asked for, the port has 1G, 5G, 10G; ask for one of these");
  EXPECT_EQ(refusal({.advertised = {5_Gbps, 40_Gbps}}, x550()),
            "0000:01:00.0: --advertise 40G was asked for, the port has 1G, 5G, 10G; ask for one of these");
  EXPECT_EQ(
      refusal({.fec = FecMode::rs}, x550()),
      "0000:01:00.0: --fec rs was asked for, but the driver net_ixgbe has no FEC to choose; leave it out");
  LinkAbilities fast = x550();
  fast.fecs = {FecMode::off, FecMode::rs};
  EXPECT_EQ(refusal({.fec = FecMode::baser}, fast),
            "0000:01:00.0: --fec baser was asked for, the port has off, rs; ask for one of these");
  EXPECT_EQ(refusal({.fec = FecMode::rs}, fast), "");
  const LinkAbilities null{.port = "vdev:net_null0", .driver = "net_null"};
  EXPECT_EQ(
      refusal({.speed = 10_Gbps}, null),
      "vdev:net_null0: --link-speed 10G was asked for, but the driver net_null has no speeds to choose; "
      "leave it out");
}

TEST(LinkChoice, KnowsTheSpeedsThatDriverAndProfileAgreeOn) {
  EXPECT_EQ(common_speeds({1_Gbps, 10_Gbps}, {}), (Speeds{1_Gbps, 10_Gbps}));
  EXPECT_EQ(common_speeds({1_Gbps, 10_Gbps}, {10_Gbps, 40_Gbps}), Speeds{10_Gbps});
  EXPECT_EQ(common_speeds({}, {10_Gbps}), Speeds{}) << "a profile doesn't widen what the driver says";
}

TEST(LinkInForce, IsContentWithWhatWasAskedFor) {
  EXPECT_EQ(complaint({}, {.speed = 1_Gbps}, x550()), "");
  EXPECT_EQ(complaint({.speed = 5_Gbps}, {.speed = 5_Gbps}, x550()), "");
  EXPECT_EQ(complaint({.advertised = {1_Gbps, 5_Gbps}}, {.speed = 1_Gbps}, x550()), "");
  EXPECT_EQ(complaint({.pause = PauseMode::off}, {.pause = PauseMode::off}, x550()), "");
  EXPECT_EQ(complaint({.fec = FecMode::autoneg}, {.fec = FecMode::rs}, x550()), "");
}

TEST(LinkInForce, SaysWhatIsInForceInPlaceOfWhatWasAskedFor) {
  EXPECT_EQ(
      complaint({.speed = 5_Gbps}, {.speed = 1_Gbps}, x550()),
      "0000:01:00.0: --link-speed 5G wasn't taken: the link is up at 1G, the port has 1G, 5G, 10G; look "
      "what the far side offers, or ask for what both have");
  EXPECT_EQ(complaint({.advertised = {1_Gbps, 5_Gbps}}, {}, x550()),
            "0000:01:00.0: --advertise 1G, 5G wasn't taken: the link is up at a speed that isn't known, the "
            "port has 1G, 5G, 10G; look what the far side offers, or ask for what both have");
  EXPECT_EQ(complaint({.pause = PauseMode::on}, {.pause = PauseMode::rx}, x550()),
            "0000:01:00.0: --pause on wasn't taken: rx is in force; ask for that, or leave it out");
  EXPECT_EQ(complaint({.pause = PauseMode::off}, {}, x550()),
            "0000:01:00.0: --pause off wasn't taken: what isn't known is in force; ask for that, or leave it "
            "out");
  EXPECT_EQ(complaint({.fec = FecMode::rs}, {.fec = FecMode::off}, x550()),
            "0000:01:00.0: --fec rs wasn't taken: off is in force; set the far side to the same, or ask for "
            "--fec auto");
}

TEST(Mtu, IsRefusedWhereThePortTookAnother) {
  EXPECT_TRUE(check_mtu("a", MtuBytes{9000}, MtuBytes{1500}, MtuBytes{9000}));
  EXPECT_EQ(check_mtu("a", MtuBytes{9000}, MtuBytes{1500}, MtuBytes{8996}).error().message,
            "a: MTU 9000 was asked for, 8996 is in force; ask for --mtu 8996, or name another port");
  EXPECT_FALSE(check_mtu("a", MtuBytes{1500}, MtuBytes{1500}, MtuBytes{9000}))
      << "a larger one isn't what was asked for";
}

TEST(Mtu, IsEnoughWhereNobodyAskedForOne) {
  EXPECT_TRUE(check_mtu("a", {}, MtuBytes{1500}, MtuBytes{9000}));
  EXPECT_EQ(check_mtu("a", {}, MtuBytes{9000}, MtuBytes{1500}).error().message,
            "a: MTU 1500 is in force, frames of 9018 bytes need 9000; take them out of --sizes");
}

}  // namespace
}  // namespace pktgen
