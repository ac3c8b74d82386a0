#include "soak/bit_errors.h"

#include <cmath>

namespace pktgen {
namespace {

constexpr double kDoubt = 0.05, kNegligible = 1e-12;

/// The probability of exactly `count`, for a mean above zero.
double probability(double count, double mean) {
  return std::exp(count * std::log(mean) - mean - std::lgamma(count + 1));
}

/// Of at most `count`, for a mean above it: the terms fall from the last to the first.
double at_most(std::uint64_t count, double mean) {
  const double last = probability(static_cast<double>(count), mean);
  double sum = 0, term = last;
  for (std::uint64_t i = count + 1; i-- > 0 && term > last * kNegligible;) {
    sum += term;
    term *= static_cast<double>(i) / mean;
  }
  return sum;
}

/// Of at least `count`, for a mean below it: the terms fall from the first on.
double at_least(std::uint64_t count, double mean) {
  const double first = probability(static_cast<double>(count), mean);
  double sum = 0, term = first;
  for (std::uint64_t i = count; term > first * kNegligible; ++i) {
    sum += term;
    term *= mean / static_cast<double>(i + 1);
  }
  return sum;
}

/// Where `is_below` stops being true between two means.
template <class IsBelow>
double boundary(double low, double high, const IsBelow& is_below) {
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (is_below(middle) ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// Far enough from the count on either side.
double reach(std::uint64_t count) { return 10 * std::sqrt(static_cast<double>(count)) + 10; }

}  // namespace

double poisson_upper_95(std::uint64_t count) {
  if (count == 0) return 3;
  const auto seen = static_cast<double>(count);
  return boundary(seen, seen + reach(count), [&](double mean) { return at_most(count, mean) > kDoubt; });
}

double poisson_lower_95(std::uint64_t count) {
  if (count == 0) return 0;
  const auto seen = static_cast<double>(count);
  const double least = std::fmax(1e-9, seen - reach(count));
  return boundary(least, seen, [&](double mean) { return at_least(count, mean) < kDoubt; });
}

std::optional<double> ber_upper_95(const BitErrors& seen) {
  if (seen.bits == 0) return std::nullopt;
  return poisson_upper_95(seen.errors) / static_cast<double>(seen.bits);
}

std::optional<double> ber_lower_95(const BitErrors& seen) {
  if (seen.bits == 0) return std::nullopt;
  return poisson_lower_95(seen.errors) / static_cast<double>(seen.bits);
}

BerAnswer answer_of(const BitErrors& seen, double ber) {
  const auto upper = ber_upper_95(seen), lower = ber_lower_95(seen);
  if (upper && *upper <= ber) return BerAnswer::shown;
  return lower && *lower > ber ? BerAnswer::refuted : BerAnswer::not_shown;
}

double bits_to_show(std::uint64_t errors, double ber) { return poisson_upper_95(errors) / ber; }

}  // namespace pktgen
