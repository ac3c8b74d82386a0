#include "pace/exponential.h"

#include <cmath>
#include <gtest/gtest.h>

#include "base/random.h"

namespace pktgen {
namespace {

TEST(Exponential, IsTheNegativeLogarithmOfItsBits) {
  const auto of = [](std::uint64_t bits) { return static_cast<double>(exponential(bits)) * 0x1p-32; };
  EXPECT_NEAR(of(0x8000'0000'0000'0000), 0.693147180560, 3e-9);  // ln 2
  EXPECT_NEAR(of(0x4000'0000'0000'0000), 1.386294361120, 3e-9);
  EXPECT_NEAR(of(0xc000'0000'0000'0000), 0.287682072452, 3e-9);  // ln 4/3
  EXPECT_NEAR(of(0xa000'0000'0000'0000), 0.470003629246, 3e-9);  // ln 8/5
  EXPECT_NEAR(of(0xffff'ffff'ffff'ffff), 0, 3e-9);
  EXPECT_NEAR(of(1), 44.361419555836, 3e-9);
  EXPECT_NEAR(of(0), 44.361419555836, 3e-9);
  for (std::uint64_t bits = 1; bits < ~std::uint64_t{0} / 3; bits = bits * 2 + bits / 3 + 1)
    EXPECT_NEAR(of(bits), -std::log(static_cast<double>(bits) * 0x1p-64), 3e-9) << bits;
}

TEST(Exponential, IsTheSameOnEveryMachine) {
  EXPECT_EQ(exponential(0x0123'4567'89ab'cdef), 23'261'974'099u);
  EXPECT_EQ(exponential(0xfedc'ba98'7654'3210), 19'131'289u);
}

TEST(Exponential, HasAMeanOfOneToABillionth) {
  // Over evenly spaced bits, so that no chance is in it: what is left is the method's own error.
  const std::uint64_t steps = 1 << 22;
  double sum = 0;
  for (std::uint64_t i = 0; i < steps; ++i) sum += static_cast<double>(exponential((2 * i + 1) << 41));
  // The midpoint rule itself is ln(2)/2 of a step short at zero.
  EXPECT_NEAR(sum * 0x1p-32 / static_cast<double>(steps) + 0.34657359 / static_cast<double>(steps), 1, 1e-9);
}

TEST(Exponential, ExceedsEachTimeAsOftenAsItShould) {
  Random random(5);
  int above[3] = {};
  for (int i = 0; i < 1'000'000; ++i) {
    const double drawn = static_cast<double>(exponential(random.next())) * 0x1p-32;
    for (int t = 0; t < 3; ++t) above[t] += drawn > (t + 1) * 2 ? 1 : 0;
  }
  // e^-2, e^-4 and e^-6 of a million, each within four deviations
  EXPECT_NEAR(above[0], 135'335, 1368);
  EXPECT_NEAR(above[1], 18'316, 536);
  EXPECT_NEAR(above[2], 2479, 199);
}

}  // namespace
}  // namespace pktgen
