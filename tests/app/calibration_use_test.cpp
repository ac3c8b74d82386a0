#include "app/calibration_use.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

TEST(ProcessorName, IsTheFirstModelNameOrUnknown) {
  EXPECT_EQ(processor_name("processor\t: 0\nmodel name\t: A CPU: 3 GHz\nmodel name\t: Another\n"),
            "A CPU: 3 GHz");
  EXPECT_EQ(processor_name("processor : 0\nCPU part : 0xd0c\n"), "unknown");
  EXPECT_EQ(processor_name(""), "unknown");
}
TEST(LimitsOfStreams, AreThoseOfTheSizesAndTheirShares) {
  const LatencyFloor floor{.samples = 1, .min = 10, .p50 = 11, .p99 = 12, .mean = 11};
  TesterLimits limits{.links = {10_Gbps, 10_Gbps}, .is_virtual = true, .sizes = {}};
  for (const auto& [bytes, rate] : {std::pair(64U, 4e6), std::pair(1518U, 1e6)})
    limits.sizes.push_back({.size = {bytes},
                            .one_way = {FramesPerSecond{rate}, FramesPerSecond{rate}},
                            .both = {FramesPerSecond{rate}, FramesPerSecond{rate}},
                            .floor = {floor, floor}});
  StreamsRequest request;
  request.streams.resize(1);
  request.streams[0].sizes.parts = {{{64}, 3}, {{1518}, 1}};
  StreamsOutcome outcome;
  outcome.streams.push_back({.name = "s", .direction = Direction::a_to_b, .load = {4000}});
  // Three short frames take 3/4 us, one long one 1 us.
  const auto of_mix = limits_of_streams(limits, request, outcome);
  ASSERT_TRUE(of_mix);
  EXPECT_NEAR(of_mix->ceiling({64}, Direction::a_to_b, false)->rate.count, 2'285'714.29, 0.01);
  EXPECT_FALSE(limits_of_streams(std::nullopt, request, outcome));
}

}  // namespace
}  // namespace pktgen
