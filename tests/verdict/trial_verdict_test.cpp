#include "verdict/trial_verdict.h"

#include <gtest/gtest.h>

#include "evidence_builder.h"

namespace pktgen {
namespace {

TEST(TrialVerdict, PassesWhenAllThatWasAskedWasSentAndDelivered) {
  const TrialVerdict v = Scene().judge();
  EXPECT_EQ(v.verdict, Verdict::pass);
  EXPECT_EQ(rules_of(v.findings), Names{});
}

TEST(TrialVerdict, OneFrameOfFourteenMillionFailsIt) {
  Scene scene;
  const TrialVerdict v = scene.receive({.delivered = 14'880'951}).judge();
  EXPECT_EQ(v.verdict, Verdict::fail);
  EXPECT_EQ(because(v.findings, "device-drops"),
            "1 of 14,880,952 frames lost (6.72e-6 %) at 14,880,952 frames/s");
}

TEST(TrialVerdict, ForgivesLossUpToTheAcceptedRatioButTellsIt) {
  Scene scene;
  scene.criteria.accepted_loss_ratio = 1e-6;
  EXPECT_EQ(scene.receive({.delivered = 14'880'951}).judge().verdict, Verdict::pass);
  EXPECT_EQ(rules_of(scene.judge().findings), Names{"device-drops"});
  EXPECT_EQ(scene.receive({.delivered = 14'880'900}).judge().verdict, Verdict::fail);
}

TEST(TrialVerdict, SaysWhenNothingCameThrough) {
  Scene scene = Scene::of(100'000);
  const TrialVerdict v = scene.receive({.delivered = 0}).judge();
  EXPECT_EQ(v.verdict, Verdict::fail);
  EXPECT_EQ(rules_of(v.findings), Names{"device-drops-everything"});
  EXPECT_EQ(because(v.findings, "device-drops-everything"),
            "100,000 of 100,000 frames lost: nothing came through");
}

TEST(TrialVerdict, ATrialThatWasNotStartedIsNotMeasuredAndSaysWhy) {
  Trial trial;
  Outcome outcome;
  outcome.not_started = "emu:b has no link after 30 s";
  const auto verdicts = judge_trial(trial, outcome, {});
  ASSERT_EQ(verdicts.size(), 2u);
  EXPECT_EQ(verdicts[1].verdict, Verdict::not_measured);
  EXPECT_EQ(because(verdicts[1].findings, "not-started"), "emu:b has no link after 30 s");
}

TEST(TrialVerdict, AnInterruptedTrialIsNotMeasured) {
  Scene scene;
  scene.outcome.interrupted = true;
  const TrialVerdict v = scene.judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(because(v.findings, "interrupted"),
            "stopped by hand after 1.0 s of sending; what was counted until then is kept");
}

TEST(TrialVerdict, ToleratesATenthOfAPercentAndTheClocks) {
  Scene scene = Scene::of(1'000'000);
  scene.way.load = {1'001'000};  // 0.0999 % short
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
  scene.way.load = {1'001'102};  // 0.1101 % short
  EXPECT_EQ(scene.judge().verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(scene.judge().findings), Names{"tester-could-not-send"});
}

TEST(TrialVerdict, UnsentFramesBeyondToleranceAreNotMeasuredAndNameTheCause) {
  Scene scene = Scene::of(1'000'000);
  scene.way.tx = {.due = 1'002'000, .sent = 1'000'000, .no_buffer = 2'000};
  EXPECT_EQ(because(scene.judge().findings, "tester-could-not-send"),
            "sent 1,000,000 of 1,000,000 frames/s (100 % of what was asked); 2,000 frames found no buffer "
            "(no_buffer)");
}

TEST(TrialVerdict, SendingMoreThanAskedIsNoMeasurementEither) {
  Scene scene = Scene::of(1'000'000);
  scene.way.load = {990'000};
  EXPECT_EQ(scene.judge().verdict, Verdict::not_measured);
  EXPECT_EQ(because(scene.judge().findings, "offered-too-much"),
            "sent 1,000,000 frames/s where 990,000 were asked");
}

TEST(TrialVerdict, OneFrameMoreOrLessIsTheRoundingOfAShortTrial) {
  Scene scene = Scene::of(10);
  scene.way.load = {10.9};
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
  scene.way.load = {9.1};
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
}

TEST(TrialVerdict, CountsThatDoNotAddUpMeasureNothing) {
  Scene scene;
  scene.way.ledger.delivered -= 1;
  EXPECT_EQ(scene.judge().verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(scene.judge().findings), Names{"counters-inconsistent"});
}

TEST(TrialVerdict, ALateScheduleVoidsOnlyTheLossThatItsBurstCouldCause) {
  Scene scene = Scene::of(1'000'000);  // 6.72 % of line rate: 932 frames heap up in a millisecond
  scene.way.largest_lag = std::chrono::milliseconds(1);
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
  EXPECT_EQ(scene.receive({.delivered = 999'100}).judge().verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(scene.judge().findings), Names{"schedule-late"});
  EXPECT_EQ(scene.receive({.delivered = 999'000}).judge().verdict, Verdict::fail);
}

TEST(TrialVerdict, ALateScheduleAtLineRateMakesNoBurst) {
  Scene scene;
  scene.way.largest_lag = std::chrono::milliseconds(5);
  EXPECT_EQ(scene.receive({.delivered = 14'880'951}).judge().verdict, Verdict::fail);
}

TEST(TrialVerdict, CorruptedFramesFailItEvenIfNoneIsLost) {
  Scene scene;
  const TrialVerdict v = scene.receive({.delivered = 14'880'950, .corrupted = 2}).judge();
  EXPECT_EQ(v.verdict, Verdict::fail);
  EXPECT_EQ(rules_of(v.findings), Names{"corrupted-frames"});
}

TEST(TrialVerdict, OurOwnPauseFramesVoidLossButNotADeliveryOfAll) {
  Scene scene;
  scene.way.receiver.tx_pause = 5;
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
  EXPECT_EQ(scene.receive({.delivered = 14'000'000}, {.tx_pause = 5}).judge().verdict, Verdict::not_measured);
}

TEST(TrialVerdict, PauseFramesAreTheFarSidesDoingEvenIfOurReceiverMissedFrames) {
  Scene scene;
  scene.way.sender.rx_pause = 7;
  scene.receive({.delivered = 14'880'000}, {.rx_missed = 952});
  EXPECT_EQ(scene.judge().verdict, Verdict::fail);
  EXPECT_EQ(rules_of(scene.judge().findings), (Names{"tester-could-not-receive", "peer-pauses-us"}));
}

TEST(TrialVerdict, ADeepBufferThatFillsAllTheTimeIsTooSlow) {
  Scene scene = Scene::of(1'000'000);
  scene.receive({.delivered = 1'000'000, .late = 300'000});
  scene.way.latency = {.samples = 1'000'000,
                       .min = 1'000,
                       .p50 = 210'000'000,
                       .p90 = 380'000'000,
                       .p99 = 424'000'000,
                       .max = 428'000'000};
  EXPECT_EQ(scene.judge().verdict, Verdict::fail);
  EXPECT_EQ(rules_of(scene.judge().findings), Names{"delivered-too-slowly"});
}

TEST(TrialVerdict, ALongWayIsNotASlowDevice) {
  Scene scene = Scene::of(1'000'000);
  scene.receive({.delivered = 1'000'000, .late = 50'000});
  scene.way.latency = {.samples = 1'000'000,
                       .min = 50'000'000,
                       .p50 = 50'000'000,
                       .p90 = 50'000'000,
                       .p99 = 50'000'000,
                       .max = 50'000'000};
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
}

TEST(TrialVerdict, ALongWayWithSomeJitterIsNotASlowDevice) {
  Scene scene = Scene::of(1'000'000);
  scene.receive({.delivered = 1'000'000, .late = 50'500});
  scene.way.latency = {.samples = 1'000'000,
                       .min = 50'000'000,
                       .p50 = 55'000'000,
                       .p90 = 60'000'000,
                       .p99 = 70'000'000,
                       .max = 75'000'000};
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
}

TEST(TrialVerdict, AStandingQueueIsNotASlowDevice) {
  Scene scene = Scene::of(148'810);
  scene.receive({.delivered = 148'810, .late = 512});
  scene.way.latency = {
      .samples = 148'810, .min = 100, .p50 = 34'000, .p90 = 34'400, .p99 = 34'400, .max = 34'400};
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
}

TEST(TrialVerdict, AHiccupAtTheEndIsNotASlowDevice) {
  Scene scene = Scene::of(1'000'000);
  scene.receive({.delivered = 1'000'000, .late = 5'000});
  scene.way.latency = {
      .samples = 1'000'000, .min = 100, .p50 = 200, .p90 = 300, .p99 = 5'000, .max = 5'000'000};
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
}

TEST(TrialVerdict, FramesThatArrivedDidLeaveWhateverTheCounterSays) {
  Scene scene = Scene::of(100'000);
  scene.way.sender.tx_frames = 99'000;
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
  EXPECT_EQ(rules_of(scene.judge().findings), Names{});
}

TEST(TrialVerdict, LossBeyondWhatNeverLeftIsEvidence) {
  Scene scene = Scene::of(100'000);
  scene.way.sender.tx_frames = 99'000;
  scene.receive({.delivered = 98'000});
  EXPECT_EQ(scene.judge().verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(scene.judge().findings), (Names{"tx-counter-short", "loss-beyond-tester"}));
}

TEST(TrialVerdict, FramesForWhichTheReceiverHadNoBufferAreOurs) {
  Scene scene = Scene::of(100'000);
  EXPECT_EQ(scene.receive({.delivered = 99'990}, {.rx_no_buffer = 10}).judge().verdict,
            Verdict::not_measured);
}

TEST(TrialVerdict, NotesChangeNoVerdict) {
  Scene scene;
  scene.receive({.delivered = 14'880'952, .duplicated = 3, .reordered = 2, .surplus = 4});
  scene.way.latency.negative = 9;
  const TrialVerdict v = scene.judge();
  EXPECT_EQ(v.verdict, Verdict::pass);
  EXPECT_EQ(rules_of(v.findings),
            (Names{"surplus-frames", "negative-latency", "duplicated-frames", "reordered-frames"}));
}

TEST(TrialVerdict, ALinkThatStaysDownIsToldAsSuch) {
  Scene scene;
  scene.outcome.link_downs = {{1, std::chrono::milliseconds(300), std::nullopt}};
  EXPECT_EQ(because(scene.judge().findings, "link-down-in-trial"), "link of emu:b down for good at t=0.3 s");
}

TEST(TrialVerdict, ACablePulledOutIsToldOnceWithBothItsEnds) {
  Scene scene;
  scene.outcome.link_downs = {{0, std::chrono::milliseconds(300), std::chrono::milliseconds(200)},
                              {1, std::chrono::milliseconds(320), std::chrono::milliseconds(200)}};
  EXPECT_EQ(because(scene.judge().findings, "link-down-in-trial"),
            "link of emu:a and emu:b (seen at both ends) down 0.2 s at t=0.3 s");
}

TEST(Verdict, HasOneExitCodeEach) {
  EXPECT_EQ(exit_code(Verdict::pass), 0);
  EXPECT_EQ(exit_code(Verdict::fail), 1);
  EXPECT_EQ(exit_code(Verdict::not_measured), 6);
}

/// Ports of one XL710: 37 million frames below 160 bytes over both.
Scene on_one_card(double load, std::uint64_t lost) {
  Scene scene = Scene::of(30'000'000, {64});
  scene.way.load = {load};
  scene.way.link = {40'000'000'000};
  scene.way.sending_time = std::chrono::seconds(1);
  scene.receive({.delivered = scene.way.tx.sent - lost});
  for (PortEnd& port : scene.criteria.ports) port.card = {"0000:01:00", {37'000'000}, {160}};
  scene.outcome.directions = {scene.way, scene.way};
  scene.outcome.directions[1].direction = Direction::b_to_a;
  return scene;
}

TEST(CardFrameRate, BeyondItLossIsNotTheDevices) {
  const TrialVerdict v = on_one_card(30e6, 5).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(because(v.findings, "card-frame-rate"),
            "60,000,000 frames/s of 64 bytes were asked of the card of emu:a, whose ports together carry "
            "37,000,000 frames/s below 160 bytes");
}

TEST(CardFrameRate, IsOfAllPortsOfTheCardAndOfNoOther) {
  Scene scene = on_one_card(30e6, 5);
  scene.criteria.ports[1].card.card = "0000:02:00";
  EXPECT_EQ(because(scene.judge().findings, "card-frame-rate"), "(no such finding)");
}

TEST(CardFrameRate, IsAboutSmallFramesAndAboutFramesThatAreMissing) {
  Scene large = on_one_card(30e6, 5);
  large.size = {160};
  EXPECT_EQ(because(large.judge().findings, "card-frame-rate"), "(no such finding)");
  EXPECT_EQ(because(on_one_card(30e6, 0).judge().findings, "card-frame-rate"), "(no such finding)");
}

}  // namespace
}  // namespace pktgen
