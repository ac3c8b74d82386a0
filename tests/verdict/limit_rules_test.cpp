#include <gtest/gtest.h>

#include "evidence_builder.h"

namespace pktgen {
namespace {

/// A tester that was shown to do 6 million frames of 64 bytes a second each way, in virtual time, with 100
/// ns.
TesterLimits six_million() {
  const LatencyFloor floor{.samples = 1000, .min = 100, .p50 = 110, .p99 = 120, .mean = 112};
  SizeLimits small{.size = {64}, .floor = {floor, floor}};
  small.one_way = small.both = {FramesPerSecond{6e6}, FramesPerSecond{6e6}};
  SizeLimits large = small;
  large.size = {512};
  large.one_way = large.both = {FramesPerSecond{2e6}, FramesPerSecond{2e6}};
  return {.links = {10_Gbps, 10_Gbps}, .is_virtual = true, .sizes = {small, large}};
}

Scene sent(std::uint64_t frames, std::uint64_t delivered, FrameBytes size = {64}) {
  Scene scene = Scene::of(frames, size).receive({.delivered = delivered});
  scene.criteria.limits = six_million();
  return scene;
}

TEST(CalibratedCeiling, LossAboveItIsNotMeasuredAndNotTheDevices) {
  const TrialVerdict v = sent(7'000'000, 6'999'990).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), (Names{"above-calibrated-ceiling"}));
  EXPECT_EQ(
      v.findings[0].because,
      "sent 7,000,000 frames/s, where the tester was shown to do 6,000,000 frames/s of 64 bytes on a plain "
      "cable: up to 10 of the 10 missing may be its own loss");
}
TEST(CalibratedCeiling, LossAtItIsTheDevices) {
  const TrialVerdict v = sent(6'000'000, 5'999'990).judge();
  EXPECT_EQ(v.verdict, Verdict::fail);
  EXPECT_EQ(rules_of(v.findings), (Names{"device-drops"}));
}
TEST(CalibratedCeiling, ClocksMayDifferByAHundredPpm) {
  EXPECT_EQ(sent(6'000'601, 6'000'000).judge().verdict, Verdict::fail);
  EXPECT_EQ(sent(6'000'602, 6'000'000).judge().verdict, Verdict::not_measured);
}
TEST(CalibratedCeiling, WithoutLossALoadAboveItPasses) {
  EXPECT_EQ(sent(7'000'000, 7'000'000).judge().verdict, Verdict::pass);
}
TEST(CalibratedCeiling, WhatCameEverLaterAboveItMayHaveWaitedInOurOwnRings) {
  Scene scene = sent(7'000'000, 7'000'000);
  scene.way.ledger.late = 100'000;
  scene.way.latency = {.samples = 7'000'000,
                       .min = 100,
                       .p50 = 7'000'000,
                       .p90 = 12'700'000,
                       .p99 = 14'000'000,
                       .max = 14'200'000,
                       .mean = 7e6};
  const TrialVerdict v = scene.judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), (Names{"above-calibrated-ceiling"}));
  scene.criteria.limits.reset();
  EXPECT_EQ(rules_of(scene.judge().findings), (Names{"delivered-too-slowly"}));
}
TEST(CalibratedCeiling, MoreLossThanTheExcessIsStillEvidenceAgainstTheDevice) {
  const TrialVerdict v = sent(7'000'000, 5'000'000).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), (Names{"above-calibrated-ceiling", "loss-beyond-tester"}));
}
TEST(CalibratedCeiling, DamagedFramesAboveItAreTheLinksFault) {
  Scene scene = Scene::of(7'000'000).receive({.delivered = 6'999'999}, {.rx_crc_errors = 1});
  scene.criteria.limits = six_million();
  EXPECT_EQ(scene.judge().verdict, Verdict::fail);
}
TEST(CalibratedCeiling, BetweenTwoSizesThatOfTheNeighbourHoldsAndIsNamed) {
  const TrialVerdict v = sent(3'000'000, 2'999'999, {128}).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_NE(v.findings[0].because.find("128 bytes (of 512, the nearest size that was tried)"),
            std::string::npos)
      << v.findings[0].because;
}
TEST(CalibratedCeiling, AnotherSpeedOrAnUntriedSizeIsHeldAgainstNothing) {
  Scene slow = sent(7'000'000, 6'999'990);
  slow.criteria.limits->links = {1_Gbps, 1_Gbps};
  EXPECT_EQ(slow.judge().verdict, Verdict::fail);
  EXPECT_EQ(sent(800'000, 799'999, {1518}).judge().verdict, Verdict::fail);
}

TEST(LatencyFloor, NoDeviceIsFasterThanNoDevice) {
  Scene scene = sent(1000, 1000);
  scene.way.latency = {.samples = 1000, .min = 99, .p50 = 110, .p99 = 120, .max = 130, .mean = 111};
  const TrialVerdict v = scene.judge();
  EXPECT_EQ(rules_of(v.findings), (Names{"latency-below-floor"}));
  EXPECT_EQ(v.verdict, Verdict::pass) << "nothing was lost: the figures of latency alone are in doubt";
  scene.way.latency.min = 100;
  EXPECT_TRUE(scene.judge().findings.empty());
}
TEST(LatencyFloor, InRealTimeATenthIsLeftForScatter) {
  Scene scene = sent(1000, 1000);
  scene.criteria.limits->is_virtual = false;
  scene.way.latency = {.samples = 1000, .min = 90, .p50 = 110, .p99 = 120, .max = 130, .mean = 111};
  EXPECT_TRUE(scene.judge().findings.empty());
  scene.way.latency.min = 89;
  EXPECT_EQ(rules_of(scene.judge().findings), (Names{"latency-below-floor"}));
}

}  // namespace
}  // namespace pktgen
