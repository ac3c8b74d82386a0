#include "trial/tester_limits.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

constexpr auto kAb = Direction::a_to_b, kBa = Direction::b_to_a;

/// 64 bytes: 9, 8 and 6 million frames a second; 512: 2; 1518: 0.8.
TesterLimits limits() {
  const LatencyFloor low{.samples = 1000, .min = 100, .p50 = 120, .p99 = 150, .mean = 125.5};
  const LatencyFloor high{.samples = 900, .min = 400, .p50 = 420, .p99 = 140, .mean = 425.5};
  return {
      .links = {10_Gbps, 10_Gbps},
      .is_virtual = true,
      .sizes = {
          {.size = {64}, .one_way = {{{9e6}, {8e6}}}, .both = {{{6e6}, {6e6}}}, .floor = {low, low}},
          {.size = {512}, .one_way = {{{2e6}, {2e6}}}, .both = {{{2e6}, {2e6}}}, .floor = {high, low}},
          {.size = {1518}, .one_way = {{{8e5}, {8e5}}}, .both = {{{8e5}, {8e5}}}, .floor = {high, high}}}};
}

TEST(TesterLimits, ASizeThatWasTriedHasItsOwnCeilingOfItsWay) {
  EXPECT_EQ(limits().ceiling({64}, kAb, false)->rate.count, 9e6);
  EXPECT_EQ(limits().ceiling({64}, kBa, false)->rate.count, 8e6);
  EXPECT_EQ(limits().ceiling({64}, kAb, true)->rate.count, 6e6);
  EXPECT_EQ(limits().ceiling({64}, kAb, true)->of, FrameBytes{64});
}
TEST(TesterLimits, BetweenTwoSizesTheLowerRateHoldsAndSaysOfWhichSizeItIs) {
  const auto ceiling = limits().ceiling({128}, kAb, false);
  EXPECT_EQ(ceiling->rate.count, 2e6);
  EXPECT_EQ(ceiling->of, FrameBytes{512});
}
TEST(TesterLimits, OutsideOfTheSizesTriedNothingIsKnown) {
  EXPECT_FALSE(limits().ceiling({1519}, kAb, false));
  EXPECT_FALSE(limits().floor({9018}, kAb));
  TesterLimits large = limits();
  large.sizes.erase(large.sizes.begin());
  EXPECT_FALSE(large.ceiling({64}, kAb, true));
  EXPECT_FALSE(TesterLimits{}.ceiling({64}, kAb, true));
}
TEST(TesterLimits, BetweenTwoSizesEachFigureOfTheFloorIsTheLowerOne) {
  const auto floor = limits().floor({100}, kAb);
  EXPECT_EQ(floor->min, 100U);
  EXPECT_EQ(floor->p50, 120U);
  EXPECT_EQ(floor->p99, 140U) << "of the larger size";
  EXPECT_EQ(floor->mean, 125.5);
  EXPECT_EQ(floor->samples, 900U);
}
TEST(TesterLimits, WhatIsBelowTheFloorHasNoFigureAboveIt) {
  const LatencySummary latency{.samples = 5, .min = 99, .p50 = 500, .p99 = 1000, .mean = 700.25};
  const AboveFloor figures = above(latency, *limits().floor({64}, kAb));
  EXPECT_FALSE(figures.min);
  EXPECT_EQ(figures.p50, 380.0);
  EXPECT_EQ(figures.p99, 850.0);
  EXPECT_EQ(figures.mean, 574.75);
}
TEST(TesterLimits, AMixFillsTheTesterWithTheTimesOfItsSizes) {
  // One frame of 64 bytes takes 1/9 us, one of 1518 1.25 us: together 1.361 us for two frames.
  const auto mix = limits_of_mix(limits(), {{kAb, {64}, {1000}}, {kAb, {1518}, {1000}}});
  ASSERT_TRUE(mix);
  EXPECT_NEAR(mix->ceiling({64}, kAb, false)->rate.count, 1'469'387.755, 0.001);
  EXPECT_EQ(mix->floor({64}, kAb)->min, 100U) << "of the smallest frame";
}
TEST(TesterLimits, AMixBothWaysIsHeldAgainstTheCeilingsOfBoth) {
  const auto mix = limits_of_mix(limits(), {{kAb, {64}, {1000}}, {kBa, {512}, {7}}});
  ASSERT_TRUE(mix);
  EXPECT_EQ(mix->ceiling({64}, kAb, true)->rate.count, 6e6);
  EXPECT_EQ(mix->ceiling({64}, kBa, true)->rate.count, 2e6);
}
TEST(TesterLimits, AMixWithASizeThatWasNotTriedHasNoLimits) {
  EXPECT_FALSE(limits_of_mix(limits(), {{kAb, {64}, {1000}}, {kAb, {9018}, {1}}}));
  EXPECT_FALSE(limits_of_mix(limits(), {}));
}

}  // namespace
}  // namespace pktgen
