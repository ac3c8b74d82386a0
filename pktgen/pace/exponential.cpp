#include "pace/exponential.h"

#include <algorithm>
#include <array>
#include <bit>

namespace pktgen {
namespace {

__extension__ using Wide = __int128;

constexpr int kParts = 256;

/// ln of 1 to 2, by the series of atanh: 27 terms leave nothing that a double holds.
constexpr double natural_log(double of) {
  const double y = (of - 1) / (of + 1);
  double sum = 0;
  for (int power = 53; power > 0; power -= 2) sum = sum * y * y + 1.0 / power;
  return 2 * y * sum;
}

/// At the middle of each of 256 parts of 1 to 2: 1/middle in 2^-64, ln(middle) in 2^-56.
struct Middle {
  std::uint64_t inverse = 0, log = 0;
};

// std::round isn't constexpr yet.
constexpr std::uint64_t nearest(double value) {
  const auto whole = static_cast<std::uint64_t>(value);
  return value - static_cast<double>(whole) < 0.5 ? whole : whole + 1;
}

constexpr std::array<Middle, kParts> middles() {
  std::array<Middle, kParts> all{};
  for (int i = 0; i < kParts; ++i) {
    const double middle = 1 + (i + 0.5) / kParts;
    all[static_cast<std::size_t>(i)] = {static_cast<std::uint64_t>(0x1p64 / middle),
                                        nearest(0x1p56 * natural_log(middle))};
  }
  return all;
}

constexpr std::array<Middle, kParts> kMiddles = middles();
constexpr auto kLogOfTwo = static_cast<std::int64_t>(nearest(0x1p56 * natural_log(2)));

}  // namespace

std::uint64_t exponential(std::uint64_t bits) {
  // bits / 2^64 = m / 2^(zeros + 1) with m in [1, 2), and what is wanted is -ln of that.
  const int zeros = std::countl_zero(bits | 1);
  const std::uint64_t above_one = bits << zeros << 1;
  const Middle& middle = kMiddles[above_one >> 56];
  // m = middle * (1 + t) with t within 2^-9: ln(1 + t) is t - t^2/2, off by t^3/3, which averages out.
  const std::int64_t from_middle = static_cast<std::int64_t>(above_one << 8 >> 8) - (std::int64_t{1} << 55);
  const auto t = static_cast<std::int64_t>((static_cast<Wide>(from_middle) * middle.inverse) >> 72);
  const auto half_square = static_cast<std::int64_t>((static_cast<Wide>(t) * t) >> 57);
  const std::int64_t sum = (zeros + 1) * kLogOfTwo - static_cast<std::int64_t>(middle.log) - t + half_square;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(sum, 0) + (1 << 23)) >> 24;
}

}  // namespace pktgen
