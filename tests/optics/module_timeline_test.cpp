#include "optics/module_timeline.h"

#include <chrono>
#include <cmath>
#include <gtest/gtest.h>

namespace pktgen {
namespace {

using namespace std::chrono_literals;

/// A module that receives so much: low warning at 0.02 mW, low alarm at 0.01 mW.
Module lit(double milliwatts) {
  Reading reading;
  reading.monitor = Monitor::rx_power;
  reading.value = milliwatts;
  reading.thresholds =
      Thresholds{.high_alarm = 2, .low_alarm = 0.01, .high_warning = 1.5, .low_warning = 0.02};
  Module module;
  module.diagnostics.readings = {reading};
  return module;
}

TimelineRecorder read_each_second(const std::vector<double>& powers, std::size_t most_spans = 1000) {
  TimelineRecorder recorder(1s, 10s, most_spans);
  Nanoseconds at{};
  for (const double power : powers) {
    recorder.add(at, lit(power));
    at += 1s;
  }
  return recorder;
}

TEST(ModuleTimeline, ReadingsAfterTheEndAreTheLastSpans) {
  TimelineRecorder recorder(1s, 10s, 1000, 15s);
  for (Nanoseconds at{}; at <= 17s; at += 1s) recorder.add(at, lit(0.5));
  ASSERT_EQ(recorder.timeline().spans.size(), 2u);
  EXPECT_EQ(recorder.timeline().spans[1].readings, 8u);
  EXPECT_EQ(recorder.timeline().spans[1].to, 15s);
}

TEST(ModuleTimeline, ASpanHasTheLeastTheMostAndTheLastOfItsReadings) {
  std::vector<double> powers(20, 0.5);
  powers[3] = 0.45, powers[7] = 0.55, powers[19] = 0.48;
  const ModuleTimeline timeline = read_each_second(powers).timeline();
  ASSERT_EQ(timeline.spans.size(), 2u);
  EXPECT_EQ(timeline.spans[0].readings, 10u);
  EXPECT_EQ(timeline.spans[0].to, 10s);
  EXPECT_EQ(timeline.spans[0].monitors[0].least, 0.45);
  EXPECT_EQ(timeline.spans[0].monitors[0].most, 0.55);
  EXPECT_EQ(timeline.spans[1].monitors[0].last, 0.48);
  EXPECT_EQ(timeline.all_steps, 0u) << "0.9 dB at most";
}

TEST(ModuleTimeline, SpansArePutTogetherTwoByTwoWhenThereAreTooMany) {
  std::vector<double> powers(50, 0.5);
  powers[15] = 0.45;
  const ModuleTimeline timeline = read_each_second(powers, 4).timeline();
  ASSERT_EQ(timeline.spans.size(), 3u);
  EXPECT_EQ(timeline.spans[0].from, 0s);
  EXPECT_EQ(timeline.spans[0].to, 20s);
  EXPECT_EQ(timeline.spans[0].readings, 20u);
  EXPECT_EQ(timeline.spans[0].monitors[0].least, 0.45);
  EXPECT_EQ(timeline.spans[2].from, 40s);
  EXPECT_EQ(timeline.spans[2].readings, 10u);
  EXPECT_EQ(span_of(timeline, 0s, 40s).readings, 40u);
  EXPECT_EQ(span_of(timeline, 0s, 40s).monitors[0].least, 0.45);
}

TEST(ModuleTimeline, AFallOverSeveralReadingsIsOneStepFromTheFirstOneThatShowedIt) {
  const ModuleTimeline timeline = read_each_second({1, 1, 0.5, 0.25, 0.25, 0.25, 1, 1}).timeline();
  ASSERT_EQ(timeline.steps.size(), 2u);
  EXPECT_EQ(timeline.steps[0].at, 2s);
  EXPECT_EQ(timeline.steps[0].from, 1);
  EXPECT_EQ(timeline.steps[0].to, 0.25);
  EXPECT_NEAR(*fallen_db(timeline.steps[0]), 6.0206, 1e-4);
  EXPECT_EQ(timeline.steps[1].at, 6s);
  EXPECT_EQ(timeline.steps[1].from, 0.25);
  EXPECT_EQ(timeline.steps[1].to, 1);
}

TEST(ModuleTimeline, NoLightIsAStepWithoutDecibels) {
  const ModuleTimeline timeline = read_each_second({1, 0, 0, 1}).timeline();
  ASSERT_EQ(timeline.steps.size(), 2u);
  EXPECT_EQ(fallen_db(timeline.steps[0]), std::nullopt);
  EXPECT_EQ(timeline.steps[1].at, 3s);
}

TEST(ModuleTimeline, AThresholdThatIsCrossedIsToldWithItsTimesAndTheWorst) {
  const ModuleTimeline timeline = read_each_second({0.5, 0.015, 0.012, 0.5, 0.5}).timeline();
  ASSERT_EQ(timeline.excursions.size(), 1u);
  EXPECT_EQ(name_of(timeline.excursions[0].limit), "low warning");
  EXPECT_EQ(timeline.excursions[0].at, 1s);
  EXPECT_EQ(timeline.excursions[0].until, 3s);
  EXPECT_EQ(timeline.excursions[0].worst, 0.012);
  EXPECT_EQ(read_each_second({0.5, 0.015}).timeline().excursions[0].until, std::nullopt);
}

TEST(ModuleTimeline, ReadingsAroundALossAreKeptAndNoOthers) {
  TimelineRecorder recorder(1s, 10s, 1000);
  for (int i = 0; i < 100; ++i) {
    recorder.add(i * 1s, lit(0.5));
    if (i == 50) recorder.keep_near();
  }
  const ModuleTimeline timeline = recorder.timeline();
  ASSERT_EQ(timeline.near_losses.size(), 5u);
  EXPECT_EQ(timeline.near_losses.front().at, 47s);
  EXPECT_EQ(timeline.near_losses.back().at, 51s);
  EXPECT_EQ(readings_near(timeline, 50500ms).before->at, 50s);
  EXPECT_EQ(readings_near(timeline, 50500ms).after->at, 51s);
  EXPECT_EQ(readings_near(timeline, 20s).before, nullptr);
}

TEST(ModuleTimeline, MemoryHasABoundWhateverHappens) {
  TimelineRecorder recorder(1s, 10s, 100);
  for (int i = 0; i < 20'000; ++i) {
    recorder.add(i * 1s, lit(i % 4 < 2 ? 1 : 0.001));
    recorder.keep_near();
  }
  const ModuleTimeline& timeline = recorder.timeline();
  EXPECT_LE(timeline.spans.size(), 100u);
  EXPECT_EQ(timeline.near_losses.size(), 4000u);
  EXPECT_EQ(timeline.steps.size(), 100u);
  EXPECT_EQ(timeline.all_steps, 9'999u);
  EXPECT_EQ(timeline.excursions.size(), 100u);
  EXPECT_EQ(timeline.all_excursions, 10'000u) << "5,000 times a warning and an alarm";
}

}  // namespace
}  // namespace pktgen
