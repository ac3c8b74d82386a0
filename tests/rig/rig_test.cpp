#include <gtest/gtest.h>

#include "rig/layout.h"
#include "support/wire_lab.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;
using test::one_way;
using test::percent;

std::string refusal(const Plan& plan, const Trial& trial) {
  const auto outcome = make_virtual_rig(plan, {})->measure(trial, {});
  return outcome ? "" : outcome.error().message;
}

TEST(Rig, RefusesALoadThatTheLinkCantCarry) {
  EXPECT_NE(refusal({}, one_way(9000, test::fps(500'000), 1s)).find("138580"), std::string::npos);
}

TEST(Rig, RefusesATrialInWhichNoFrameIsDue) {
  EXPECT_NE(refusal({}, one_way(64, test::fps(0.5), 1s)).find("--duration"), std::string::npos);
}

TEST(Rig, RefusesAddressesThatNoSwitchForwards) {
  Plan plan;
  plan.dst_mac = MacAddress{};
  EXPECT_NE(refusal(plan, one_way(64, percent(1), 1s)).find("dst-mac"), std::string::npos);
}

TEST(Rig, SwapsAddressesForTheWayBack) {
  const Plan plan;
  const std::array<MacAddress, 2> macs{{{2, 0, 0, 0, 0, 1}, {2, 0, 0, 0, 0, 2}}};
  const FrameLayout there = layout_for(plan, Direction::a_to_b, macs);
  const FrameLayout back = layout_for(plan, Direction::b_to_a, macs);
  EXPECT_EQ(there.src_mac, back.dst_mac);
  EXPECT_EQ(there.src_ipv4, back.dst_ipv4);
  EXPECT_EQ(there.src_port, back.dst_port);
}

TEST(Rig, CountsWholeFramesOnly) {
  EXPECT_EQ(frames_in({14'880'952.38}, 1s), 14'880'952u);
  EXPECT_EQ(frames_in({1000}, 100ms), 100u);
  EXPECT_EQ(frames_in({0.1}, 10s), 1u);
  EXPECT_EQ(frames_in({0.1}, 9s), 0u);
}

TEST(Rig, KeepsWhatWasMeasuredWhenInterrupted) {
  std::stop_source stop;
  Watch watch{.show =
                  [&](const Snapshot& seen) {
                    if (seen.elapsed >= 100ms) stop.request_stop();
                  },
              .stop = stop.get_token()};
  const auto outcome = make_virtual_rig({}, {})->measure(one_way(64, test::fps(100'000), 10s), watch);
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->interrupted);
  const DirectionOutcome& out = outcome->directions[0];
  EXPECT_NEAR(static_cast<double>(out.ledger.sent), 10'000, 200);
  EXPECT_EQ(out.ledger.delivered, out.ledger.sent);
  EXPECT_NEAR(seconds(out.sending_time), 0.1, 0.002);
}

TEST(Rig, ShowsHowFarATrialIs) {
  std::vector<Snapshot> seen;
  const Watch watch{.show = [&](const Snapshot& snapshot) { seen.push_back(snapshot); }, .stop = {}};
  ASSERT_TRUE(make_virtual_rig({}, {})->measure(one_way(64, test::fps(1000), 1s), watch));
  ASSERT_GT(seen.size(), 100u);
  EXPECT_EQ(seen.back().directions.at(0).sent, 1000u);
  EXPECT_EQ(seen.back().directions.at(0).received, 1000u);
  for (std::size_t i = 1; i < seen.size(); ++i)
    EXPECT_GE(seen[i].directions[0].due, seen[i - 1].directions[0].due);
}

TEST(Rig, ShowsNoFrameOfOneTrialToTheNext) {
  const auto rig = make_virtual_rig({}, {});
  for (int i = 0; i < 3; ++i) {
    const auto outcome = rig->measure(one_way(64, test::fps(1000), 100ms), {});
    EXPECT_EQ(outcome->directions[0].ledger, (Ledger{.sent = 100, .delivered = 100}));
  }
}

}  // namespace
}  // namespace pktgen
