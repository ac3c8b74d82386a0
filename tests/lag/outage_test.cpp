// Outages from the numbers of flows that never came.
#include "lag/outage.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

using namespace std::chrono_literals;

StreamOutcome flow(std::vector<MissingRun> missing) {
  return {.name = "flow",
          .load = {1000},
          .tx = {.due = 10'000, .sent = 10'000},
          .missing_runs = std::move(missing)};
}

TEST(LagOutage, OfAFlowLastsAsLongAsItsLostFramesTake) {
  const auto outages = outages_of({flow({{2000, 150}})});
  ASSERT_EQ(outages.size(), 1u);
  EXPECT_EQ(outages[0].at, 2s);
  EXPECT_EQ(outages[0].longest, 150ms);
  EXPECT_EQ(outages[0].lost, 150u);
  EXPECT_EQ(outages[0].flows, 1u);
  EXPECT_EQ(outages[0].flows_that_never_came_back, 0u);
}

TEST(LagOutage, OfFlowsThatLoseAtTheSameTimeIsOne) {
  const auto outages = outages_of({flow({{2000, 100}}), flow({}), flow({{2050, 150}})});
  ASSERT_EQ(outages.size(), 1u);
  EXPECT_EQ(outages[0].flows, 2u);
  EXPECT_EQ(outages[0].lost, 250u);
  EXPECT_EQ(outages[0].longest, 150ms);
  EXPECT_EQ(outages[0].mean, 125ms);
}

TEST(LagOutage, WhenAMemberGoesAndWhenItComesAreTwo) {
  const auto outages = outages_of({flow({{2000, 100}, {5000, 20}}), flow({{5010, 5}})});
  ASSERT_EQ(outages.size(), 2u);
  EXPECT_EQ(outages[0].flows, 1u);
  EXPECT_EQ(outages[1].at, 5s);
  EXPECT_EQ(outages[1].flows, 2u);
  EXPECT_EQ(outages[1].longest, 20ms);
}

TEST(LagOutage, OfAFlowWithAFrameBetweenItsLossesIsOne) {
  const auto outages = outages_of({flow({{2000, 10}, {2011, 10}})});
  ASSERT_EQ(outages.size(), 1u);
  EXPECT_EQ(outages[0].longest, 20ms) << "frames that came aren't counted";
}

TEST(LagOutage, ThatLastsToTheEndIsOneThatNobodyEnded) {
  const auto outages = outages_of({flow({{2000, 8000}}), flow({{9999, 1}})});
  ASSERT_EQ(outages.size(), 1u);
  EXPECT_EQ(outages[0].flows_that_never_came_back, 1u) << "a last frame alone doesn't say so";
}

}  // namespace
}  // namespace pktgen
