#include "service/judge.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

using namespace std::chrono_literals;
using Kind = ServiceStep::Kind;

/// 1000 frames of 1000 octets a second are 8 Mb/s L2.
ServiceSpec eight_megabits() {
  ServiceSpec service{.cir = {Load::Unit::l2_bits_per_second, 8e6},
                      .eir = {Load::Unit::l2_bits_per_second, 4e6}};
  service.stream.name = "s";
  service.stream.sizes.parts = {{{1000}, 1}};
  return service;
}

/// Ten seconds in which this many frames were sent and came.
StreamsOutcome outcome(std::uint64_t sent, std::uint64_t came, LatencySummary latency = {.samples = 1}) {
  const RxTally rx{.delivered = came};
  const PortCounters sender{.tx_frames = sent};
  DirectionOutcome way{.direction = Direction::a_to_b,
                       .load = {static_cast<double>(sent) / 10},
                       .link = 1_Gbps,
                       .sending_time = 10s,
                       .tx = {.due = sent, .sent = sent},
                       .ledger = make_ledger(sent, rx, {}, {}),
                       .sender = sender};
  StreamsOutcome out;
  out.total.directions = {way};
  out.streams = {{.name = "s", .tx = way.tx, .rx = rx, .missing = sent - came, .latency = latency}};
  return out;
}

StepResult judge(const ServiceSpec& service, Kind kind, const StreamsOutcome& out,
                 const std::vector<ServiceSecond>& seconds = {}) {
  return judge_step(service, {}, {.kind = kind, .cir_percent = 100}, out, 0, {}, seconds);
}

std::vector<std::string> rules(const StepResult& result) {
  std::vector<std::string> all;
  for (const Finding& finding : result.findings) all.push_back(finding.rule);
  return all;
}
using Rules = std::vector<std::string>;

TEST(StepVerdict, CirPassesWithNoMoreLossThanIsAccepted) {
  ServiceSpec service = eight_megabits();
  EXPECT_EQ(judge(service, Kind::cir, outcome(10'000, 10'000)).verdict, Verdict::pass);
  EXPECT_EQ(judge(service, Kind::cir, outcome(10'000, 9'999)).verdict, Verdict::fail);
  service.flr_percent = 0.1;
  EXPECT_EQ(judge(service, Kind::cir, outcome(10'000, 9'990)).verdict, Verdict::pass);
  const StepResult lost = judge(service, Kind::cir, outcome(10'000, 9'989));
  EXPECT_EQ(lost.verdict, Verdict::fail);
  ASSERT_EQ(rules(lost), Rules{"cir-not-met"});
  EXPECT_EQ(
      lost.findings[0].because,
      "s, CIR 100 %: 11 of 10,000 frames lost, FLR 0.11 % where 0.1 % is accepted: 7.99 Mb/s of 8.00 Mb/s "
      "came");
  EXPECT_DOUBLE_EQ(lost.figures->delivered_bits_per_second, 7'991'200);
}

