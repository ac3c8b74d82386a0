// What is a fault of a LAG, and what only can't be told.
#include <gtest/gtest.h>

#include "lag/lag_answers.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;

bool has_rule(const RunVerdict& run, std::string_view rule) {
  for (const Finding& finding : run.findings)
    if (finding.rule == rule) return true;
  return false;
}

LagAnswers answers_of(std::string test) { return {.flows = 512, .asked = {std::move(test)}, .members = 2}; }

LagAnswers ordered(std::uint64_t reordered, bool is_round_robin) {
  LagAnswers answers = answers_of("reordering");
  answers.is_round_robin = is_round_robin;
  answers.reordering = {
      {.flows = 512,
       .seen = {.arrivals = 1000, .reordered = reordered, .n_reordered = {reordered, 0, reordered, 0}}}};
  return answers;
}

TEST(JudgeLag, AnyReorderingWithinAFlowOfAHashIsAFail) {
  EXPECT_EQ(judge_lag(ordered(0, false), false).verdict, Verdict::pass);
  const RunVerdict run = judge_lag(ordered(1, false), false);
  EXPECT_EQ(run.verdict, Verdict::fail);
  EXPECT_TRUE(has_rule(run, "reordered-within-a-flow"));
}

TEST(JudgeLag, ReorderingOfRoundRobinIsToldButNoFail) {
  const RunVerdict run = judge_lag(ordered(100, true), false);
  EXPECT_EQ(run.verdict, Verdict::pass);
  EXPECT_TRUE(has_rule(run, "tcp-takes-it-for-loss"));
}

TEST(JudgeLag, SharesOfWhatOneFlowUsesAreThoseOfTheFullestMember) {
  LagAnswers answers = answers_of("capacity");
  answers.member_rate = {100};
  answers.capacity = LagCapacity{.line_rate = {1000},
                                 .one = {.flows = 1, .throughput = {{100}}},
                                 .all = {.flows = 512, .throughput = {{160}}}};
  EXPECT_DOUBLE_EQ(largest_share(answers).value(), 0.625);
  EXPECT_EQ(judge_lag(answers, false).verdict, Verdict::pass);
  answers.capacity->one.throughput = {{1000}};
  EXPECT_EQ(largest_share(answers), std::nullopt) << "the port carries no more";
  const RunVerdict run = judge_lag(answers, false);
  EXPECT_EQ(run.verdict, Verdict::not_measured);
  EXPECT_TRUE(has_rule(run, "port-no-faster-than-a-flow"));
}

TEST(JudgeLag, CountersOfTheDeviceAreJudgedAndNotSaidToBeMissing) {
  LagAnswers answers = answers_of("capacity");
  answers.counted = distribution_of_frames({950, 50}, 512);
  const RunVerdict run = judge_lag(answers, false);
  EXPECT_EQ(run.verdict, Verdict::fail);
  EXPECT_TRUE(has_rule(run, "polarised"));
  EXPECT_FALSE(has_rule(run, "no-member-counters"));
}

LagPlacement field_of(FlowField field, std::vector<std::uint64_t> on_members) {
  Placement placement(512);
  for (std::size_t i = 0; i < on_members.size(); ++i) {
    std::vector<StreamOutcome> flows(512, {.name = "flow", .load = {100}, .tx = {.sent = 100}});
    flows[*placement.next()].missing = 50;
    placement.learn(*placement.next(), flows);
  }
  return {.fields = {field},
          .placement = std::move(placement),
          .distribution = distribution_of_flows(std::move(on_members), 2)};
}

TEST(JudgeLag, AFieldThatLeavesAllOnOneMemberIsNotInTheHash) {
  LagAnswers answers = answers_of("fields");
  answers.fields = {field_of(FlowField::src_mac, {512}), field_of(FlowField::src_port, {256, 256})};
  EXPECT_EQ(role_of(answers.fields[0]), FieldRole::not_in_hash);
  EXPECT_EQ(role_of(answers.fields[1]), FieldRole::in_hash);
  EXPECT_EQ(judge_lag(answers, false).verdict, Verdict::pass) << "that is no fault";
  answers.fields[1] = field_of(FlowField::src_port, {500, 12});
  EXPECT_EQ(role_of(answers.fields[1]), FieldRole::polarised);
  EXPECT_EQ(judge_lag(answers, false).verdict, Verdict::fail);
  answers.fields.pop_back();
  EXPECT_TRUE(has_rule(judge_lag(answers, false), "nothing-is-hashed"));
}

TEST(JudgeLag, OutagesFailWhereTheyAreLongerThanAccepted) {
  LagAnswers answers = answers_of("failover");
  answers.failover =
      LagFailover{.flows = 512, .outages = {{.at = 1s, .flows = 256, .lost = 100, .longest = 120ms}}};
  EXPECT_EQ(judge_lag(answers, false).verdict, Verdict::pass);
  answers.longest_outage = 100ms;
  const RunVerdict run = judge_lag(answers, false);
  EXPECT_EQ(run.verdict, Verdict::fail);
  EXPECT_TRUE(has_rule(run, "outage-too-long"));
}

TEST(JudgeLag, FlowsThatNeverComeBackFailWhateverIsAccepted) {
  LagAnswers answers = answers_of("failover");
  answers.failover = LagFailover{.flows = 512, .outages = {{.at = 1s, .flows_that_never_came_back = 3}}};
  EXPECT_TRUE(has_rule(judge_lag(answers, false), "flows-never-came-back"));
}

TEST(JudgeLag, ACommandThatFailedMakesTheOutageNotMeasured) {
  LagAnswers answers = answers_of("failover");
  answers.failover =
      LagFailover{.flows = 512, .commands = {{.name = "on-fail", .trouble = "ip ended with status 1"}}};
  EXPECT_EQ(judge_lag(answers, false).verdict, Verdict::not_measured);
  EXPECT_TRUE(has_rule(judge_lag(answers, false), "command-failed"));
}

TEST(JudgeLag, ARunStoppedByHandIsNoPass) {
  EXPECT_EQ(judge_lag(ordered(0, false), true).verdict, Verdict::not_measured);
}

}  // namespace
}  // namespace pktgen
