#include "calibration/answers.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

constexpr std::array kLinks{10_Gbps, 10_Gbps};

SizeCalibration size_with_mean(std::uint64_t bytes, double mean) {
  const LatencyFloor floor{.samples = 10, .min = 1, .p50 = 2, .p99 = 3, .mean = mean};
  SizeCalibration size{.size = {bytes}, .floors = {floor, floor}};
  for (const CeilingWay way : kCeilingWays)
    size.ceilings.push_back({.way = way,
                             .line_rate = {1e6},
                             .ceiling = FramesPerSecond{way == CeilingWay::both ? 4e5 : 5e5},
                             .limited_by = "tester-could-not-send",
                             .course = {.ended = Ended::complete}});
  return size;
}

/// Of a latency that grows by so many nanoseconds a byte.
CalibrationAnswers growing_by(double slope) {
  CalibrationAnswers answers;
  for (const std::uint64_t bytes : {64U, 512U, 1518U})
    answers.sizes.push_back(size_with_mean(bytes, 100 + slope * static_cast<double>(bytes)));
  answers.slopes = slopes_of(answers.sizes, kLinks);
  return answers;
}

TEST(CalibrationSlopes, WhatTheLineDoesntTakeIsTheTesters) {
  const auto slope = growing_by(1.05).slopes[0];
  ASSERT_TRUE(slope);
  EXPECT_NEAR(slope->measured, 1.05, 1e-9);
  EXPECT_NEAR(slope->serialisation, 0.8, 1e-12);
  EXPECT_NEAR(slope->of_tester(), 0.25, 1e-9);
  EXPECT_EQ((ByteSlope{.measured = 0.7, .serialisation = 0.8}).of_tester(), 0) << "no tester takes time away";
}
TEST(CalibrationSlopes, TwoSizesOrAnUnknownSpeedTellNothing) {
  CalibrationAnswers answers = growing_by(1);
  EXPECT_FALSE(slopes_of(answers.sizes, {LinkBitsPerSecond{}, 10_Gbps})[0]);
  answers.sizes.pop_back();
  EXPECT_FALSE(slopes_of(answers.sizes, kLinks)[0]);
}
TEST(CalibrationSlopes, InVirtualTimeASecondSerialisationIsADevice) {
  CalibrationAnswers answers = growing_by(1.6);
  look_for_store_and_forward(answers, true);
  ASSERT_EQ(answers.signs.size(), 2U);
  EXPECT_EQ(answers.signs[0],
            "a>b: latency grows by 1.6 ns a byte, 0.8 of it the line's: something stores whole frames");
  CalibrationAnswers cable = growing_by(0.8);
  look_for_store_and_forward(cable, true);
  EXPECT_TRUE(cable.signs.empty());
}
TEST(CalibrationSlopes, InRealTimeItIsOnlyTold) {
  CalibrationAnswers answers = growing_by(1.6);
  look_for_store_and_forward(answers, false);
  EXPECT_TRUE(answers.signs.empty());
  const RunVerdict run = judge_calibration(answers, 3, false, false);
  EXPECT_EQ(run.verdict, Verdict::pass);
  ASSERT_EQ(run.findings.size(), 2U);
  EXPECT_EQ(run.findings[0].rule, "looks-like-store-and-forward");
}

TEST(CalibrationVerdict, IsAPassOnlyOfAWholeOne) {
  EXPECT_EQ(judge_calibration(growing_by(0.8), 3, true, false).verdict, Verdict::pass);
  EXPECT_EQ(judge_calibration(growing_by(0.8), 4, true, false).findings[0].because,
            "1 of 4 sizes weren't tried; nothing was stored");
  CalibrationAnswers answers = growing_by(0.8);
  answers.sizes[1].ceilings[2].ceiling.reset();
  answers.sizes[2].floors[1].reset();
  const RunVerdict run = judge_calibration(answers, 3, true, false);
  EXPECT_EQ(run.verdict, Verdict::not_measured);
  EXPECT_EQ(run.findings[0].rule, "no-ceiling");
  EXPECT_EQ(
      run.findings[0].because,
      "512 bytes, both: no load passed (tester-could-not-send); 1518 bytes, b>a: no latency; nothing was "
      "stored");
}
TEST(CalibrationVerdict, ASignOfADeviceMakesItNone) {
  CalibrationAnswers answers = growing_by(0.8);
  answers.signs = {"a>b: 3 frames came twice"};
  const RunVerdict run = judge_calibration(answers, 9, true, false);
  EXPECT_EQ(run.verdict, Verdict::not_measured);
  ASSERT_EQ(run.findings.size(), 1U) << "what wasn't tried after it is no finding of its own";
  EXPECT_EQ(run.findings[0].rule, "not-a-plain-cable");
}
TEST(CalibrationVerdict, AnInterruptedOneIsNone) {
  const RunVerdict run = judge_calibration(growing_by(0.8), 4, true, true);
  EXPECT_EQ(run.verdict, Verdict::not_measured);
  EXPECT_EQ(run.findings[0].rule, "interrupted");
}
TEST(CalibrationLimits, AreWhatWasFoundOfEachWay) {
  const std::vector<SizeLimits> limits = limits_of(growing_by(0.8).sizes);
  ASSERT_EQ(limits.size(), 3U);
  EXPECT_EQ(limits[0].size, FrameBytes{64});
  EXPECT_EQ(limits[0].one_way[1].count, 5e5);
  EXPECT_EQ(limits[0].both[0].count, 4e5);
  EXPECT_EQ(limits[2].floor[1].p99, 3U);
}

}  // namespace
}  // namespace pktgen
