#include "base/period.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

constexpr double kPicoseconds = 1e12;

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
