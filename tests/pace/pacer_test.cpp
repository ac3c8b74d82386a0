#include "pace/pacer.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

constexpr double kPicoseconds = 1e12;

TEST(Pacer, IsExactAtLineRate) {
  Pacer pacer(Period::of(kPicoseconds / 14'880'952.380952381), {1000}, 64);
  const DueRun due = pacer.due({1000 + 31 * 67'200}, 32);
  ASSERT_EQ(due.count, 32u);
  EXPECT_EQ(due.at(0).count, 1000u);
  EXPECT_EQ(due.at(31).count, 1000u + 31 * 67'200);
  EXPECT_EQ(pacer.next().count, 1000u + 32 * 67'200);
}

TEST(Pacer, DoesNotDriftOverABillionFrames) {
  // 3 frames a tick at most a tick off after a billion: 333,333,333.3 ticks
  Pacer pacer(Period::of(1.0 / 3), {0}, 1'000'000'000);
  while (!pacer.finished()) pacer.due({~std::uint64_t{0}}, 32);
  EXPECT_NEAR(static_cast<double>(pacer.next().count), 333'333'333.3, 1);
}

TEST(Pacer, GivesNothingBeforeItIsDueAndNoMoreThanAsked) {
  Pacer pacer(Period::of(100), {1000}, 2);
  EXPECT_EQ(pacer.due({999}, 32).count, 0u);
  EXPECT_EQ(pacer.due({1000}, 32).count, 1u);
  EXPECT_FALSE(pacer.finished());
  EXPECT_EQ(pacer.due({100'000}, 32).count, 1u);
  EXPECT_TRUE(pacer.finished());
  EXPECT_EQ(pacer.due({200'000}, 32).count, 0u);
}

TEST(Pacer, KeepsAVerySlowPace) {
  // a frame in ten seconds, in picoseconds
  Pacer pacer(Period::of(1e13), {0}, 3);
  const DueRun due = pacer.due({19'999'999'999'999}, 32);
  ASSERT_EQ(due.count, 2u);
  EXPECT_EQ(due.at(1).count, 10'000'000'000'000u);
}

TEST(TickScale, TurnsPicosecondsIntoWholeNanoseconds) {
  const TickScale scale({kPicoseconds});
  for (const std::uint64_t ns : {1ull, 56ull, 1'000'000'007ull, 86'400'000'000'123ull})
    EXPECT_EQ(scale.nanoseconds({ns * 1000}), ns);
  EXPECT_EQ(scale.nanoseconds({56'999}), 56u);
  EXPECT_EQ(scale.ticks(std::chrono::seconds(1)).count, 1'000'000'000'000u);
}

TEST(TickScale, FollowsATimestampCounter) {
  const TickScale scale({2'596'120'113.0});
  EXPECT_NEAR(static_cast<double>(scale.nanoseconds({2'596'120'113})), 1e9, 1);
  EXPECT_NEAR(static_cast<double>(scale.nanoseconds({2'596'120'113ull * 86'400})), 86'400e9, 2);
}

}  // namespace
}  // namespace pktgen
