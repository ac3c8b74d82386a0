#include "wire/link_model.h"

#include <gtest/gtest.h>
#include <limits>

namespace pktgen {
namespace {

TEST(LinkModel, SplitsARateIntoLayersAsTheTablesDo) {
  // 10 Gb/s: size, frames/s, L2, UDP/IPv4 goodput, TCP with timestamps (Gb/s)
  struct Row {
    std::uint64_t size;
    double fps, l2, udp, tcp;
  };
  const Row rows[] = {{128, 8445945.946, 8.64865, 5.54054, 3.91892},
                      {1518, 812743.823, 9.86996, 9.57087, 9.41482},
                      {9000, 138580.931, 9.97783, 9.92683, 9.90022},
                      {9018, 138304.935, 9.97787, 9.92697, 9.90042}};
  for (const Row& row : rows) {
    const FramesPerSecond rate = line_rate(10_Gbps, {row.size});
    EXPECT_NEAR(rate.count, row.fps, 1e-3);
    EXPECT_NEAR(l1_bits_per_second(rate, {row.size}), 10e9, 1);
    EXPECT_NEAR(l2_bits_per_second(rate, {row.size}) / 1e9, row.l2, 1e-5);
    EXPECT_NEAR(goodput_bits_per_second(rate, {row.size}, 46) / 1e9, row.udp, 1e-5);
    EXPECT_NEAR(tcp_equivalent_bits_per_second(rate, {row.size}, 0).value() / 1e9, row.tcp, 1e-5);
  }
}

TEST(LinkModel, HasNoTcpEquivalentForAFrameTooSmallForASegment) {
  EXPECT_FALSE(tcp_equivalent_bits_per_second({1}, {64}, 0));
  EXPECT_FALSE(tcp_equivalent_bits_per_second({1}, {70}, 0));
  EXPECT_TRUE(tcp_equivalent_bits_per_second({1}, {71}, 0));
}

TEST(LinkModel, CountsEverythingButPayloadAsOverhead) {
  EXPECT_NEAR(header_overhead_percent({64}, 46), 78.5714, 1e-4);
  EXPECT_NEAR(header_overhead_percent({1518}, 46), 4.2913, 1e-4);
  EXPECT_NEAR(header_overhead_percent({9018}, 46), 0.7303, 1e-4);
}

TEST(Load, IsTurnedIntoFramesASecond) {
  const auto rate = [](Load load, std::uint64_t size) {
    return frames_per_second(load, 10_Gbps, {size})->count;
  };
  EXPECT_NEAR(rate({Load::Unit::percent, 50}, 128), 4'222'972.97, 0.01);
  EXPECT_EQ(rate({Load::Unit::frames_per_second, 1000}, 64), 1000);
  EXPECT_NEAR(rate({Load::Unit::l1_bits_per_second, 5e9}, 128), 4'222'972.97, 0.01);
  EXPECT_NEAR(rate({Load::Unit::l2_bits_per_second, 4.3243e9}, 128), 4'222'949, 1);
}

TEST(Load, AboveLineRateIsRefusedWithTheMaximum) {
  const auto refused = frames_per_second({Load::Unit::frames_per_second, 500'000}, {25'000'000'000}, {9000});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::plan);
  EXPECT_NE(refused.error().message.find("346452"), std::string::npos) << refused.error().message;
  EXPECT_NE(refused.error().message.find("36.08"), std::string::npos) << refused.error().message;
}

TEST(Load, InPercentOfAnUnknownSpeedIsRefusedAndInFramesIsNot) {
  EXPECT_FALSE(frames_per_second({Load::Unit::percent, 50}, {0}, {64}));
  EXPECT_EQ(frames_per_second({Load::Unit::frames_per_second, 50}, {0}, {64})->count, 50);
}

TEST(Load, ThatIsNoLoadIsRefused) {
  for (const double amount :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_FALSE(frames_per_second({Load::Unit::frames_per_second, amount}, {0}, {64})) << amount;
}

}  // namespace
}  // namespace pktgen
