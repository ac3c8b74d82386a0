#pragma once
#include <cstdint>

namespace pktgen {

/// 64 random bits turned into a draw from the exponential distribution of mean 1, in 2^-32; at most 44.4.
/// Whole numbers alone, so it is the same on every machine. Off by less than 3 * 10^-9, in the mean by less
/// than 10^-9.
std::uint64_t exponential(std::uint64_t bits);

}  // namespace pktgen
