#include "search/throughput_run.h"

#include <gtest/gtest.h>

#include "search/simulated.h"

namespace pktgen {
namespace {

constexpr Throughput::Goal kGoal{.max = kLine, .precision = {10'000}};

SizeThroughput found_on(const Device& device, Throughput::Goal goal = kGoal) {
  const auto search = searched<Throughput>(goal, device, {.repeats = 1});
  return {.size = {64},
          .line_rate = kLine,
          .goal = goal,
          .answer = search.answer(),
          .course = search.course(),
          .fell_short = lowest_short(search.heard())};
}

/// Nothing: the run doesn't say so.
const Finding* finding(const RunVerdict& run, std::string_view rule) {
  for (const Finding& one : run.findings)
    if (one.rule == rule) return &one;
  return nullptr;
}

RunVerdict judged(const SizeThroughput& found) { return judge_throughput({&found, 1}, {}); }

TEST(ThroughputRun, ALoadThatTheTesterCannotOfferIsOnlyToldWhereTheDeviceFailsBelowIt) {
  const auto found = found_on(tester_of_capacity(9e6, device_of_capacity(7e6)));
  ASSERT_EQ(found.answer.lowest_unmeasured, kLine);
  ASSERT_EQ(found.answer.lowest_failed, FramesPerSecond{7'004'510});
  EXPECT_EQ(verdict_of(found), Verdict::pass);
  const RunVerdict run = judged(found);
  EXPECT_EQ(run.verdict, Verdict::pass);
  ASSERT_TRUE(finding(run, "trials-given-up"));
  EXPECT_EQ(finding(run, "trials-given-up")->effect, Effect::note);
}

TEST(ThroughputRun, ALoadThatTheTesterCannotOfferLeavesADeviceOpenThatFailsNowhereBelow) {
  const auto found = found_on(tester_of_capacity(9e6, device_of_capacity(20e6)));
  EXPECT_EQ(verdict_of(found), Verdict::not_measured);
  const RunVerdict run = judged(found);
  EXPECT_EQ(run.verdict, Verdict::not_measured);
  ASSERT_TRUE(finding(run, "trials-given-up"));
  EXPECT_EQ(finding(run, "trials-given-up")->effect, Effect::voids);
}

TEST(ThroughputRun, ADeviceThatForwardsNothingFailsAlthoughTheLineRateCannotBeOffered) {
  const auto found = found_on(tester_of_capacity(9e6, device_of_capacity(0)));
  ASSERT_EQ(found.answer.lowest_unmeasured, kLine);
  EXPECT_EQ(verdict_of(found), Verdict::fail);
}

TEST(ThroughputRun, LongTrialsThatCannotBeMeasuredAreNoFailureOfTheDevice) {
  const Device stalls_at_length = [](const Question& question, std::size_t trial) {
    return question.duration > std::chrono::seconds(10) ? Reply{.not_measured = "stalled-worker"}
                                                        : device_of_capacity(7e6)(question, trial);
  };
  const auto found = found_on(stalls_at_length);
  ASSERT_EQ(found.answer.throughput, std::nullopt);
  ASSERT_TRUE(found.answer.lowest_failed);
  EXPECT_EQ(verdict_of(found), Verdict::not_measured);
}

TEST(ThroughputRun, ABandOfLoadsThatLosesFramesIsToldWhereASpotCheckPassesAboveIt) {
  Throughput::Goal goal = kGoal;
  goal.spot_checks = 3;
  const auto found = found_on(with_hole(device_of_capacity(7e6), 3.3e6, 3.9e6), goal);
  EXPECT_EQ(found.answer.throughput, FramesPerSecond{3'298'804});
  const RunVerdict run = judged(found);
  ASSERT_TRUE(finding(run, "not-monotonic"));
  EXPECT_EQ(finding(run, "not-monotonic")->because,
            "64 bytes: 3,306,070 frames/s failed although 5,580,357 frames/s passed");
}

TEST(ThroughputRun, ABandOfLoadsBelowALineRateThatPassesIsToldTooAndIsTheAnswersBound) {
  Throughput::Goal goal = kGoal;
  goal.spot_checks = 3;
  const auto found = found_on(with_hole(device_of_capacity(20e6), 7e6, 8e6), goal);
  EXPECT_EQ(found.answer.throughput, FramesPerSecond{6'997'244});
  const RunVerdict run = judged(found);
  ASSERT_TRUE(finding(run, "not-monotonic"));
  EXPECT_EQ(finding(run, "not-monotonic")->because,
            "64 bytes: 7,004,510 frames/s failed although 14,880,952 frames/s passed");
}

TEST(ThroughputRun, NothingIsToldOfAHoleWhereThereIsNone) {
  Throughput::Goal goal = kGoal;
  goal.spot_checks = 3;
  EXPECT_FALSE(finding(judged(found_on(device_of_capacity(7e6), goal)), "not-monotonic"));
}

}  // namespace
}  // namespace pktgen
