// What must never be said: field cases as evidence, with the numbers as they were published.
#include <gtest/gtest.h>

#include "../verdict/evidence_builder.h"

namespace pktgen {
namespace {

/// Sent in so many seconds, all delivered.
Scene stretched(std::uint64_t sent, Nanoseconds took) {
  Scene scene(sent);
  scene.way.sending_time = took;
  return scene;
}

TEST(Honesty, ATrialThatTookLongerThanAskedIsNoPass) {  // FC-01
  Scene scene = stretched(14'880'952, std::chrono::milliseconds(1'700));
  scene.way.tx = {.due = 25'297'619, .sent = 14'880'952, .ring_full = 10'416'667};
  const TrialVerdict v = scene.judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(because(v.findings, "tester-could-not-send"),
            "sent 8,753,501 of 14,880,952 frames/s (58.8 % of what was asked); the port took no more for "
            "10,416,667 frames (ring_full)");
}

TEST(Honesty, PauseFramesAreTheFarSidesDoing) {  // FC-02
  Scene scene(11'651'785);
  const PortCounters before{.rx_pause = 132'000'000}, after{.rx_pause = 132'041'337};
  scene.way.sender = after.since(before);
  scene.way.sender.tx_frames = 11'651'785;
  scene.way.tx = {.due = 14'880'952, .sent = 11'651'785, .ring_full = 3'229'167};
  const TrialVerdict v = scene.judge();
  EXPECT_EQ(v.verdict, Verdict::fail);
  EXPECT_EQ(rules_of(v.findings), Names{"peer-pauses-us"});
  EXPECT_EQ(
      because(v.findings, "peer-pauses-us"),
      "the far side sent 41,337 pause frames to emu:a: sent 11,651,785 of 14,880,952 frames/s that were "
      "asked");
}

TEST(Honesty, PauseFramesOfEarlierDaysAreNoFinding) {  // FC-02
  Scene scene;
  const PortCounters lifetime{.rx_pause = 132'000'000};
  scene.way.sender = lifetime.since(lifetime);
  scene.way.sender.tx_frames = 14'880'952;
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
  EXPECT_EQ(rules_of(scene.judge().findings), Names{});
}

TEST(Honesty, ForeignFramesAreNoDelivery) {  // FC-04
  Scene scene = Scene::of(60'040);
  scene.way.ledger = make_ledger(60'040, {.delivered = 60'040}, {.rx_frames = 60'044}, {4});
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
  scene.way.ledger = make_ledger(60'040, {.delivered = 60'036}, {.rx_frames = 60'040}, {4});
  EXPECT_EQ(scene.judge().verdict, Verdict::fail);
  EXPECT_EQ(because(scene.judge().findings, "device-drops"),
            "4 of 60,040 frames lost (0.006662 %) at 60,040 frames/s");
}

TEST(Honesty, MoreReceivedThanSentIsItsOwnAnomaly) {  // FC-05
  Scene scene = Scene::of(1'000);
  const TrialVerdict v = scene.receive({.delivered = 1'000, .surplus = 4}).judge();
  EXPECT_EQ(scene.way.ledger.lost, 0u);
  EXPECT_EQ(rules_of(v.findings), Names{"surplus-frames"});
  Scene silent = Scene::of(0);
  EXPECT_EQ(silent.receive({.surplus = 4}).judge().verdict, Verdict::not_measured);
  EXPECT_EQ(silent.way.ledger.lost, 0u);
}

TEST(Honesty, APortsOwnReceiveCountIsNoDelivery) {  // FC-08
  Scene scene(138'580, {9'000});
  scene.size = {9'018};
  scene.way.load = {138'580};
  scene.way.link = {};
  scene.criteria.ports[1].mtu = {1'500};
  scene.receive({.delivered = 0}, {.rx_frames = 138'580, .rx_oversize = 138'580});
  const TrialVerdict v = scene.judge();
  EXPECT_EQ(scene.way.ledger.lost, 138'580u);
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(
      because(v.findings, "oversize"),
      "emu:b dropped 138,580 frames as too long (rx_oversize 138,580); its MTU is 1500, a frame of 9018 "
      "bytes needs 9000");
}

TEST(Honesty, OurOwnReceiversOverrunIsNotTheDevicesLoss) {  // FC-10
  Scene scene = Scene::of(1'000'000);
  const TrialVerdict v = scene.receive({.delivered = 970'000}, {.rx_missed = 30'000}).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(scene.way.ledger.lost, 0u);
  EXPECT_EQ(rules_of(v.findings), Names{"tester-could-not-receive"});
  EXPECT_EQ(because(v.findings, "tester-could-not-receive"),
            "receiver overrun: 30,000 of 1,000,000 frames reached emu:b and were dropped there (rx_missed "
            "30,000, rx_no_buffer 0)");
}

TEST(Honesty, LossBeyondTheTestersOwnIsEvidenceWithoutAFigure) {  // FC-10, the twin
  Scene scene = Scene::of(1'000'000);
  const TrialVerdict v = scene.receive({.delivered = 970'000}, {.rx_missed = 29'990}).judge();
  EXPECT_EQ(scene.way.ledger.lost, 10u);
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), (Names{"tester-could-not-receive", "loss-beyond-tester"}));
  EXPECT_EQ(because(v.findings, "loss-beyond-tester").find("10"), std::string::npos);
}

TEST(Honesty, DropsThatNothingMissesChangeNoVerdict) {  // FC-11
  Scene scene = Scene::of(6'784'279);
  const TrialVerdict v = scene.receive({.delivered = 6'784'279}, {.rx_missed = 2'281}).judge();
  EXPECT_EQ(v.verdict, Verdict::pass);
  EXPECT_EQ(scene.way.ledger.lost, 0u);
  EXPECT_EQ(because(v.findings, "unexplained-receive-drops"),
            "emu:b counted 2,281 receive drops that no missing test frame accounts for");
}

TEST(Honesty, FramesThatNeverLeftThePortAreNotTheDevicesLoss) {  // FC-16
  Scene scene = Scene::of(100'000, {8'234});
  scene.way.sender.tx_frames = 0;
  scene.criteria.ports[0].mtu = {4'140};
  const TrialVerdict v = scene.receive({.delivered = 0}).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), Names{"tx-counter-short"});
  EXPECT_EQ(
      because(v.findings, "tx-counter-short"),
      "emu:a took 100,000 frames and sent 0: 100,000 never left the port; port MTU 4140 < 8216, which a "
      "frame of 8234 bytes needs");
}

TEST(Honesty, APortWhoseCounterMeansNothingIsNotHeldToIt) {
  Scene scene = Scene::of(100'000);
  scene.way.sender = {.tx_frames = 0, .counts_tx = false};
  EXPECT_EQ(scene.receive({.delivered = 99'000}).judge().verdict, Verdict::fail);
}

TEST(Honesty, LossBelowAPercentIsStillALoss) {  // FC-17
  Scene scene = Scene::of(1'000'000);
  EXPECT_EQ(because(scene.receive({.delivered = 990'001}).judge().findings, "device-drops"),
            "9,999 of 1,000,000 frames lost (0.9999 %) at 1,000,000 frames/s");
  EXPECT_EQ(scene.judge().verdict, Verdict::fail);
}

TEST(Honesty, NothingSentIsNeverAPass) {  // FC-17
  Scene scene(0);
  EXPECT_EQ(scene.judge().verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(scene.judge().findings), Names{"nothing-sent"});
}

TEST(Honesty, ReorderingIsNotLoss) {  // FC-19
  Scene scene = Scene::of(8);
  const TrialVerdict v = scene.receive({.delivered = 8, .reordered = 3}).judge();
  EXPECT_EQ(v.verdict, Verdict::pass);
  EXPECT_EQ(rules_of(v.findings), Names{"reordered-frames"});
}

TEST(Honesty, ADuplicateHidesNoDrop) {  // FC-20
  Scene scene = Scene::of(4);
  EXPECT_EQ(scene.receive({.delivered = 3, .duplicated = 1}).judge().verdict, Verdict::fail);
  Scene larger = Scene::of(1'000);
  const TrialVerdict v = larger.receive({.delivered = 990, .duplicated = 10}).judge();
  EXPECT_EQ(because(v.findings, "device-drops"), "10 of 1,000 frames lost (1 %) at 1,000 frames/s");
}

TEST(Honesty, ALinkThatWasDownIsNotALossRatio) {  // FC-22
  Scene scene = Scene::of(60'000'000);
  scene.way.sending_time = std::chrono::seconds(60);
  scene.way.load = {1'000'000};
  scene.receive({.delivered = 52'000'000});
  scene.outcome.link_downs = {{0, std::chrono::seconds(20), std::chrono::seconds(8)}};
  const TrialVerdict v = scene.judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), Names{"link-down-in-trial"});
  EXPECT_EQ(because(v.findings, "link-down-in-trial"), "link of emu:a down 8.0 s at t=20.0 s");
}

TEST(Honesty, ACounterThatStartedElsewhereIsADifference) {  // FC-25
  const PortCounters before{.tx_frames = 5'000'000'000}, after{.tx_frames = 5'014'880'952};
  Scene scene;
  scene.way.sender = after.since(before);
  EXPECT_EQ(scene.judge().verdict, Verdict::pass);
}

TEST(Honesty, EachDirectionIsJudgedForItself) {  // FC-26
  Scene there = Scene::of(1'000'000), back = Scene::of(1'000'000);
  there.receive({.delivered = 999'000});
  back.receive({.delivered = 1'000'000, .surplus = 1'000});
  const std::vector<JudgedTrial> trials{there.as_trial(Direction::a_to_b), back.as_trial(Direction::b_to_a)};
  EXPECT_EQ(trials[0].verdicts[0].verdict, Verdict::fail);
  EXPECT_EQ(trials[1].verdicts[0].verdict, Verdict::pass);
  EXPECT_EQ(judge_run(trials, {}).verdict, Verdict::fail);
}

TEST(Honesty, ASlowSenderCondemnsNoLink) {  // FC-28
  std::vector<JudgedTrial> trials;
  for (const std::uint64_t size : {64u, 96u, 128u}) {
    Scene scene(5'120'000, {size});
    trials.push_back(scene.as_trial());
    EXPECT_EQ(trials.back().verdicts[0].verdict, Verdict::not_measured);
  }
  const RunVerdict run = judge_run(trials, Scene().criteria);
  EXPECT_EQ(run.verdict, Verdict::not_measured);
  EXPECT_EQ(
      because(run.findings, "sender-cpu-bound"),
      "a>b: sends 5,120,000 frames/s from 64 to 128 bytes alike, and its ring was never full: the sending "
      "core is the limit, not the link");
}

TEST(Honesty, ARateThatCannotBeTrueIsNoMeasurement) {  // FC-41
  const auto at_gigabit = [](std::uint64_t sent, std::uint64_t size) {
    Scene scene = Scene::of(sent, {size});
    scene.way.link = {1'000'000'000};
    return scene.judge();
  };
  EXPECT_EQ(because(at_gigabit(1'488'540, 64).findings, "impossible-rate"),
            "1,488,540 frames/s of 64 bytes are +299 ppm above the line rate of 1,488,095 frames/s; clocks "
            "allow 100 ppm");
  EXPECT_EQ(because(at_gigabit(97'152, 1280).findings, "impossible-rate"),
            "97,152 frames/s of 1280 bytes are +1.04 % above the line rate of 96,153 frames/s; clocks allow "
            "100 ppm");
  EXPECT_EQ(at_gigabit(97'152, 1280).verdict, Verdict::not_measured);
  EXPECT_EQ(at_gigabit(1'488'230, 64).verdict, Verdict::pass);
}

TEST(Honesty, DamageOnTheWireIsNoFullBuffer) {  // FC-70
  Scene scene;
  const TrialVerdict v = scene.receive({.delivered = 14'880'803}, {.rx_crc_errors = 149}).judge();
  EXPECT_EQ(v.verdict, Verdict::fail);
  EXPECT_EQ(rules_of(v.findings), Names{"crc-errors"});
  EXPECT_EQ(because(v.findings, "crc-errors"),
            "149 of 14,880,952 frames (10 ppm) came damaged to emu:b, whose MAC dropped them; a good link "
            "makes at most 0.01 a second");
}

TEST(Honesty, AStalledWorkerIsTold) {
  Scene scene;
  scene.way.stalled = true;
  scene.way.largest_lag = std::chrono::milliseconds(20);
  const TrialVerdict v = scene.receive({.delivered = 14'000'000}).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), Names{"stalled-worker"});
}

}  // namespace
}  // namespace pktgen
