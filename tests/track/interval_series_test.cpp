#include "track/interval_series.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

using namespace std::chrono_literals;

/// Intervals of a second, of one frame each, with a latency that is the second's number.
IntervalSeries of_seconds(std::size_t most, std::uint64_t count) {
  IntervalSeries series(most);
  for (std::uint64_t i = 1; i <= count; ++i) {
    std::array<IntervalCounts, 2> counts{};
    counts[0] = {.sent = i, .delivered = i};
    std::array<LatencyHistogram, 2> latency;
    latency[0].record_times(i, 1);
    series.add(i * 1s, counts, latency);
  }
  return series;
}

TEST(IntervalSeries, KeepsEachWhileThereIsRoom) {
  const IntervalSeries series = of_seconds(4, 4);
  ASSERT_EQ(series.intervals().size(), 4u);
  EXPECT_EQ(series.merged(), 1u);
  EXPECT_EQ(series.intervals()[3].ways[0].so_far.sent, 4u);
  EXPECT_EQ(series.intervals()[3].ways[0].latency.max, 4u);
}

TEST(IntervalSeries, PutsNeighboursTogetherWhenThereIsNone) {
  const IntervalSeries series = of_seconds(4, 7);
  ASSERT_EQ(series.intervals().size(), 4u);
  EXPECT_EQ(series.merged(), 2u);
  const std::vector<std::uint64_t> asked{2, 2, 2, 1};
  const std::vector<Nanoseconds> ends{2s, 4s, 6s, 7s};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(series.intervals()[i].asked, asked[i]);
    EXPECT_EQ(series.intervals()[i].end, ends[i]);
  }
}

TEST(IntervalSeries, LatencyOfBothIsThatOfAllTheirFrames) {
  const IntervalSeries series = of_seconds(2, 4);
  ASSERT_EQ(series.intervals().size(), 2u);
  LatencyHistogram latency;
  latency.add(series.intervals()[1].ways[0].latency);
  EXPECT_EQ(latency.samples(), 2u);
  EXPECT_EQ(latency.min(), 3u);
  EXPECT_EQ(latency.max(), 4u);
  EXPECT_EQ(latency.percentile(0.5), 3u);
}

TEST(IntervalSeries, NeverHasMoreThanItMay) {
  const IntervalSeries series = of_seconds(10, 1000);
  EXPECT_LE(series.intervals().size(), 10u);
  EXPECT_EQ(series.merged(), 128u);
  EXPECT_EQ(series.intervals().back().ways[0].so_far.sent, 1000u);
}

}  // namespace
}  // namespace pktgen
