#include "soak/bit_errors.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

// Half of the chi-square quantile at 95 % with 2k + 2 degrees of freedom, from a table.
TEST(BitErrors, TheUpperLimitIsThatOfPoisson) {
  EXPECT_EQ(poisson_upper_95(0), 3);
  EXPECT_NEAR(poisson_upper_95(1), 4.7439, 1e-4);
  EXPECT_NEAR(poisson_upper_95(2), 6.2958, 1e-4);
  EXPECT_NEAR(poisson_upper_95(5), 10.5130, 1e-4);
  EXPECT_NEAR(poisson_upper_95(10), 16.9622, 1e-4);
  EXPECT_NEAR(poisson_upper_95(100), 118.0796, 1e-3);
}

// Half of the chi-square quantile at 5 % with 2k degrees of freedom.
TEST(BitErrors, TheLowerLimitIsThatOfPoisson) {
  EXPECT_EQ(poisson_lower_95(0), 0);
  EXPECT_NEAR(poisson_lower_95(1), 0.051293, 1e-6);
  EXPECT_NEAR(poisson_lower_95(2), 0.355362, 1e-6);
  EXPECT_NEAR(poisson_lower_95(10), 5.4254, 1e-4);
  EXPECT_NEAR(poisson_lower_95(100), 84.1393, 1e-3);
}

TEST(BitErrors, ABillionErrorsAreWithinAFewOfTheirRoot) {
  EXPECT_NEAR(poisson_upper_95(1'000'000'000), 1e9 + 1.645 * 31'622.8, 200);
  EXPECT_NEAR(poisson_lower_95(1'000'000'000), 1e9 - 1.645 * 31'622.8, 200);
}

TEST(BitErrors, WithoutErrorsTheRatioIsBelowThreeByTheBits) {
  EXPECT_DOUBLE_EQ(*ber_upper_95({.bits = 3'000'000'000'000, .errors = 0}), 1e-12);
  EXPECT_EQ(ber_upper_95({}), std::nullopt);
}

TEST(BitErrors, ARatioIsShownRefutedOrLeftOpen) {
  EXPECT_EQ(answer_of({3'000'000'000'000, 0}, 1e-12), BerAnswer::shown);
  EXPECT_EQ(answer_of({2'990'000'000'000, 0}, 1e-12), BerAnswer::not_shown);
  EXPECT_EQ(answer_of({3'000'000'000'000, 1}, 1e-12), BerAnswer::not_shown);
  EXPECT_EQ(answer_of({4'744'000'000'000, 1}, 1e-12), BerAnswer::shown);
  EXPECT_EQ(answer_of({51'000'000'000, 1}, 1e-12), BerAnswer::refuted) << "once in a twentieth of the bits";
  EXPECT_EQ(answer_of({52'000'000'000, 1}, 1e-12), BerAnswer::not_shown);
  EXPECT_EQ(answer_of({}, 1e-12), BerAnswer::not_shown);
}

TEST(BitErrors, TenGigabitsShowTenToTheMinusTwelveInFiveMinutes) {
  EXPECT_DOUBLE_EQ(bits_to_show(0, 1e-12) / 10e9, 300);
}

}  // namespace
}  // namespace pktgen
