#include <gtest/gtest.h>

#include "plan/service_values.h"
#include "plan/settings.h"
#include "plan/validate.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;

Result<Plan> plan_of(std::string_view text, std::string_view command = "service") {
  auto file = parse_plan(text, "plan.toml", command);
  if (!file) return tl::make_unexpected(file.error());
  auto plan = make_plan(command, file->asked, std::move(file->streams), std::move(file->services));
  if (!plan) return plan;
  auto checked = validate(*plan);
  if (!checked) return tl::make_unexpected(checked.error());
  return checked->plan;
}

std::string message(std::string_view text, std::string_view command = "service") {
  const auto plan = plan_of(text, command);
  return plan ? "no error" : plan.error().message;
}

constexpr Load l2(double rate) { return {Load::Unit::l2_bits_per_second, rate}; }

TEST(InformationRate, CountsFromDestinationMacToFcsUnlessItSaysL1) {
  EXPECT_EQ(*parse_information_rate("100M"), l2(100'000'000));
  EXPECT_EQ(*parse_information_rate("1.5G"), l2(1'500'000'000));
  EXPECT_EQ(*parse_information_rate("64kbpsL2"), l2(64'000));
  EXPECT_EQ(*parse_information_rate("0"), l2(0));
  EXPECT_EQ(*parse_information_rate("10MbpsL1"), (Load{Load::Unit::l1_bits_per_second, 10'000'000}));
}
TEST(InformationRate, OfBitsWithoutALayerIsRefused) {
  EXPECT_EQ(parse_information_rate("100Mbps").error().message,
            "wants an information rate like 100M (frames from destination MAC to FCS, as Y.1564 counts), "
            "100MbpsL2, which is the same, or 100MbpsL1; found \"100Mbps\", which doesn't say which layer it "
            "counts");
  for (const char* const text : {"", "-1M", "M", "100m", "nan", "1e300G", "100fps", "50%"})
    EXPECT_FALSE(parse_information_rate(text)) << text;
}
TEST(InformationRate, PrintsWhatReadsBack) {
  for (const char* const text : {"100M", "1.5G", "64k", "0", "10MbpsL1", "999"})
    EXPECT_EQ(print_information_rate(*parse_information_rate(text)), text);
}

TEST(ServicePlan, DefaultsAreStepsOfTenSecondsAndAQuarterOfAnHour) {
  const auto plan = plan_of("cir = \"100M\"");
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->service.step, 10s);
  EXPECT_EQ(plan->duration, 15min);
  const std::vector<double> steps{25, 50, 75, 100};
  EXPECT_EQ(plan->service.steps_percent, steps);
  const auto services = services_of(*plan);
  ASSERT_EQ(services.size(), 1u);
  EXPECT_EQ(services[0].cir, l2(100'000'000));
  EXPECT_TRUE(services[0].is_policed);
}
TEST(ServicePlan, AQuickOneTakesSeconds) {
  const auto plan = plan_of("cir = \"1G\"\nquick = true");
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->service.step, 1s);
  EXPECT_EQ(plan->duration, 10s);
}

TEST(ServiceTables, EveryKeyReachesTheService) {
  const auto plan = plan_of(R"([[service]]
name = "voice"
port = "b"
stack = "eth/vlan/ipv4/udp"
vlan = { id = 100, priority = 5 }
ipv4 = { dscp = 46 }
sizes = "218:2,1518:1"
cir = "20M"
eir = "5MbpsL1"
policing = false
ftd = "5ms"
fdv = "500us"
flr = "0.01%"
availability = "99.9%"
modify = ["ipv4.src=198.18.0.1+1*256"]
)");
  ASSERT_TRUE(plan) << plan.error().message;
  ASSERT_EQ(plan->services.size(), 1u);
  const ServiceSpec& voice = plan->services[0];
  EXPECT_EQ(voice.stream.name, "voice");
  EXPECT_EQ(voice.stream.port, 1u);
  EXPECT_EQ(std::get<VlanTag>(voice.stream.headers[1]).priority, 5);
  EXPECT_EQ(voice.stream.sizes.parts.size(), 2u);
  EXPECT_EQ(voice.stream.modifiers.size(), 1u);
  EXPECT_EQ(voice.cir, l2(20'000'000));
  EXPECT_EQ(voice.eir, (Load{Load::Unit::l1_bits_per_second, 5'000'000}));
  EXPECT_FALSE(voice.is_policed);
  EXPECT_EQ(voice.ftd, 5ms);
  EXPECT_EQ(voice.fdv, 500us);
  EXPECT_EQ(voice.flr_percent, 0.01);
  EXPECT_EQ(voice.availability_percent, 99.9);
  const std::string printed = print_plan(*plan);
  const auto again = plan_of(printed);
  ASSERT_TRUE(again) << again.error().message << printed;
  EXPECT_EQ(print_plan(*again).substr(print_plan(*again).find("[[")), printed.substr(printed.find("[[")));
}
TEST(ServiceTables, MistakesAreToldWithTheirPlace) {
  EXPECT_EQ(message("[[service]]\ncirr = \"1M\""),
            "plan.toml:2:1: service[0]: unknown key \"cirr\"; the nearest known key is \"cir\"");
  EXPECT_EQ(
      message("[[service]]\nload = \"1M\""),
      "plan.toml:2:1: service[0]: load isn't a service's: cir and eir say how much is sent, the test when, "
      "and each size is sent evenly; leave it out");
  EXPECT_EQ(message("[[service]]\ncir = 100"),
            "plan.toml:2:7: service[0].cir: wants a string like \"100M\", found the integer 100");
  EXPECT_EQ(message("[[service]]\ncir = \"1M\"\npolicing = \"yes\""),
            "plan.toml:3:12: service[0].policing: wants true or false, found the string \"yes\"");
  EXPECT_EQ(message("[[service]]\ncir = \"1M\"\nname = \"x\"\n[[service]]\nname = \"x\""),
            "plan.toml:4:1: service[1]: name: \"x\" is the name of another service too, at plan.toml:1:1: "
            "service[0]; choose another");
  EXPECT_EQ(
      message("[[service]]\nname = \"x\""),
      "plan.toml:1:1: service[0]: there is no CIR, which the test is about; say one like 100M with cir");
  EXPECT_EQ(message("service = 3"),
            "plan.toml:1:1: service wants tables, each under [[service]], found the integer 3");
}
TEST(ServiceTables, GoWithNoOptionsOfTheOneAndWithNoOtherCommand) {
  EXPECT_EQ(message("cir = \"1M\"\n[[service]]\ncir = \"1M\""),
            "plan.toml:1:7: cir: each [[service]] of the plan says this itself, the first at plan.toml:2:1: "
            "service[0]; leave it out");
  EXPECT_EQ(message("[[service]]\ncir = \"1M\"", "send"),
            "plan.toml:1:1: service[0]: services are for pktgen service, not for send; leave them out");
  EXPECT_EQ(message("[[stream]]\nload = \"1%\""),
            "plan.toml:1:1: stream[0]: streams aren't for pktgen service; leave them out");
}
TEST(ServicePlan, ValuesThatCantBeAreRefused) {
  EXPECT_NE(message("cir = \"1M\"\nstep = \"61s\"").find("1s to 60s"), std::string::npos);
  EXPECT_NE(message("cir = \"1M\"\ncir_steps = \"50,25\"").find("ascending"), std::string::npos);
  EXPECT_NE(message("cir = \"1M\"\ncir_steps = \"50,125\"").find("up to 100%"), std::string::npos);
  EXPECT_NE(message("cir = \"1M\"\nsizes = [\"64-1518:16\"]").find("up to 16 frame sizes"),
            std::string::npos);
}

}  // namespace
}  // namespace pktgen
