#pragma once
#include <cstdint>
#include <string>

#include "base/units.h"
#include "verdict/verdict.h"

namespace pktgen {

/// "14,880,952".
std::string thousands(std::uint64_t number);

/// "14,880,952 frames/s", rounded down, so that a rate is never told above what it was.
std::string rate_text(FramesPerSecond rate);

/// The rate as a whole number with thousands separators, rounded down.
std::string whole(FramesPerSecond rate);

/// `part` of `whole` in percent with four digits that count: "0.9999", "6.72e-6"; "0" and "100" only if
/// they are exact.
std::string percent_text(std::uint64_t part, std::uint64_t whole);

/// A time in seconds with as many digits as it needs: "8.0", "0.1", "0.00012".
std::string seconds_text(Nanoseconds time);

/// "7.00 Gb/s", "986.99 Mb/s", "512 b/s".
std::string bits_text(double bits_per_second);

/// A number with `digits` that count and no exponent's leading zero: "6.72e-6".
std::string significant(double value, int digits);

/// "1 frame", "2 frames".
std::string frames_text(std::uint64_t count);

/// A verdict as a table says it: "pass", "FAIL", "not measured".
const char* verdict_text(Verdict verdict);

}  // namespace pktgen
