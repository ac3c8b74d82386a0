#include "pace/pacer.h"

#include <array>
#include <gtest/gtest.h>

namespace pktgen {
namespace {

constexpr double kPicoseconds = 1e12;

TEST(Pacer, IsExactAtLineRate) {
  std::array<Ticks, 32> due;
  Pacer pacer(Period::of(kPicoseconds / 14'880'952.380952381), {1000}, 64);
  ASSERT_EQ(pacer.due({1000 + 31 * 67'200}, due), 32u);
  EXPECT_EQ(due[0].count, 1000u);
  EXPECT_EQ(due[31].count, 1000u + 31 * 67'200);
}

TEST(Pacer, DoesNotDriftOverABillionFrames) {
  // 3 frames a tick at most a tick off after a billion: 333,333,333.3 ticks
  Pacer pacer(Period::of(1.0 / 3), {0}, 1'000'000'000);
  std::array<Ticks, 32> due;
  while (!pacer.finished()) pacer.due({~std::uint64_t{0}}, due);
  EXPECT_NEAR(static_cast<double>(pacer.next().count), 333'333'333.3, 1);
}

TEST(Pacer, GivesNothingBeforeItIsDueAndNoMoreThanAsked) {
  Pacer pacer(Period::of(100), {1000}, 2);
  std::array<Ticks, 32> due;
  EXPECT_EQ(pacer.due({999}, due), 0u);
  EXPECT_EQ(pacer.due({1000}, due), 1u);
  EXPECT_FALSE(pacer.finished());
  EXPECT_EQ(pacer.due({100'000}, due), 1u);
  EXPECT_TRUE(pacer.finished());
  EXPECT_EQ(pacer.due({200'000}, due), 0u);
}

TEST(Pacer, KeepsAVerySlowPace) {
  // a frame in ten seconds, in picoseconds
  Pacer pacer(Period::of(1e13), {0}, 3);
  std::array<Ticks, 32> due;
  EXPECT_EQ(pacer.due({19'999'999'999'999}, due), 2u);
  EXPECT_EQ(due[1].count, 10'000'000'000'000u);
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
