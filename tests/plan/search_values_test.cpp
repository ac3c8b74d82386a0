#include "plan/search_values.h"

#include <gtest/gtest.h>

#include <chrono>

#include "plan/settings.h"

namespace pktgen {
namespace {

using std::chrono::milliseconds, std::chrono::seconds;

template <class Parsed>
std::string message(const Parsed& parsed) {
  return parsed ? "no error" : parsed.error().message;
}

Plan plan_of(std::string_view command, std::vector<std::pair<const char*, const char*>> asked) {
  std::vector<Asked> all;
  for (const auto& [name, text] : asked)
    all.push_back(
        {.setting = find_setting(name), .text = text, .where = name, .origin = Origin::command_line});
  auto plan = make_plan(command, all, {});
  EXPECT_TRUE(plan) << message(plan);
  return plan ? *plan : Plan();
}

TEST(MlrGoals, LeaveOutWhatIsAsUsual) {
  const auto goals = parse_goals("0%,0.5%:0%:1%:2s:60s,3:25");
  ASSERT_TRUE(goals) << message(goals);
  ASSERT_EQ(goals->size(), 3u);
  EXPECT_EQ((*goals)[0], (MlrGoalPlan{0, 50, 0.5, seconds(1), seconds(21)}));
  EXPECT_EQ((*goals)[1], (MlrGoalPlan{0.5, 0, 1, seconds(2), seconds(60)}));
  EXPECT_EQ((*goals)[2], (MlrGoalPlan{3, 25, 0.5, seconds(1), seconds(21)}));
  EXPECT_EQ(print_goals(*goals), "0%:50%:0.5%:1s:21s,0.5%:0%:1%:2s:1min,3%:25%:0.5%:1s:21s");
  EXPECT_EQ(*parse_goals(print_goals(*goals)), *goals);
}
TEST(MlrGoals, HaveASumOfAtLeastATrial) {
  const auto goals = parse_goals("0%:0%:0.5%:60s");
  ASSERT_TRUE(goals) << message(goals);
  EXPECT_EQ(goals->front().duration_sum, seconds(60));
  EXPECT_EQ(message(parse_goals("0%:0%:0.5%:60s:10s")),
            "the sum of a goal is at least as long as its trial, found \"0%:0%:0.5%:60s:10s\"");
}
TEST(MlrGoals, ThatCannotBeAreRefusedWithTheirPart) {
  EXPECT_EQ(message(parse_goals("100%")),
            "the loss of a goal is a share from 0% to below 100%, found \"100%\"");
  EXPECT_EQ(message(parse_goals("0%,")), "the loss of a goal is a share from 0% to below 100%, found \"\"");
  EXPECT_EQ(message(parse_goals("0%:100%")),
            "the exceed ratio of a goal is a share from 0% to below 100%, found \"100%\"");
  EXPECT_EQ(message(parse_goals("0%:0%:0%")),
            "the width of a goal is a share from 0.0001% to below 100%, found \"0%\"");
  EXPECT_EQ(message(parse_goals("0%:0%:1%:1s:1s:1s")),
            "wants LOSS:EXCEED:WIDTH:TRIAL:SUM at most, found \"0%:0%:1%:1s:1s:1s\"");
}

TEST(SearchBounds, AreThoseOfTheStandards) {
  EXPECT_EQ(*parse_step("0.01%"), 0.01);
  EXPECT_EQ(*parse_step("10"), 10);
  for (const char* text : {"0%", "10.1%", "20%", "x"})
    EXPECT_EQ(message(parse_step(text)),
              std::string(
                  "wants a share of line rate from 0.01% to 10% (RFC 2544 allows no coarser one), found \"") +
                  text + "\"");
  EXPECT_EQ(*parse_longest_burst("30s"), seconds(30));
  EXPECT_EQ(message(parse_longest_burst("31s")), "wants a time up to 30s (RFC 9004), found \"31s\"");
}

TEST(SearchTimes, AreThoseOfRfc2544UnlessAskedOtherwise) {
  const Plan usual = plan_of("throughput", {});
  EXPECT_EQ(usual.duration, seconds(60));
  EXPECT_EQ(usual.search.trial_duration, seconds(10));
  EXPECT_EQ(usual.search.rest, seconds(5));
  EXPECT_EQ(usual.search.longest_burst, seconds(2));
  EXPECT_EQ(plan_of("latency", {}).duration, seconds(120));
  const Plan quick = plan_of("rfc2544", {{"quick", "true"}});
  EXPECT_EQ(quick.duration, seconds(1));
  EXPECT_EQ(quick.search.trial_duration, milliseconds(100));
  EXPECT_EQ(quick.search.rest, seconds(0));
  EXPECT_EQ(quick.search.longest_burst, milliseconds(200));
  const Plan asked =
      plan_of("burst", {{"quick", "true"}, {"duration", "3s"}, {"rest", "1s"}, {"longest-burst", "7s"}});
  EXPECT_EQ(asked.duration, seconds(3));
  EXPECT_EQ(asked.search.rest, seconds(1));
  EXPECT_EQ(asked.search.longest_burst, seconds(7));
  EXPECT_EQ(plan_of("throughput", {{"duration", "3s"}}).search.trial_duration, seconds(3));
}
TEST(SearchTimes, AreNoneOfASweep) { EXPECT_EQ(plan_of("sweep", {}).duration, Plan().duration); }

}  // namespace
}  // namespace pktgen
