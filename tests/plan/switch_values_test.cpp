#include "plan/switch_values.h"

#include <gtest/gtest.h>

#include "plan/settings.h"
#include "plan/validate.h"

namespace pktgen {
namespace {

template <class T>
std::string message(const Result<T>& result) {
  return result ? "" : result.error().message;
}

Result<CheckedPlan> checked(const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::vector<Asked> asked;
  for (const auto& [name, text] : values)
    asked.push_back({find_setting(name), text, "--" + std::string(name), Origin::command_line});
  auto plan = make_plan("switch", asked);
  if (!plan) return tl::make_unexpected(plan.error());
  return validate(std::move(*plan));
}

TEST(SwitchValues, OfTestsAreNamesInTheOrderInWhichTheyAreRun) {
  EXPECT_EQ(*parse_switch_tests("capacity,mode"), (std::vector<std::string>{"mode", "capacity"}));
  EXPECT_EQ(
      message(parse_switch_tests("capacity,modes")),
      "there is no test \"modes\"; the nearest is mode, of these: forwarding, mode, broadcast, multicast, "
      "vlan, ageing, capacity, learning-rate");
}

TEST(SwitchValues, OfVlansAreSortedAndEachThereOnce) {
  EXPECT_EQ(*parse_vlans("30,20,30"), (std::vector<std::uint16_t>{20, 30}));
  EXPECT_EQ(print_vlans({20, 30}), "20,30");
  EXPECT_NE(message(parse_vlans("4095")), "");
  EXPECT_NE(message(parse_vlans("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17")), "");
}

TEST(SwitchValues, OfAPrecisionAndASlopeHaveTheirBounds) {
  EXPECT_EQ(*parse_learning_precision("0.5%"), 0.5);
  EXPECT_EQ(message(parse_learning_precision("0")), "wants a share from 0.01% to 50%, found \"0\"");
  EXPECT_EQ(**parse_slope("0.8"), 0.8);
  EXPECT_EQ(message(parse_slope("-1")), "wants nanoseconds a byte, 0 or more, found \"-1\"");
}

TEST(SwitchPlan, TakesAsLongForAddressesAsTheyAreRemembered) {
  EXPECT_EQ(message(checked({})), "");
  EXPECT_EQ(message(checked({{"most-addresses", "150000"}})), "");
  EXPECT_EQ(
      message(checked({{"most-addresses", "150001"}})),
      "150001 addresses at 1000 a second take 150 s, too long for an ageing of 5min: the first would be "
      "forgotten; raise learning-rate, or lower most-addresses");
}

TEST(SwitchPlan, RefusesWhatContradictsItself) {
  EXPECT_EQ(message(checked({{"vlan", "10"}, {"isolated-vlans", "10"}})),
            "vlan 10 is among the isolated-vlans, but its frames must come; leave it out of one of them");
  EXPECT_EQ(message(checked({{"longest-ageing", "3s"}, {"ageing-resolution", "2s"}})),
            "ageing-resolution is 2s; say a time from 10ms to 1500ms");
  EXPECT_EQ(message(checked({{"ageing", "5h"}})), "ageing is 5h; say a time from 1s to 4h");
}

TEST(SwitchPlan, HasTheTimesOfASearch) {
  EXPECT_EQ(checked({})->plan.duration, std::chrono::seconds(60));
  EXPECT_EQ(checked({{"quick", "true"}})->plan.duration, std::chrono::seconds(1));
}

}  // namespace
}  // namespace pktgen
