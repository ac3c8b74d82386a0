#include "search/size_verdict.h"

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

RunVerdict judged(const SizeThroughput& found) { return judge_searches({.throughput = {found}}, {}); }

TEST(SizeVerdict, ALoadThatTheTesterCannotOfferIsOnlyToldWhereTheDeviceFailsBelowIt) {
  const auto found = found_on(tester_of_capacity(9e6, device_of_capacity(7e6)));
  ASSERT_EQ(found.answer.lowest_unmeasured, kLine);
  ASSERT_EQ(found.answer.lowest_failed, FramesPerSecond{7'004'510});
  EXPECT_EQ(verdict_of(found), Verdict::pass);
  const RunVerdict run = judged(found);
  EXPECT_EQ(run.verdict, Verdict::pass);
  ASSERT_TRUE(finding(run, "trials-given-up"));
  EXPECT_EQ(finding(run, "trials-given-up")->effect, Effect::note);
}

TEST(SizeVerdict, ALoadThatTheTesterCannotOfferLeavesADeviceOpenThatFailsNowhereBelow) {
  const auto found = found_on(tester_of_capacity(9e6, device_of_capacity(20e6)));
  EXPECT_EQ(verdict_of(found), Verdict::not_measured);
  const RunVerdict run = judged(found);
  EXPECT_EQ(run.verdict, Verdict::not_measured);
  ASSERT_TRUE(finding(run, "trials-given-up"));
  EXPECT_EQ(finding(run, "trials-given-up")->effect, Effect::voids);
}

TEST(SizeVerdict, ADeviceThatForwardsNothingFailsAlthoughTheLineRateCannotBeOffered) {
  const auto found = found_on(tester_of_capacity(9e6, device_of_capacity(0)));
  ASSERT_EQ(found.answer.lowest_unmeasured, kLine);
  EXPECT_EQ(verdict_of(found), Verdict::fail);
}

TEST(SizeVerdict, LongTrialsThatCannotBeMeasuredAreNoFailureOfTheDevice) {
  const Device stalls_at_length = [](const Question& question, std::size_t trial) {
    return question.duration > std::chrono::seconds(10) ? Reply{.not_measured = "stalled-worker"}
                                                        : device_of_capacity(7e6)(question, trial);
  };
  const auto found = found_on(stalls_at_length);
  ASSERT_EQ(found.answer.throughput, std::nullopt);
  ASSERT_TRUE(found.answer.lowest_failed);
  EXPECT_EQ(verdict_of(found), Verdict::not_measured);
}

TEST(SizeVerdict, ABandOfLoadsThatLosesFramesIsToldWhereASpotCheckPassesAboveIt) {
  Throughput::Goal goal = kGoal;
  goal.spot_checks = 3;
  const auto found = found_on(with_hole(device_of_capacity(7e6), 3.3e6, 3.9e6), goal);
  EXPECT_EQ(found.answer.throughput, FramesPerSecond{3'298'804});
  const RunVerdict run = judged(found);
  ASSERT_TRUE(finding(run, "not-monotonic"));
  EXPECT_EQ(finding(run, "not-monotonic")->because,
            "64 bytes: 3,306,070 frames/s failed although 5,580,357 frames/s passed");
}

TEST(SizeVerdict, ABandOfLoadsBelowALineRateThatPassesIsToldTooAndIsTheAnswersBound) {
  Throughput::Goal goal = kGoal;
  goal.spot_checks = 3;
  const auto found = found_on(with_hole(device_of_capacity(20e6), 7e6, 8e6), goal);
  EXPECT_EQ(found.answer.throughput, FramesPerSecond{6'997'244});
  const RunVerdict run = judged(found);
  ASSERT_TRUE(finding(run, "not-monotonic"));
  EXPECT_EQ(finding(run, "not-monotonic")->because,
            "64 bytes: 7,004,510 frames/s failed although 14,880,952 frames/s passed");
}

TEST(SizeVerdict, NothingIsToldOfAHoleWhereThereIsNone) {
  Throughput::Goal goal = kGoal;
  goal.spot_checks = 3;
  EXPECT_FALSE(finding(judged(found_on(device_of_capacity(7e6), goal)), "not-monotonic"));
}

TEST(SizeVerdict, AnyFailWinsOverNotMeasuredAndThatOverPass) {
  const SizeLoss measured{.size = {64}, .course = {.ended = Ended::complete}};
  SizeLoss open = measured;
  open.course.given_up.push_back({{.load = {1e6}}, {.not_measured = "stalled-worker"}});
  SizeMlr failed{.size = {64}, .course = {.ended = Ended::complete}};
  failed.answer.goals.push_back({.irregular = Mlr::Irregular::min_is_upper_bound});
  EXPECT_EQ(judge_searches({}, {}).verdict, Verdict::not_measured);
  EXPECT_EQ(judge_searches({.loss = {measured}}, {}).verdict, Verdict::pass);
  EXPECT_EQ(judge_searches({.loss = {open, measured}}, {}).verdict, Verdict::not_measured);
  EXPECT_EQ(judge_searches({.loss = {open, measured}, .mlr = {failed}}, {}).verdict, Verdict::fail);
  EXPECT_EQ(judge_searches({.loss = {measured}}, {.interrupted = true}).verdict, Verdict::not_measured);
}

TEST(SizeVerdict, ABurstAtTheLimitIsNoResultAndLineRateNeedsNone) {
  SizeBurst found{.size = {64}, .course = {.ended = Ended::complete}};
  EXPECT_EQ(verdict_of(found), Verdict::not_measured);
  found.answer.mean_frames = 1889;
  EXPECT_EQ(verdict_of(found), Verdict::pass);
  EXPECT_EQ(verdict_of(SizeBurst{.answer = {.is_applicable = false}}), Verdict::pass);
  const SizeBurst deep{.size = {64}, .answer = {.reached_limit = true}, .course = {.ended = Ended::complete}};
  EXPECT_EQ(verdict_of(deep), Verdict::not_measured);
  EXPECT_TRUE(finding(judge_searches({.burst = {deep}}, {}), "burst-at-the-limit"));
}

TEST(SizeVerdict, ALatencyOfALoadWithoutSamplesIsNotMeasured) {
  SizeLatency found{.size = {64}, .course = {.ended = Ended::complete}};
  EXPECT_EQ(verdict_of(found), Verdict::not_measured);
  found.points.push_back({.latency = LatencySummary{.samples = 1}});
  EXPECT_EQ(verdict_of(found), Verdict::pass);
  found.points.push_back({.lost = 3});
  EXPECT_EQ(verdict_of(found), Verdict::not_measured);
  EXPECT_TRUE(finding(judge_searches({.latency = {found}}, {}), "lost-at-throughput"));
}

TEST(Repetitions, GiveTheEndsOfAllAndTheMedianOfTheRest) {
  const std::vector<LatencySummary> each{{.samples = 10, .min = 5, .p50 = 30, .max = 90, .mean = 31},
                                         {.samples = 20, .min = 7, .p50 = 10, .max = 99, .mean = 11},
                                         {},
                                         {.samples = 30, .min = 9, .p50 = 20, .max = 50, .mean = 22}};
  const auto all = over_repetitions(each);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->samples, 60u);
  EXPECT_EQ(all->min, 5u);
  EXPECT_EQ(all->p50, 20u);
  EXPECT_EQ(all->max, 99u);
  EXPECT_EQ(all->mean, 22.0);
  EXPECT_FALSE(over_repetitions(std::vector<LatencySummary>(3)));
}

}  // namespace
}  // namespace pktgen
