// RFC 4737: extents, late times and n-reordering.
#include "track/reorder_meter.h"

#include <gtest/gtest.h>
#include <initializer_list>

namespace pktgen {
namespace {

struct Arrival {
  std::uint64_t sequence = 0, ns = 0;
};

ReorderTally tally_of(std::initializer_list<Arrival> arrivals, std::size_t gaps = 64) {
  ReorderTally tally;
  ReorderMeter meter(gaps);
  for (const Arrival& arrival : arrivals) meter.on(arrival.sequence, arrival.ns, tally);
  return tally;
}

TEST(ReorderMeter, SaysOfRfc4737sExampleWhatTheRfcSays) {
  // Section 7.1: packet 4 comes behind 5, 6, 7 and 8, 62 ms after the first of them.
  const ReorderTally tally = tally_of(
      {{0, 0}, {1, 68}, {2, 136}, {3, 204}, {5, 358}, {6, 376}, {7, 396}, {8, 418}, {4, 420}, {9, 488}});
  EXPECT_EQ(tally.arrivals, 10u);
  EXPECT_EQ(tally.reordered, 1u);
  EXPECT_EQ(tally.extents.max(), 4u);
  EXPECT_EQ(tally.late_ns.max(), 62u);
  EXPECT_EQ(tally.n_reordered[1], 1u);
  EXPECT_EQ(tally.n_reordered[4], 1u);
  EXPECT_EQ(tally.n_reordered[5], 0u);
}

TEST(ReorderMeter, AnswersNothingWhereAllCameInOrderOrNotAtAll) {
  const ReorderTally tally = tally_of({{0, 0}, {1, 1}, {5, 2}, {6, 3}, {9, 4}});
  EXPECT_EQ(tally.arrivals, 5u);
  EXPECT_EQ(tally.reordered, 0u) << "loss never makes later frames reordered";
  EXPECT_EQ(tally.extents.samples(), 0u);
}

TEST(ReorderMeter, CountsSwappedNeighboursWithAnExtentOfOne) {
  const ReorderTally tally = tally_of({{1, 0}, {0, 1}, {3, 2}, {2, 3}, {5, 4}, {4, 5}});
  EXPECT_EQ(tally.reordered, 3u);
  EXPECT_EQ(tally.extents.min(), 1u);
  EXPECT_EQ(tally.extents.max(), 1u);
  EXPECT_EQ(tally.n_reordered[1], 3u);
  EXPECT_EQ(tally.n_reordered[2], 0u);
}

TEST(ReorderMeter, CallsAFrameBehindLaterAndEarlierOnesReorderedToAnExtentOnly) {
  // 2 and 3 come behind 4; in front of 3 stands 2, which is earlier, so 3 is reordered but not 1-reordered.
  const ReorderTally tally = tally_of({{0, 0}, {1, 10}, {4, 20}, {2, 30}, {3, 40}, {5, 50}});
  EXPECT_EQ(tally.reordered, 2u);
  EXPECT_EQ(tally.extents.min(), 1u);
  EXPECT_EQ(tally.extents.max(), 2u);
  EXPECT_EQ(tally.late_ns.max(), 20u);
  EXPECT_EQ(tally.n_reordered[1], 1u);
}

TEST(ReorderMeter, FindsTheGapOfAFrameAmongMany) {
  // Each odd number is passed over; 3 comes last, behind 4, 6, 8 and 10.
  const ReorderTally tally = tally_of({{0, 0}, {2, 1}, {4, 2}, {6, 3}, {8, 4}, {10, 5}, {3, 9}});
  EXPECT_EQ(tally.extents.max(), 4u);
  EXPECT_EQ(tally.late_ns.max(), 7u);
}

TEST(ReorderMeter, SaysThatAnExtentIsUnknownWhereItsGapIsForgotten) {
  const ReorderTally tally = tally_of({{0, 0}, {2, 1}, {4, 2}, {6, 3}, {1, 4}, {5, 5}}, 2);
  EXPECT_EQ(tally.reordered, 2u);
  EXPECT_EQ(tally.unknown_extents, 1u);
  EXPECT_EQ(tally.extents.samples(), 1u);
  EXPECT_EQ(tally.extents.max(), 2u);
}

}  // namespace
}  // namespace pktgen
