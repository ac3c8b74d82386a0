#include "track/arrival_gaps.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

using Numbers = std::vector<std::uint64_t>;

void come(ArrivalGaps& gaps, const Numbers& arrived_ns, const Numbers& sequences, std::uint64_t came_before) {
  gaps.on_many(arrived_ns, sequences, came_before);
}

TEST(ArrivalGaps, AreTimesWithoutAnyArrivalWithinABurstToo) {
  ArrivalGaps gaps(100);
  come(gaps, {1000, 1010}, {0, 1}, 0);
  come(gaps, {1110}, {2}, 2);  // just 100
  come(gaps, {1211, 1221, 1400}, {5, 6, 9}, 3);
  EXPECT_EQ(gaps.gaps(), (std::vector<SilentTime>{{1110, 1211, 2, 5, 3}, {1221, 1400, 6, 9, 5}}));
  EXPECT_EQ(gaps.beyond(), 0u);
}

TEST(ArrivalGaps, TheTimeBeforeTheFirstFrameIsNone) {
  ArrivalGaps gaps(100);
  come(gaps, {5000}, {7}, 0);
  EXPECT_TRUE(gaps.gaps().empty());
}

TEST(ArrivalGaps, AReceiverThatStoodStillMakesNone) {
  ArrivalGaps gaps(100);
  come(gaps, {1000}, {0}, 0);
  come(gaps, {9000}, {1}, 1);
  EXPECT_TRUE(gaps.gaps().empty()) << "no number was passed over";
  come(gaps, {30'000}, {2}, 2);
  EXPECT_EQ(gaps.gaps(), (std::vector<SilentTime>{{9000, 30'000, 1, 2, 2}})) << "but so long is worth a look";
}

TEST(ArrivalGaps, AreNotLookedForUnlessAsked) {
  ArrivalGaps gaps;
  come(gaps, {0}, {0}, 0);
  come(gaps, {1'000'000'000'000}, {1}, 1);
  EXPECT_TRUE(gaps.gaps().empty());
}

TEST(ArrivalGaps, AreKeptUpToALimitAndCountedBeyondIt) {
  ArrivalGaps gaps(100);
  for (std::uint64_t i = 0; i < 70; ++i) come(gaps, {i * 1000}, {2 * i}, i);
  EXPECT_EQ(gaps.gaps().size(), 64u);
  EXPECT_EQ(gaps.beyond(), 5u);
}

}  // namespace
}  // namespace pktgen
