#include "service/availability.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

using namespace std::chrono_literals;

/// "g" a good second, "b" one that loses 60 %, "h" one that loses just half.
std::vector<ServiceSecond> seconds_of(std::string_view text) {
  std::vector<ServiceSecond> seconds;
  for (const char c : text) seconds.push_back({100, c == 'g' ? 100u : c == 'b' ? 40u : 50u});
  return seconds;
}
std::string times(std::size_t count, char c) { return std::string(count, c); }

TEST(Availability, CantBeToldFromLessThanTenSeconds) {
  EXPECT_EQ(availability_of(seconds_of(times(9, 'g'))), std::nullopt);
  EXPECT_EQ(availability_of(seconds_of(times(10, 'g'))), 1.0);
}
TEST(Availability, NineBadSecondsInARowDontEndIt) {
  EXPECT_EQ(availability_of(seconds_of(times(10, 'g') + times(9, 'b') + "g")), 1.0);
}
TEST(Availability, TenBadSecondsInARowCountFromTheFirst) {
  EXPECT_EQ(availability_of(seconds_of(times(10, 'g') + times(10, 'b'))), 0.5);
  EXPECT_EQ(availability_of(seconds_of(times(10, 'b'))), 0.0);
}
TEST(Availability, ComesBackWithTenGoodSecondsFromTheFirstOfThem) {
  EXPECT_EQ(availability_of(seconds_of(times(10, 'b') + times(9, 'g') + "b")), 0.0);
  EXPECT_EQ(availability_of(seconds_of(times(10, 'b') + times(10, 'g'))), 0.5);
  EXPECT_EQ(availability_of(seconds_of(times(10, 'b') + "gbg" + times(7, 'b') + times(20, 'g'))), 0.5);
}
TEST(Availability, HalfOfTheFramesLostIsNotYetBad) {
  EXPECT_EQ(availability_of(seconds_of(times(20, 'h'))), 1.0);
}

TEST(SecondCounter, CutsWhatGoesOnIntoSeconds) {
  SecondCounter counter;
  counter.see(500ms, 50, 40);
  counter.see(1001ms, 100, 90);
  counter.see(1500ms, 150, 90);
  counter.see(2s, 200, 95);
  const std::vector<ServiceSecond> wanted{{100, 90}, {100, 5}};
  EXPECT_EQ(counter.seconds(), wanted);
}
TEST(SecondCounter, ASecondInWhichNothingWasSentIsNone) {
  SecondCounter counter;
  counter.see(1s, 100, 90);
  counter.see(2s, 100, 100);
  EXPECT_EQ(counter.seconds().size(), 1u);
}
TEST(SecondCounter, SecondsThatNobodyLookedAtAreAlike) {
  SecondCounter counter;
  counter.see(3s, 300, 150);
  EXPECT_EQ(counter.seconds(), (std::vector<ServiceSecond>(3, {100, 50})));
}

}  // namespace
}  // namespace pktgen
