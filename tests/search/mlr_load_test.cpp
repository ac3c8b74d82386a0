#include "search/mlr_load.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

using std::chrono::seconds;
using enum MlrBound;
using Trials = std::vector<MlrTrial>;

// The four goals of the draft's appendix with examples.
constexpr MlrGoal kA{.final_duration = seconds(60), .duration_sum = seconds(60)};
constexpr MlrGoal kB{.exceed_ratio = 0.5, .final_duration = seconds(60), .duration_sum = seconds(120)};
constexpr MlrGoal kC{
    .loss_ratio = 0.005, .exceed_ratio = 0.5, .final_duration = seconds(1), .duration_sum = seconds(120)};
constexpr MlrGoal kD{
    .loss_ratio = 0.005, .exceed_ratio = 0.2, .final_duration = seconds(60), .duration_sum = seconds(60)};

std::vector<MlrBound> classes(const Trials& trials) {
  return {classify(trials, kA), classify(trials, kB), classify(trials, kC), classify(trials, kD)};
}

TEST(MlrClassify, FollowsTheCodeOfTheDraftThroughItsExample) {
  using Bounds = std::vector<MlrBound>;
  Trials trials(59, {seconds(1), 0});
  EXPECT_EQ(classes(trials), (Bounds{undecided, undecided, undecided, undecided}));
  trials.push_back({seconds(1), 0.01});
  EXPECT_EQ(classes(trials), (Bounds{upper, undecided, undecided, undecided}));
  trials.insert(trials.end(), 59, {seconds(1), 0.01});
  EXPECT_EQ(classes(trials), (Bounds{upper, undecided, undecided, upper}));
  trials.push_back({seconds(1), 0});
  EXPECT_EQ(classes(trials), (Bounds{upper, undecided, lower, upper}));
  trials.push_back({seconds(60), 0.001});
  EXPECT_EQ(classes(trials), (Bounds{upper, undecided, lower, upper}));
  trials.push_back({seconds(60), 0});
  EXPECT_EQ(classes(trials), (Bounds{upper, lower, lower, upper}));
}

TEST(MlrClassify, NeedsOneTrialForTheGoalOfRfc2544) {
  EXPECT_EQ(classify(Trials{{seconds(60), 0}}, kA), lower);
  EXPECT_EQ(classify(Trials{{seconds(60), 1e-9}}, kA), upper);
  EXPECT_EQ(classify(Trials{{seconds(1), 1e-9}}, kA), upper);
  EXPECT_EQ(classify(Trials{}, kA), undecided);
}

TEST(MlrClassify, ShortTrialsNeverMakeALowerBound) {
  EXPECT_EQ(classify(Trials(10'000, {seconds(1), 0}), kB), undecided);
}

TEST(MlrClassify, HalfOfTheTimeMayExceedTheLossWhereTheGoalSaysSo) {
  Trials trials(60, {seconds(1), 0.2});
  EXPECT_EQ(classify(trials, kC), undecided);
  trials.push_back({seconds(1), 0.2});
  EXPECT_EQ(classify(trials, kC), upper);
  trials = Trials(60, {seconds(1), 0.2});
  trials.insert(trials.end(), 60, {seconds(1), 0.005});
  EXPECT_EQ(classify(trials, kC), lower);
}

TEST(MlrConditionalPart, IsWholeWithoutLoss) { EXPECT_EQ(conditional_part(Trials{{seconds(60), 0}}, kA), 1); }

TEST(MlrConditionalPart, IsThatOfTheWorstTrialOfTheTimeThatMustBeGood) {
  // 60 of 120 seconds must be good: the sixtieth second in order of loss lost 4 in a thousand.
  Trials trials(59, {seconds(1), 0.001});
  trials.push_back({seconds(1), 0.004});
  trials.insert(trials.end(), 60, {seconds(1), 0.5});
  EXPECT_DOUBLE_EQ(conditional_part(trials, kC), 0.996);
}

TEST(MlrConditionalPart, TimeThatWasNotMeasuredIsLost) {
  EXPECT_EQ(conditional_part(Trials(59, {seconds(1), 0}), kC), 0);
  EXPECT_EQ(conditional_part(Trials(60, {seconds(1), 0}), kC), 1);
}

TEST(MlrConditionalPart, DoesNotLookAtShortTrials) {
  EXPECT_EQ(conditional_part(Trials{{seconds(60), 0.001}, {seconds(1), 0}, {seconds(1), 0}}, kD), 0.999);
}

}  // namespace
}  // namespace pktgen
