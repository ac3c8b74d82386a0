#include "plan/outage_options.h"

#include <gtest/gtest.h>

#include "plan/validate.h"

namespace pktgen {
namespace {

Result<Plan> plan_of(std::string_view command, std::vector<std::pair<std::string_view, std::string>> values) {
  std::vector<Asked> asked;
  for (const auto& [name, text] : values)
    asked.push_back({find_setting(name), text, "--" + std::string(name), Origin::command_line});
  return make_plan(command, asked);
}

TEST(OutagePlan, HasTheTimesOfRfc2544UnlessAQuickLookIsAskedFor) {
  using namespace std::chrono_literals;
  EXPECT_EQ(plan_of("recovery", {})->outage.relief, 60s);
  EXPECT_EQ(plan_of("recovery", {{"duration", "90s"}})->outage.relief, 90s);
  EXPECT_EQ(plan_of("recovery", {{"quick", "true"}})->outage.relief, 1s);
  EXPECT_EQ(plan_of("reset", {})->outage.stable, 15s);
  EXPECT_EQ(plan_of("reset", {{"quick", "true"}})->outage.stable, 1s);
  EXPECT_EQ(plan_of("reset", {{"quick", "true"}, {"stable", "20s"}})->outage.stable, 20s);
}

TEST(OutagePlan, AResetHasTheSmallestFrameThatItsHeadersAllow) {
  const auto sizes_of = [](std::vector<std::pair<std::string_view, std::string>> values) {
    return validate(*plan_of("reset", std::move(values)))->plan.sizes;
  };
  EXPECT_EQ(sizes_of({}), (std::vector<FrameBytes>{{64}}));
  EXPECT_EQ(sizes_of({{"stack", "udp6"}}), (std::vector<FrameBytes>{{84}}));
  EXPECT_EQ(sizes_of({{"sizes", "128,512"}}), (std::vector<FrameBytes>{{128}, {512}}));
}

TEST(OutagePlan, RefusesWhatCantBe) {
  EXPECT_EQ(plan_of("reset", {{"kind", "hard"}}).error().message,
            "--kind: wants hardware, software or power, found \"hard\"");
  EXPECT_EQ(plan_of("reset", {{"limit", "0s"}}).error().message,
            "--limit: wants a time above zero and up to 24h, found \"0s\"");
  EXPECT_FALSE(plan_of("recovery", {{"kind", "power"}}));
  EXPECT_FALSE(plan_of("reset", {{"tx-queues", "2"}}));
}

}  // namespace
}  // namespace pktgen
