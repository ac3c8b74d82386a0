#include "search/mlr.h"

#include <gtest/gtest.h>

#include "search/simulated.h"

namespace pktgen {
namespace {

using std::chrono::seconds;
using Loads = std::vector<long>;
using Irregular = Mlr::Irregular;

constexpr MlrGoal kRfc2544{};
constexpr MlrGoal kNdr{.exceed_ratio = 0.5, .final_duration = seconds(1), .duration_sum = seconds(21)};
constexpr MlrGoal kPdr{
    .loss_ratio = 0.005, .exceed_ratio = 0.5, .final_duration = seconds(1), .duration_sum = seconds(21)};

Search<Mlr> mlr_on(const Device& device, std::vector<MlrGoal> goals, Limits limits = {}) {
  return searched<Mlr>({.min = {9'001}, .max = kLine, .goals = std::move(goals)}, device, limits);
}

/// Loads strictly below `upper` by no more than the width of half a percent.
void expect_bounds(const Mlr::GoalAnswer& answer, double capacity) {
  ASSERT_TRUE(answer.relevant_lower_bound && answer.relevant_upper_bound);
  const double lower = answer.relevant_lower_bound->count, upper = answer.relevant_upper_bound->count;
  EXPECT_LE(lower, capacity);
  EXPECT_GT(upper, capacity);
  EXPECT_LE((upper - lower) / upper, 0.005);
  EXPECT_EQ(answer.irregular, Irregular::no);
}

TEST(Mlr, FindsTheConditionalThroughputOfRfc2544InFewTrials) {
  const auto search = mlr_on(device_of_capacity(7e6), {kRfc2544});
  const auto answer = search.answer().goals.at(0);
  expect_bounds(answer, 7e6);
  EXPECT_EQ(answer.conditional_throughput, answer.relevant_lower_bound);
  EXPECT_EQ(answer.conditional_throughput, FramesPerSecond{7e6});
  EXPECT_EQ(search.course().ended, Ended::complete);
  // At the maximum 7,000,000 came through: asked next, then 2 % more, for the coarsest of three widths.
  // Each finer target confirms the bound, then halves the interval's logarithm.
  EXPECT_EQ(loads_asked(search.heard()),
            (Loads{14'880'952, 7'000'000, 7'141'624, 7'000'000, 7'070'457, 7'000'000, 7'035'140}));
  EXPECT_EQ(search.heard()[0].question.duration, seconds(1));
  EXPECT_EQ(search.heard()[3].question.duration, Nanoseconds{7'745'966'692});
  EXPECT_EQ(search.heard()[6].question.duration, seconds(60));
}

TEST(Mlr, SeveralGoalsShareTheirTrials) {
  const auto search = mlr_on(device_of_capacity(7e6), {kNdr, kPdr});
  const auto goals = search.answer().goals;
  ASSERT_EQ(goals.size(), 2u);
  expect_bounds(goals[0], 7e6);
  // With half a percent of loss 7 of 7.035176 million frames come through.
  expect_bounds(goals[1], 7e6 / 0.995);
  EXPECT_EQ(goals[0].goal, kNdr);
  EXPECT_EQ(goals[0].conditional_throughput, FramesPerSecond{7e6});
  EXPECT_NEAR(goals[1].conditional_throughput->count, 7e6, 1);
  EXPECT_LE(search.course().trials, 40u);
}

TEST(Mlr, LooksFirstWhereAsMuchIsLostAsTheGoalAccepts) {
  // Of 14,880,952 frames 7,000,000 came through; they are 99.5 % of 7,035,176.
  const auto search = mlr_on(device_of_capacity(7e6), {kPdr});
  EXPECT_EQ(loads_asked(search.heard())[1], 7'035'176);
  expect_bounds(search.answer().goals[0], 7e6 / 0.995);
}

TEST(Mlr, TheLineRateItselfIsAnIrregularResult) {
  const auto search = mlr_on(device_of_capacity(20e6), {kRfc2544});
  const auto answer = search.answer().goals.at(0);
  EXPECT_EQ(loads_asked(search.heard()), (Loads{14'880'952, 14'880'952, 14'880'952}));
  EXPECT_EQ(answer.irregular, Irregular::max_is_lower_bound);
  EXPECT_EQ(answer.relevant_lower_bound, kLine);
  EXPECT_EQ(answer.relevant_upper_bound, std::nullopt);
  EXPECT_EQ(answer.conditional_throughput, kLine);
}

TEST(Mlr, ADeviceThatForwardsNothingHasNoLowerBound) {
  const auto search = mlr_on(device_of_capacity(0), {kRfc2544, kNdr});
  for (const auto& answer : search.answer().goals) {
    EXPECT_EQ(answer.irregular, Irregular::min_is_upper_bound);
    EXPECT_EQ(answer.relevant_lower_bound, std::nullopt);
    EXPECT_EQ(answer.relevant_upper_bound, FramesPerSecond{9'001});
    EXPECT_EQ(answer.conditional_throughput, std::nullopt);
  }
  EXPECT_EQ(loads_asked(search.heard())[1], 9'001);
}

TEST(Mlr, AgreesWithItsDefinitionWhateverTheCapacity) {
  for (const double capacity : {9'002.0, 50e3, 1'234'567.0, 7e6, 9.3e6, 14.88e6}) {
    const auto search = mlr_on(device_of_capacity(capacity), {kRfc2544, kNdr, kPdr});
    expect_bounds(search.answer().goals[0], capacity);
    expect_bounds(search.answer().goals[1], capacity);
    EXPECT_LE(search.course().trials, 75u) << capacity;
  }
}

TEST(Mlr, ForgivesRareLossWhereTheGoalDoes) {
  // One in ten million: 0.7 frames in a second at 7 Mfps, 1.5 at line rate.
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto search = mlr_on(randomly_losing(1e-7, seed), {kNdr, kPdr});
    EXPECT_EQ(search.course().ended, Ended::complete);
    const auto goals = search.answer().goals;
    EXPECT_EQ(goals[1].irregular, Irregular::max_is_lower_bound) << "seed " << seed;
    EXPECT_GT(goals[1].conditional_throughput->count, 14'880'000);
    // At 6.9 million frames a second half of the seconds lose nothing, at twice that a quarter, at half 7
    // in 10.
    ASSERT_TRUE(goals[0].conditional_throughput) << "seed " << seed;
    EXPECT_GT(goals[0].conditional_throughput->count, 3.45e6) << "seed " << seed;
    EXPECT_LT(goals[0].conditional_throughput->count, 13.8e6) << "seed " << seed;
  }
}

TEST(Mlr, FindsTheSameWhenThreeTrialsInTenAreNotMeasured) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto search =
        mlr_on(sometimes_unmeasured(device_of_capacity(7e6), 0.3, seed), {kRfc2544}, {.repeats = 12});
    EXPECT_EQ(search.answer().goals[0].conditional_throughput, FramesPerSecond{7e6}) << "seed " << seed;
    EXPECT_EQ(search.course().trials, 7 + search.course().not_measured);
  }
}

TEST(Mlr, BeyondWhatTheTesterCanOfferThereIsNoUpperBound) {
  const auto search = mlr_on(tester_of_capacity(9e6, device_of_capacity(20e6)), {kRfc2544}, {.repeats = 1});
  const auto answer = search.answer();
  EXPECT_EQ(answer.goals[0].irregular, Irregular::not_measured);
  EXPECT_EQ(answer.goals[0].relevant_upper_bound, std::nullopt);
  ASSERT_TRUE(answer.goals[0].relevant_lower_bound && answer.lowest_unmeasured);
  EXPECT_LE(answer.goals[0].relevant_lower_bound->count, 9e6);
  EXPECT_GT(answer.lowest_unmeasured->count, 9e6);
  EXPECT_GT(answer.goals[0].relevant_lower_bound->count, 0.995 * answer.lowest_unmeasured->count);
  EXPECT_EQ(search.course().ended, Ended::complete);
}

TEST(Mlr, AWeakTesterDoesNotHideAWeakerDevice) {
  const auto search = mlr_on(tester_of_capacity(9e6, device_of_capacity(7e6)), {kRfc2544});
  expect_bounds(search.answer().goals[0], 7e6);
}

TEST(Mlr, EndsWhenALoadCanNoLongerBeMeasured) {
  // Below what was measured before: the first bound can't be confirmed.
  const Device device = [](const Question& question, std::size_t trial) {
    return trial > 2 && question.load.count > 6e6 ? Reply{.not_measured = "schedule-late"}
                                                  : device_of_capacity(7e6)(question, trial);
  };
  const auto search = mlr_on(device, {kRfc2544}, {.repeats = 0});
  EXPECT_EQ(search.course().ended, Ended::complete);
  const auto answer = search.answer().goals[0];
  EXPECT_LE(answer.relevant_lower_bound->count, 6e6);
  EXPECT_GT(answer.relevant_lower_bound->count, 5.9e6);
  EXPECT_EQ(answer.irregular, Irregular::not_measured);
}

TEST(Mlr, AnUpperBoundBelowALoadThatPassedIsToldAndBoundsTheAnswer) {
  Mlr mlr({.min = {9'001}, .max = kLine, .goals = {kRfc2544}});
  const auto learn = [&](double load, std::uint64_t lost) {
    mlr.learn({.load = {load}, .duration = seconds(60)}, {.offered = 1'000'000, .lost = lost});
  };
  learn(4e6, 0);
  learn(2e6, 1);
  learn(1.995e6, 0);
  learn(1e6, 0);
  const auto answer = mlr.answer().goals[0];
  EXPECT_EQ(answer.inversions, (std::vector<Inversion>{{{2e6}, {4e6}}}));
  EXPECT_EQ(answer.relevant_upper_bound, FramesPerSecond{2e6});
  EXPECT_EQ(answer.relevant_lower_bound, FramesPerSecond{1.995e6});
  EXPECT_EQ(answer.irregular, Irregular::no);
}

TEST(Mlr, AHoleBelowTheCapacityBoundsTheAnswer) {
  const auto search = mlr_on(with_hole(device_of_capacity(7e6), 6.9e6, 7.01e6), {kRfc2544});
  const auto answer = search.answer().goals[0];
  EXPECT_LE(answer.relevant_lower_bound->count, 6.9e6);
  EXPECT_GT(answer.relevant_lower_bound->count, 0.99 * 6.9e6);
  EXPECT_EQ(search.course().ended, Ended::complete);
}

TEST(Mlr, ADeviceThatPausesUsHasTheLoadAsUpperBound) {
  const Device pausing = [](const Question& question, std::size_t) {
    const bool pauses = question.load.count > 3e6;
    return Reply{.offered = frames_of(question), .fell_short = pauses ? "peer-pauses-us" : ""};
  };
  expect_bounds(mlr_on(pausing, {kRfc2544}).answer().goals[0], 3e6);
}

TEST(Mlr, RefusesGoalsThatCannotBeReached) {
  const auto refusal = [](Mlr::Goal goal) { return Search<Mlr>::begin(goal).error().message; };
  EXPECT_EQ(refusal({.min = {1}, .max = kLine}), "mlr: goals: at least one is wanted, there is none");
  EXPECT_EQ(refusal({.min = kLine, .max = kLine, .goals = {kNdr}}),
            "mlr: min: less than max is wanted, as much was found");
  EXPECT_EQ(refusal({.min = {1}, .max = kLine, .goals = {kNdr, {.exceed_ratio = 1}}}),
            "mlr: goals[1]: exceed_ratio: 0 or more and less than 1 is wanted, 1 was found");
  EXPECT_EQ(refusal({.min = {1}, .max = kLine, .goals = {{.width = 0}}}),
            "mlr: goals[0]: width: 1e-06 or more and less than 1 is wanted, 0 was found");
  EXPECT_EQ(refusal({.min = {1}, .max = kLine, .goals = {{.duration_sum = seconds(1)}}}),
            "mlr: goals[0]: duration_sum: at least final_duration is wanted, less was found");
}

}  // namespace
}  // namespace pktgen
