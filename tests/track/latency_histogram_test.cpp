#include "track/latency_histogram.h"

#include <cmath>
#include <gtest/gtest.h>

namespace pktgen {
namespace {

TEST(LatencyHistogram, IsExactForSmallValues) {
  LatencyHistogram latency;
  for (std::uint64_t v = 1; v <= 100; ++v) latency.record(v, 0);
  EXPECT_EQ(latency.samples(), 100u);
  EXPECT_EQ(latency.min(), 1u);
  EXPECT_EQ(latency.percentile(0.5), 50u);
  EXPECT_EQ(latency.percentile(0.99), 99u);
  EXPECT_EQ(latency.percentile(0.9999), 100u);
  EXPECT_EQ(latency.max(), 100u);
  EXPECT_EQ(latency.mean(), 50.5);
}

TEST(LatencyHistogram, IsRightToOnePartIn128AtAnySize) {
  for (double exponent = 0; exponent < 47; exponent += 0.37) {
    const auto value = static_cast<std::uint64_t>(std::exp2(exponent));
    LatencyHistogram latency;
    latency.record(value, 0);
    latency.record(value * 2, 0);  // so that the bound to min and max doesn't help
    const auto told = static_cast<double>(latency.percentile(0.5));
    EXPECT_LE(std::abs(told - static_cast<double>(value)) * 128, static_cast<double>(value)) << value;
  }
}

TEST(LatencyHistogram, TakesTheLargestValueAStampCanMake) {
  LatencyHistogram latency;
  latency.record((std::uint64_t{1} << 47) - 1, 0);
  EXPECT_EQ(latency.max(), 140'737'488'355'327u);
  EXPECT_EQ(latency.percentile(0.5), 140'737'488'355'327u);
}

TEST(LatencyHistogram, CountsAnArrivalBeforeTheDepartureApart) {
  LatencyHistogram latency;
  latency.record(4100, 0);
  latency.record((std::uint64_t{1} << 48) - 100, 0);
  EXPECT_EQ(latency.negative(), 1u);
  EXPECT_EQ(latency.samples(), 1u);
  EXPECT_EQ(latency.max(), 4100u);
}

TEST(LatencyHistogram, TakesOverWhatAnotherHolds) {
  LatencyHistogram one, other;
  one.record(100, 0);
  other.record_times(300, 3);
  other.record(0, 5);
  one.add(other);
  EXPECT_EQ(one.samples(), 4u);
  EXPECT_EQ(one.min(), 100u);
  EXPECT_EQ(one.max(), 300u);
  EXPECT_EQ(one.mean(), 250.0);
  EXPECT_EQ(one.negative(), 1u);
}

TEST(LatencyHistogram, HasNothingToSayWithoutSamples) {
  const LatencyHistogram latency;
  EXPECT_EQ(latency.samples(), 0u);
  EXPECT_EQ(latency.min(), 0u);
  EXPECT_EQ(latency.percentile(0.5), 0u);
}

}  // namespace
}  // namespace pktgen
