#include "search/trial_reply.h"

#include <gtest/gtest.h>

#include "verdict/evidence_builder.h"

namespace pktgen {
namespace {

using std::chrono::seconds;

const Question kQuestion{.load = {1e6}, .duration = seconds(10)};

/// What a search hears of the trial in which each scene is a direction.
Reply heard_of(const std::vector<Scene>& scenes, const Question& question = kQuestion) {
  Outcome outcome;
  std::vector<TrialVerdict> verdicts;
  for (const Scene& scene : scenes) {
    outcome.directions.push_back(scene.way);
    verdicts.push_back(scene.judge());
  }
  return reply_to(question, outcome, verdicts);
}

TEST(TrialFor, TakesOverLoadDurationAndTheLongerDrain) {
  const Trial each{.size = {512}, .load = {Load::Unit::percent, 50}, .drain = seconds(5), .sample_frames = 3};
  const Trial trial = trial_for(kQuestion, each);
  EXPECT_EQ(trial.load, (Load{Load::Unit::frames_per_second, 1e6}));
  EXPECT_EQ(trial.duration, seconds(10));
  EXPECT_EQ(trial.drain, seconds(5));
  EXPECT_EQ(trial.size, FrameBytes{512});
  EXPECT_EQ(trial.sample_frames, 3u);
  EXPECT_EQ(trial_for(kQuestion, {.drain = seconds(1)}).drain, seconds(2));
}

TEST(TrialFor, ABurstLastsHalfAFrameLongerThanItsFrames) {
  // At 10 Gb/s a frame of 64 bytes takes 67.2 ns.
  const Question burst{.load = {10e9 / 672}, .duration = Nanoseconds{67'200}, .burst_frames = 1000};
  EXPECT_EQ(trial_for(burst, {}).duration, Nanoseconds{67'234});
  const Question one{.load = {10e9 / 672}, .duration = Nanoseconds{68}, .burst_frames = 1};
  EXPECT_EQ(trial_for(one, {}).duration, Nanoseconds{101});
}

TEST(ReplyTo, SumsUpTheDirections) {
  const Reply reply = heard_of({Scene::of(1000), Scene::of(500).receive({.delivered = 490})});
  EXPECT_EQ(reply, (Reply{.offered = 1500, .lost = 10}));
}

TEST(ReplyTo, CountsDamagedFramesAsLost) {
  const Reply reply =
      heard_of({Scene::of(1000).receive({.delivered = 990, .corrupted = 4}, {.rx_crc_errors = 3})});
  EXPECT_EQ(reply, (Reply{.offered = 1000, .lost = 10}));
}

TEST(ReplyTo, ADuplicateMakesUpForNoLoss) {
  EXPECT_EQ(heard_of({Scene::of(1000).receive({.delivered = 999, .duplicated = 1})}).lost, 1u);
}

TEST(ReplyTo, FramesThatTheTesterMissedAreNotMeasured) {
  const Reply reply =
      heard_of({Scene::of(1000), Scene::of(1000).receive({.delivered = 900}, {.rx_missed = 100})});
  EXPECT_EQ(reply, (Reply{.not_measured = "tester-could-not-receive"}));
}

TEST(ReplyTo, ALoadThatWasNotOfferedIsNotMeasured) {
  Scene scene = Scene::of(1000);
  scene.way.tx = {.due = 1000, .sent = 900, .ring_full = 100};
  scene.receive({.delivered = 900});
  EXPECT_EQ(heard_of({scene, scene}), (Reply{.not_measured = "tester-could-not-send"}));
}

TEST(ReplyTo, WhoPausesUsFallsShortAlthoughNothingIsLost) {
  Scene scene = Scene::of(1000);
  scene.way.sender.rx_pause = 7;
  EXPECT_EQ(heard_of({scene}), (Reply{.offered = 1000, .fell_short = "peer-pauses-us"}));
}

/// All came, but half of it after sending had ended, each frame later than the one before.
Scene slow_device() {
  Scene scene = Scene::of(1'000'000).receive({.delivered = 1'000'000, .late = 500'000});
  scene.way.latency = {
      .samples = 1'000'000, .min = 1'000, .p50 = 500'000'000, .p90 = 900'000'000, .max = 1'000'000'000};
  return scene;
}

TEST(ReplyTo, WhoForwardsTooSlowlyFallsShortButNotWithABurst) {
  EXPECT_EQ(heard_of({slow_device()}), (Reply{.offered = 1'000'000, .fell_short = "delivered-too-slowly"}));
  const Question burst{.load = {1e6}, .duration = seconds(1), .burst_frames = 1'000'000};
  EXPECT_EQ(heard_of({slow_device()}, burst), (Reply{.offered = 1'000'000}));
}

TEST(ReplyTo, ABurstOfOtherThanTheFramesAskedForIsNotMeasured) {
  const Question burst{.load = {1e6}, .duration = Nanoseconds{1'001'000}, .burst_frames = 1001};
  EXPECT_EQ(heard_of({Scene::of(1000)}, burst),
            (Reply{.not_measured = "a burst of 1001 frames was asked for, 1000 were sent"}));
}

TEST(ReplyTo, WithoutAVerdictNothingIsMeasured) {
  EXPECT_EQ(reply_to(kQuestion, {}, {TrialVerdict{}}), (Reply{.not_measured = "no verdict"}));
}

}  // namespace
}  // namespace pktgen
