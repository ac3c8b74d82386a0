#include "soak/judge.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace pktgen {
namespace {

using namespace std::chrono_literals;

/// A million frames of 1000 bytes in 1000 s: 8e9 bits.
StreamsOutcome clean_run() {
  StreamsOutcome out;
  out.sending_time = 1000s;
  out.soak = SoakOutcome{};
  DirectionOutcome way{
      .direction = Direction::a_to_b, .load = {1000}, .link = 10_Gbps, .sending_time = 1000s};
  way.tx = {.due = 1'000'000, .sent = 1'000'000};
  way.ledger = {.sent = 1'000'000, .delivered = 1'000'000};
  way.sender.tx_frames = 1'000'000;
  out.total.directions = {way};
  out.streams = {{.name = "s", .load = {1000}, .tx = way.tx, .bytes = 1'000'000'000, .rx = RxTally{}}};
  return out;
}

StreamsOutcome with(void (*change)(Ledger&)) {
  StreamsOutcome out = clean_run();
  change(out.total.directions[0].ledger);
  return out;
}

std::string rules(const SoakVerdict& verdict) {
  std::string all;
  for (const Finding& finding : verdict.run.findings)
    if (finding.effect != Effect::note) all += finding.rule + " ";
  return all + std::string(name_of(verdict.run.verdict));
}

SoakVerdict judge(const StreamsOutcome& outcome, const SoakGoal& goal = {}, double accepted = 0) {
  Criteria criteria;
  criteria.accepted_loss_ratio = accepted;
  return judge_soak(outcome, {1000}, goal, criteria);
}

TEST(SoakVerdict, ACleanRunPassesAndSaysHowLongItTakesToShowTheRatio) {
  const SoakVerdict verdict = judge(clean_run());
  EXPECT_EQ(rules(verdict), "pass");
  ASSERT_EQ(verdict.ways.size(), 1u);
  EXPECT_EQ(verdict.ways[0].seen, (BitErrors{8'000'000'000, 0}));
  EXPECT_DOUBLE_EQ(*verdict.ways[0].upper, 3.75e-10);
  EXPECT_EQ(verdict.ways[0].answer, BerAnswer::not_shown);
  EXPECT_DOUBLE_EQ(*verdict.ways[0].seconds_to_show, 375'000) << "3e12 bits at 8 Mb/s";
  EXPECT_DOUBLE_EQ(*verdict.ways[0].seconds_left, 374'000);
}

TEST(SoakVerdict, ARatioThatWasAskedForAndIsNotShownIsNotMeasured) {
  EXPECT_EQ(rules(judge(clean_run(), {.ber = 1e-12, .must_show = true})), "ber-not-shown not_measured");
  EXPECT_EQ(rules(judge(clean_run(), {.ber = 3.75e-10, .must_show = true})), "pass");
}

TEST(SoakVerdict, DamagedFramesAreHeldAgainstTheRatioAndNotAgainstTheLoss) {
  const auto run = with([](Ledger& l) { l.delivered -= 5, l.rx_crc_errors = 3, l.corrupted = 2; });
  EXPECT_EQ(rules(judge(run, {.ber = 1e-9})), "pass") << "5 errors in 8e9 bits";
  EXPECT_EQ(rules(judge(run, {.ber = 1e-10})), "ber-refuted fail");
  EXPECT_EQ(judge(run).both.seen, (BitErrors{8'000'000'000, 5}));
  EXPECT_EQ(judge(run).both.lost, 0u);
}

TEST(SoakVerdict, LostFramesAreNoBitErrorsAndFailIt) {
  const auto run = with([](Ledger& l) { l.delivered -= 1000, l.lost = 1000; });
  EXPECT_EQ(rules(judge(run)), "device-drops fail");
  EXPECT_EQ(rules(judge(run, {}, 0.001)), "pass") << "as many are accepted";
  EXPECT_EQ(judge(run).both.seen, (BitErrors{7'992'000'000, 0})) << "nobody checked the bits that never came";
  EXPECT_EQ(judge(run).both.lost, 1000u);
}

TEST(SoakVerdict, FramesThatOurOwnPortMissedAreTheTesters) {
  const auto run = with([](Ledger& l) { l.delivered -= 7, l.rx_missed = 7; });
  EXPECT_EQ(rules(judge(run)), "tester-could-not-receive not_measured");
}

TEST(SoakVerdict, ALinkThatWentDownFailsItAndTheFiguresStay) {
  auto run = with([](Ledger& l) { l.delivered -= 100, l.lost = 100; });
  run.total.link_downs = {{.port = 0, .at = 31s, .lasted = 100ms}};
  EXPECT_EQ(rules(judge(run)), "device-drops link-flapped fail");
  EXPECT_TRUE(judge(run).both.upper);
}

TEST(SoakVerdict, ACablePulledOutIsOneFlapOfBothEnds) {
  auto run = clean_run();
  run.total.link_downs = {{.port = 0, .at = 31s, .lasted = 100ms}, {.port = 1, .at = 31s, .lasted = 100ms}};
  const auto findings = judge(run).run.findings;
  const auto flapped = std::ranges::find(findings, "link-flapped", &Finding::rule);
  ASSERT_NE(flapped, findings.end());
  EXPECT_EQ(
      flapped->because,
      "the link went down once: the first port and the second port (seen at both ends) at t=31.0 s, for "
      "0.1 s");
}

TEST(SoakVerdict, WhatWasStoppedByHandIsNotMeasuredUnlessItFailedBefore) {
  auto run = clean_run();
  run.total.interrupted = true;
  EXPECT_EQ(rules(judge(run)), "interrupted not_measured");
  auto lossy = with([](Ledger& l) { l.delivered -= 1, l.lost = 1; });
  lossy.total.interrupted = true;
  EXPECT_EQ(rules(judge(lossy)), "interrupted device-drops fail");
}

}  // namespace
}  // namespace pktgen
