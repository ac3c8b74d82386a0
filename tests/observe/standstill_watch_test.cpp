#include "observe/standstill_watch.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

constexpr Ticks kSecond{1000};

TEST(StandstillWatch, TellsWhatIsAskedForASecondAndDoesNotMove) {
  StandstillWatch watch(kSecond);
  EXPECT_FALSE(watch.look({0}, 7, 0));
  EXPECT_FALSE(watch.look({5}, 7, 1));
  EXPECT_FALSE(watch.look({1004}, 7, 900));
  EXPECT_TRUE(watch.look({1005}, 7, 901));
  EXPECT_EQ(watch.since(), Ticks{5});
}

TEST(StandstillWatch, IsContentWithWhatMovesNowAndThen) {
  StandstillWatch watch(kSecond);
  EXPECT_FALSE(watch.look({0}, 7, 0));
  EXPECT_FALSE(watch.look({5}, 7, 1));
  EXPECT_FALSE(watch.look({1000}, 8, 900));
  EXPECT_EQ(watch.since(), kNever);
  EXPECT_FALSE(watch.look({1999}, 8, 901));
  EXPECT_FALSE(watch.look({2998}, 8, 902));
  EXPECT_TRUE(watch.look({2999}, 8, 903));
}

TEST(StandstillWatch, WaitsForEverForWhatIsNotAsked) {
  StandstillWatch watch(kSecond);
  EXPECT_FALSE(watch.look({0}, 7, 3));
  EXPECT_FALSE(watch.look({1'000'000}, 7, 3));
  EXPECT_EQ(watch.since(), kNever);
}

TEST(StandstillWatch, HoldsALongTimeWithoutALookAgainstNobody) {
  StandstillWatch watch(kSecond);
  EXPECT_FALSE(watch.look({0}, 7, 0));
  EXPECT_FALSE(watch.look({5000}, 7, 1)) << "the first look that found it asked";
  EXPECT_TRUE(watch.look({6000}, 7, 2));
}

TEST(StandstillWatch, ForgivesWhatHadAReason) {
  StandstillWatch watch(kSecond);
  EXPECT_FALSE(watch.look({0}, 7, 0));
  EXPECT_FALSE(watch.look({5}, 7, 1));
  watch.excuse();
  EXPECT_FALSE(watch.look({1500}, 7, 2));
  EXPECT_FALSE(watch.look({2000}, 7, 3));
  EXPECT_FALSE(watch.look({2999}, 7, 4));
  EXPECT_TRUE(watch.look({3000}, 7, 5));
}

}  // namespace
}  // namespace pktgen