TEST(StepVerdict, DelayAndVariationAreHeldAgainstTheirThresholds) {
  ServiceSpec service = eight_megabits();
  const LatencySummary latency{.samples = 10'000, .min = 1000, .p999 = 3000, .max = 3100, .mean = 2000};
  const StreamsOutcome out = outcome(10'000, 10'000, latency);
  service.ftd = 2us, service.fdv = 2us;
  EXPECT_EQ(judge(service, Kind::cir, out).verdict, Verdict::pass);
  service.ftd = 1999ns, service.fdv = 1999ns;
  EXPECT_EQ(rules(judge(service, Kind::cir, out)), (Rules{"ftd-above-threshold", "fdv-above-threshold"}));
  EXPECT_EQ(rules(judge(service, Kind::performance, out)),
            (Rules{"ftd-above-threshold", "fdv-above-threshold"}));
  EXPECT_EQ(judge(service, Kind::policing, outcome(16'250, 15'000, latency)).verdict, Verdict::pass)
      << "colour-blind: the delay of the excess isn't promised";
}

TEST(StepVerdict, ADelayThatIsNotKnownIsNeitherPassNorFail) {
  ServiceSpec service = eight_megabits();
  service.ftd = 5ms;
  LatencySummary wrong{.samples = 9'999, .mean = 10, .negative = 1};
  const StepResult result = judge(service, Kind::cir, outcome(10'000, 10'000, wrong));
  EXPECT_EQ(result.verdict, Verdict::not_measured);
  EXPECT_EQ(rules(result), Rules{"threshold-not-measured"});
}

TEST(StepVerdict, OfTheExcessNoLessThanTheCirHasToCome) {
  const ServiceSpec service = eight_megabits();
  EXPECT_EQ(judge(service, Kind::eir, outcome(15'000, 10'000)).verdict, Verdict::pass);
  EXPECT_EQ(judge(service, Kind::eir, outcome(15'000, 9'990)).verdict, Verdict::fail);
}

TEST(StepVerdict, APolicerLetsNoMorePassThanCirAndEirWithTheMargin) {
  const ServiceSpec service = eight_megabits();  // 12 Mb/s, with the margin of 1 % 12.12: 15,150 frames
  EXPECT_EQ(judge(service, Kind::policing, outcome(16'250, 15'150)).verdict, Verdict::pass);
  const StepResult more = judge(service, Kind::policing, outcome(16'250, 15'151));
  ASSERT_EQ(rules(more), Rules{"not-policed"});
  EXPECT_NE(more.findings[0].because.find("the policer lets more pass"), std::string::npos);
  const StepResult none = judge(service, Kind::policing, outcome(16'250, 16'250));
  ASSERT_EQ(rules(none), Rules{"not-policed"});
  EXPECT_NE(none.findings[0].because.find("there is no policer"), std::string::npos);
  EXPECT_EQ(rules(judge(service, Kind::policing, outcome(16'250, 9'900))), Rules{"cir-not-met"})
      << "a policer that costs committed frames";
  EXPECT_EQ(judge(service, Kind::policing, outcome(15'100, 15'100)).verdict, Verdict::not_measured)
      << "too little was offered to show a policer";
}

TEST(StepVerdict, AvailabilityIsWantedOfThePerformanceTest) {
  ServiceSpec service = eight_megabits();
  service.availability_percent = 99;
  const StreamsOutcome out = outcome(10'000, 10'000);
  EXPECT_EQ(judge(service, Kind::performance, out, std::vector<ServiceSecond>(10, {1, 1})).verdict,
            Verdict::pass);
  EXPECT_EQ(judge(service, Kind::performance, out, std::vector<ServiceSecond>(9, {1, 1})).verdict,
            Verdict::not_measured);
  EXPECT_EQ(rules(judge(service, Kind::performance, out, std::vector<ServiceSecond>(10, {1, 0}))),
            Rules{"availability-below-threshold"});
}

TEST(StepVerdict, WhatTheTesterDidntDoIsNeverPassNorFail) {
  StreamsOutcome unsent = outcome(10'000, 5'000);
  unsent.total.directions[0].tx = {.due = 10'000, .sent = 9'000, .ring_full = 1'000};
  unsent.total.directions[0].ledger = make_ledger(9'000, {.delivered = 5'000}, {}, {});
  StreamsOutcome overrun = outcome(10'000, 9'000);
  overrun.total.directions[0].ledger = make_ledger(10'000, {.delivered = 9'000}, {.rx_missed = 5}, {});
  StreamsOutcome stopped = outcome(10'000, 10'000);
  stopped.total.interrupted = true;
  StreamsOutcome late = outcome(10'000, 10'000);
  late.streams[0].sent_late = 11;
  StreamsOutcome stalled = outcome(10'000, 10'000);
  stalled.total.directions[0].stalled = true;
  for (const StreamsOutcome& out : {unsent, overrun, stopped, late, stalled})
    for (const Kind kind : {Kind::cir, Kind::eir, Kind::policing, Kind::performance}) {
      const StepResult result = judge(eight_megabits(), kind, out);
      EXPECT_EQ(result.verdict, Verdict::not_measured) << result.findings.size();
      EXPECT_FALSE(result.figures);
      EXPECT_FALSE(result.findings.empty());
    }
}

TEST(StepVerdict, ALinkThatWentDownIsNotMeasuredAndFailsTheRun) {
  StreamsOutcome down = outcome(10'000, 10'000);
  down.total.link_downs = {{.port = 0, .at = 1s, .lasted = 1s}};
  const StepResult result = judge(eight_megabits(), Kind::cir, down);
  EXPECT_EQ(result.verdict, Verdict::not_measured);
  EXPECT_EQ(judge_services({.configuration = {result}}, {}).verdict, Verdict::fail);
}

TEST(ServiceVerdict, IsThatOfTheWorstStep) {
  const StepResult pass{.verdict = Verdict::pass}, fail{.verdict = Verdict::fail},
      not_measured{.verdict = Verdict::not_measured};
  EXPECT_EQ(judge_services({.configuration = {pass}, .performance = {pass}}, {}).verdict, Verdict::pass);
  EXPECT_EQ(judge_services({.configuration = {pass, not_measured}}, {}).verdict, Verdict::not_measured);
  EXPECT_EQ(judge_services({.configuration = {not_measured}, .performance = {fail}}, {}).verdict,
            Verdict::fail);
  EXPECT_EQ(judge_services({.configuration = {pass}}, {.interrupted = true}).verdict, Verdict::not_measured);
  EXPECT_EQ(judge_services({}, {}).verdict, Verdict::not_measured);
}

}  // namespace
}  // namespace pktgen
