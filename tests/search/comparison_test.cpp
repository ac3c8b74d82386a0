// What docs/searches.md says of the searches, on the first twenty-one of its devices (bench/searches.cpp).
#include "search/comparison.h"

#include <gtest/gtest.h>

namespace pktgen::comparison {
namespace {

std::vector<Tally> of(std::string_view name, Kind kind) {
  for (const Contender& contender : contenders())
    if (name == contender.name) return tallies(contender, kind, 21);
  ADD_FAILURE() << name;
  return {{}, {}};
}

TEST(Comparison, NoSearchEverAnswersAboveTheTruth) {
  for (const Contender& contender : contenders())
    for (const Kind kind : {Kind::clean, Kind::noisy, Kind::collapsing})
      for (const Tally& tally : tallies(contender, kind, 21))
        EXPECT_EQ(tally.above, 0u) << contender.name << ", " << tally.goal;
}

TEST(Comparison, OfADeviceWithoutNoiseMlrsearchAnswersInAQuarterOfTheTimeOfABisection) {
  const Tally plain = of("bisection, 60 s", Kind::clean)[0];
  const Tally mlr = of("MLR, 60 s", Kind::clean)[0];
  EXPECT_EQ(plain.trials, 10u);
  EXPECT_NEAR(plain.time, 620, 0.5);
  EXPECT_EQ(mlr.trials, 7u);
  EXPECT_NEAR(mlr.time, 152, 0.5);
}

TEST(Comparison, ShortTrialsOnTheWayGiveABisectionMostOfThat) {
  const Tally tally = of("bisection, 10 s then 60 s", Kind::clean)[0];
  EXPECT_EQ(tally.trials, 11u);
  EXPECT_NEAR(tally.time, 182, 0.5);
}

TEST(Comparison, WithoutNoiseEachAnswerLiesWithinThePrecision) {
  for (const Contender& contender : contenders())
    for (const Kind kind : {Kind::clean, Kind::collapsing})
      for (const Tally& tally : tallies(contender, kind, 21))
        EXPECT_GE(tally.lowest, -0.0051) << contender.name << ", " << tally.goal;
}

TEST(Comparison, OneLostFrameInTenMillionLeavesNothingOfAThroughputWithoutLoss) {
  for (const char* name : {"bisection, 60 s", "bisection, 10 s then 60 s", "MLR, 60 s"})
    EXPECT_LT(of(name, Kind::noisy)[0].highest, -0.8) << name;
}

TEST(Comparison, ThereABisectionOfShortTrialsAnswersByChance) {
  const Tally tally = of("bisection, 1 s", Kind::noisy)[0];
  EXPECT_LT(tally.lowest, -0.5);
  EXPECT_GT(tally.highest, -0.1);
}

TEST(Comparison, ThereALittleAcceptedLossIsEnough) {
  const Tally tally = of("the same, accepting 0.001 %", Kind::noisy)[0];
  EXPECT_GE(tally.lowest, -0.005);
  EXPECT_EQ(tally.trials, 11u);
  EXPECT_NEAR(tally.worst, 182, 0.5);
}

TEST(Comparison, ThereMlrsearchFindsWhatIsCarriedWithHalfAPercentOfLoss) {
  for (const char* name : {"MLR, 60 s, two goals", "MLR, 1 s, 21 s in all, two goals"})
    EXPECT_GE(of(name, Kind::noisy)[1].lowest, -0.005) << name;
}

TEST(Comparison, AGoalThatLetsHalfOfTheSecondsLoseFramesComesNearTheTruth) {
  const Tally tally = of("MLR, 1 s, 21 s in all, two goals", Kind::noisy)[0];
  EXPECT_GT(tally.error, -0.05);
  EXPECT_GT(tally.lowest, -0.3);
}

TEST(Comparison, TheNoiseCostsMlrsearchMoreTimeThanABisection) {
  EXPECT_NEAR(of("bisection, 60 s", Kind::noisy)[0].time, 620, 0.5);
  EXPECT_GT(of("MLR, 60 s", Kind::noisy)[0].time, 1'000);
}

}  // namespace
}  // namespace pktgen::comparison
