#include "plan/lag_values.h"

#include <gtest/gtest.h>

#include "plan/settings.h"
#include "plan/validate.h"

namespace pktgen {
namespace {

template <class T>
std::string error_of(const Result<T>& result) {
  return result ? "" : result.error().message;
}

Result<CheckedPlan> lag_plan(const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::vector<Asked> asked;
  for (const auto& [name, text] : values)
    asked.push_back({find_setting(name), text, "--" + std::string(name), Origin::command_line});
  auto plan = make_plan("lag", asked);
  if (!plan) return tl::make_unexpected(plan.error());
  return validate(std::move(*plan));
}

TEST(LagValues, OfTestsAreNamesInTheOrderInWhichTheyAreRun) {
  EXPECT_EQ(*parse_lag_tests("failover,capacity"), (std::vector<std::string>{"capacity", "failover"}));
  EXPECT_EQ(
      error_of(parse_lag_tests("order")),
      "there is no test \"order\"; the nearest is reordering, of these: capacity, distribution, fields, "
      "reordering, failover");
}

TEST(LagValues, OfFieldsAreEachThereOnce) {
  EXPECT_EQ(*parse_fields("src-port,src-ip,src-port"),
            (std::vector<FlowField>{FlowField::src_port, FlowField::src_ip}));
  EXPECT_EQ(print_fields({FlowField::flow_label, FlowField::vlan}), "flow-label,vlan");
  EXPECT_NE(error_of(parse_fields("src-prot")).find("the nearest is src-port"), std::string::npos);
}

TEST(LagValues, OfSpeedsHaveAUnit) {
  EXPECT_EQ(parse_member_speed("2.5G")->count, 2'500'000'000u);
  EXPECT_EQ(print_member_speed({2'500'000'000}), "2.5G");
  EXPECT_EQ(print_member_speed({100'000'000}), "100M");
  EXPECT_EQ(error_of(parse_member_speed("1000")),
            "wants a link's speed like 100M, 1G or 2.5G, found \"1000\"");
}

TEST(LagValues, OfCountsAreThoseOfTwoMembersOrMore) {
  EXPECT_EQ(*parse_counts("100,0"), (std::vector<std::uint64_t>{100, 0}));
  EXPECT_NE(error_of(parse_counts("100")), "");
  EXPECT_NE(error_of(parse_counts("0,0")), "");
}

TEST(LagPlan, IsOfOneWayAndOneSizeUnlessItIsAskedFor) {
  const auto checked = lag_plan({});
  ASSERT_TRUE(checked) << error_of(checked);
  EXPECT_EQ(checked->plan.directions, (std::vector{Direction::a_to_b}));
  EXPECT_EQ(checked->plan.sizes, (std::vector{FrameBytes{512}}));
  EXPECT_EQ(print_fields(checked->plan.lag.fields), "src-mac,dst-mac,src-ip,dst-ip,src-port,dst-port");
  EXPECT_EQ(error_of(lag_plan({{"direction", "both"}})),
            "a LAG is measured one way at a time; say direction a>b or b>a");
}

TEST(LagPlan, RefusesWhatContradictsItself) {
  EXPECT_EQ(error_of(lag_plan({{"stack", "eth"}})), "") << "it varies what there is";
  EXPECT_EQ(error_of(lag_plan({{"vary", "flow-label"}})),
            "vary has flow-label, but frames of stack udp4 have none; leave it out, or choose another stack");
  EXPECT_EQ(error_of(lag_plan({{"members", "3"}, {"member-counts", "1,2"}})),
            "member-counts has 2 members, but members says 3; they must be as many");
  EXPECT_EQ(error_of(lag_plan({{"predict", "layer3+4"}})),
            "predict wants the number of members too; say members");
}

}  // namespace
}  // namespace pktgen
