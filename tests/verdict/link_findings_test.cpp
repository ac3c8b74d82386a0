#include "verdict/link_findings.h"

#include <gtest/gtest.h>

#include "evidence_builder.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;

PortFacts port(std::vector<LinkDown> downs) {
  PortFacts facts;
  facts.name = "if:eth1";
  facts.link_downs = std::move(downs);
  return facts;
}

RunVerdict passing() { return {.verdict = Verdict::pass, .findings = {}}; }

TEST(LinkDowns, FailARunWhoseTrialsSawNothing) {
  const RunVerdict run = with_link_downs(passing(), {port({}), port({{1, 3s, 200ms}})});
  EXPECT_EQ(run.verdict, Verdict::fail);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].rule, "link-flapped");
  EXPECT_EQ(run.findings[0].because, "the link went down once: if:eth1, 3.0 s into the run, for 0.2 s");
}

TEST(LinkDowns, AreToldByTheirNumberAndTheFirst) {
  const LinkDown blip{.port = 0, .at = 1s, .lasted = 20ms, .at_most = true};
  const RunVerdict run = with_link_downs(passing(), {port({blip, {0, 4s}})});
  EXPECT_EQ(run.findings.at(0).because,
            "the link went down 2 times, first: if:eth1, 1.0 s into the run, for less than 0.02 s");
}

TEST(LinkDowns, OfBothEndsOfACableAreOneFlap) {
  PortFacts far = port({{1, 3010ms, 230ms}});
  far.name = "if:eth2";
  const RunVerdict run = with_link_downs(passing(), {port({{0, 3s, 200ms}}), far});
  EXPECT_EQ(
      run.findings.at(0).because,
      "the link went down once: if:eth1 and if:eth2 (seen at both ends), 3.0 s into the run, for 0.2 s");
}

TEST(LinkDowns, AreNotToldTwice) {
  RunVerdict told{.verdict = Verdict::fail, .findings = {}};
  told.findings.push_back({"link-flapped", "as a trial saw it", "", Effect::fails});
  EXPECT_EQ(with_link_downs(told, {port({{0, 1s}})}).findings.size(), 1u);
  EXPECT_EQ(with_link_downs(passing(), {port({})}).verdict, Verdict::pass);
}

TEST(Standstill, OfAPortEndsTheTrialUnmeasured) {
  Scene scene = Scene::of(100'000);
  scene.outcome.standstill = Standstill{.what = Standstill::What::send_queue, .which = 0, .at = 500ms};
  const TrialVerdict v = scene.judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(v.findings.at(0).rule, "port-stands-still");
  EXPECT_EQ(v.findings.at(0).because,
            scene.criteria.ports[0].name +
                " took no frame from t=0.500 s of the trial on: its send queue stands still; the trial was "
                "ended a second later");
}

TEST(Standstill, OfAWorkerNamesItsCore) {
  Scene scene = Scene::of(100'000);
  scene.outcome.standstill = Standstill{.what = Standstill::What::worker, .which = 3, .at = 520ms};
  EXPECT_EQ(because(scene.judge().findings, "stalled-worker"),
            "the worker on core 3 made no step from t=0.520 s of the trial on; the trial was ended a second "
            "later");
  EXPECT_EQ(scene.judge().verdict, Verdict::not_measured);
}

TEST(Standstill, OfAWorkerThatNeverCameBackLeavesNoOtherFinding) {
  Scene scene = Scene::of(100'000);
  scene.way.tx = {};
  scene.outcome.standstill = Standstill{.which = 2, .at = 1s, .hangs = true};
  const TrialVerdict v = scene.judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), Names{"stalled-worker"});
  EXPECT_EQ(
      v.findings[0].because,
      "the worker on core 2 made no step from t=1.000 s of the trial on, and never came back: the trial "
      "was ended, and what it counted is not known");
}

TEST(Standstill, OfAPortThatThePeerPausesIsThePeersDoing) {
  Scene scene = Scene::of(100'000);
  scene.way.sender.rx_pause = 12;
  scene.outcome.standstill = Standstill{.what = Standstill::What::send_queue, .which = 0, .at = 500ms};
  const TrialVerdict v = scene.judge();
  EXPECT_EQ(v.verdict, Verdict::fail);
  EXPECT_NE(because(v.findings, "peer-pauses-us"), "");
}

}  // namespace
}  // namespace pktgen
