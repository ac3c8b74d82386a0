#include "service/steps.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

constexpr Load l1(double rate) { return {Load::Unit::l1_bits_per_second, rate}; }
constexpr Load l2(double rate) { return {Load::Unit::l2_bits_per_second, rate}; }

SizeMix sizes(std::vector<SizeMix::Part> parts) { return {.parts = std::move(parts)}; }

ServiceSpec service(double cir, double eir) {
  ServiceSpec spec{.cir = l2(cir), .eir = l2(eir)};
  spec.stream.name = "s";
  spec.stream.sizes = sizes({{{512}, 1}});
  return spec;
}

std::vector<double> rates(const std::vector<ServiceStep>& steps) {
  std::vector<double> all;
  for (const ServiceStep& step : steps) all.push_back(step.asked_bits_per_second);
  return all;
}

TEST(InformationRate, CountsFromDestinationMacToFcs) {
  const SizeMix small = sizes({{{64}, 1}});
  EXPECT_DOUBLE_EQ(information_rate(l2(100e6), small), 100e6);
  EXPECT_DOUBLE_EQ(l1_of_information_rate(100e6, small), 131.25e6) << "84 octets of the line for 64";
  EXPECT_DOUBLE_EQ(information_rate(l1(131.25e6), small), 100e6);
  EXPECT_DOUBLE_EQ(information_rate(l1(1e9), sizes({{{1518}, 1}})), 1e9 * 1518 / 1538);
}
TEST(InformationRate, OfAMixTakesTheMeanFrame) {
  const SizeMix imix = sizes({{{64}, 7}, {{594}, 4}, {{1518}, 1}});  // 4342 octets in 12 frames
  EXPECT_DOUBLE_EQ(l1_of_information_rate(4342e3, imix), 4582e3) << "12 times 20 octets more";
}
TEST(InformationRate, BecomesFramesOfEachSizeInTheSharesOfTheMix) {
  ServiceSpec spec = service(8e6, 0);
  EXPECT_DOUBLE_EQ(streams_at(spec, 4.096e6)[0].schedule.load.amount, 1000) << "4096 bits a frame";
  spec.stream.sizes = sizes({{{64}, 3}, {{1518}, 1}});
  const auto streams = streams_at(spec, 8 * 1710e3);  // 3 * 64 + 1518 = 1710 octets in 4 frames
  ASSERT_EQ(streams.size(), 2u);
  EXPECT_DOUBLE_EQ(streams[0].schedule.load.amount, 3000);
  EXPECT_DOUBLE_EQ(streams[1].schedule.load.amount, 1000);
  EXPECT_EQ(streams[0].name, "s 64");
  EXPECT_EQ(streams[1].sizes.parts[0].size, 1518_byte_frame);
}

TEST(ConfigurationSteps, AreSharesOfTheCirThenTheEirThenAQuarterOfItMore) {
  const auto steps = configuration_steps(service(100e6, 50e6), {}, 1_Gbps);
  EXPECT_EQ(rates(steps), (std::vector<double>{25e6, 50e6, 75e6, 100e6, 150e6, 162.5e6}));
  EXPECT_EQ(name_of(steps[0]), "CIR 25 %");
  EXPECT_EQ(name_of(steps[4]), "EIR");
  EXPECT_EQ(name_of(steps[5]), "policing");
}
TEST(ConfigurationSteps, PoliceAQuarterOfTheCirWhereTheEirIsLessThanAFifth) {
  EXPECT_EQ(rates(configuration_steps(service(100e6, 19e6), {}, {})).back(), 144e6);
  EXPECT_EQ(rates(configuration_steps(service(100e6, 20e6), {}, {})).back(), 125e6);
}
TEST(ConfigurationSteps, LeaveOutWhatTheServiceHasnt) {
  ServiceSpec spec = service(100e6, 0);
  EXPECT_EQ(rates(configuration_steps(spec, {.steps_percent = {100}}, {})),
            (std::vector<double>{100e6, 125e6}));
  spec.is_policed = false;
  EXPECT_EQ(rates(configuration_steps(spec, {.steps_percent = {50, 100}}, {})),
            (std::vector<double>{50e6, 100e6}));
}
TEST(ConfigurationSteps, OfferNoMoreThanTheLinkCarries) {
  // 1 Gb/s carries 1e9 * 512 / 532 = 962.4 Mb/s of frames of 512 bytes.
  const auto some = configuration_steps(service(800e6, 0), {}, 1_Gbps);
  EXPECT_TRUE(some.back().impossible.empty());
  EXPECT_NEAR(some.back().asked_bits_per_second, 962.406e6, 1e3) << "instead of 1000";
  const auto full = configuration_steps(service(960e6, 0), {}, 1_Gbps);
  EXPECT_EQ(full.back().impossible,
            "the link carries 962.41 Mb/s of these frames, no more than what may come "
            "through");
  const auto beyond = configuration_steps(service(970e6, 0), {}, 1_Gbps);
  EXPECT_EQ(beyond[3].impossible,
            "the link carries 962.41 Mb/s of these frames, no more than what is to be sent");
  EXPECT_TRUE(beyond[2].impossible.empty());
}

}  // namespace
}  // namespace pktgen
