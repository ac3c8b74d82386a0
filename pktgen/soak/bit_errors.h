#pragma once
#include <cstdint>
#include <optional>

namespace pktgen {

/// Bits whose FCS or contents were checked where they arrived, and how many were wrong: a damaged frame
/// counts as one, for more can't be told of it.
struct BitErrors {
  std::uint64_t bits = 0, errors = 0;
  friend bool operator==(const BitErrors&, const BitErrors&) = default;
};

/// The mean that a Poisson count lies below or above with a confidence of 95 %, one-sided, after `count` was
/// seen. The upper one of no event at all is taken as 3, as is usual (exactly it is 2.996).
double poisson_upper_95(std::uint64_t count);
double poisson_lower_95(std::uint64_t count);

/// What the bit error ratio is below (above) with 95 % confidence; nothing without bits.
std::optional<double> ber_upper_95(const BitErrors& seen);
std::optional<double> ber_lower_95(const BitErrors& seen);

/// Whether a bit error ratio is kept.
enum class BerAnswer : std::uint8_t {
  shown,      ///< with 95 % confidence it is that or better
  not_shown,  ///< too few bits to tell
  refuted,    ///< with 95 % confidence it is worse
};
BerAnswer answer_of(const BitErrors& seen, double ber);

/// How many bits, with `errors` among them, show that ratio.
double bits_to_show(std::uint64_t errors, double ber);

}  // namespace pktgen
