#pragma once
#include <cmath>
#include <cstdint>

#include "base/units.h"

namespace pktgen {

/// A span of ticks with 32 fractional bits: adding one a billion times is off by less than one tick.
struct Period {
  std::uint64_t ticks = 0;
  std::uint32_t fraction = 0;  ///< in 2^-32 ticks

  static Period of(double ticks) {
    const double whole = std::floor(ticks);
    const double part = std::nearbyint((ticks - whole) * 0x1p32);
    if (part >= 0x1p32) return {static_cast<std::uint64_t>(whole) + 1, 0};
    return {static_cast<std::uint64_t>(whole), static_cast<std::uint32_t>(part)};
  }
};

/// A point in time that moves by periods without drifting.
struct FinePoint {
  Ticks at{};
  std::uint32_t fraction = 0;

  void operator+=(Period period) {
    const std::uint64_t sum = static_cast<std::uint64_t>(fraction) + period.fraction;
    fraction = static_cast<std::uint32_t>(sum);
    at.count += period.ticks + (sum >> 32);
  }
};

/// Points in time that follow each other at one distance: when the frames of a burst are due.
struct DueRun {
  FinePoint first;
  Period period;
  std::uint32_t count = 0;

  /// When number `i` is due, rounded down to a tick.
  Ticks at(std::uint32_t i) const {
    const std::uint64_t parts = first.fraction + static_cast<std::uint64_t>(period.fraction) * i;
    return {first.at.count + period.ticks * i + (parts >> 32)};
  }

  /// How many of them are due by `now`. Costs nothing where all are, as for a sender that is late.
  std::uint32_t due_by(Ticks now) const {
    if (count == 0 || first.at > now) return 0;
    if (at(count - 1) <= now) return count;
    std::uint32_t due = 1;
    while (at(due) <= now) ++due;
    return due;
  }

  /// The same without the first `frames`.
  DueRun without(std::uint32_t frames) const {
    return {{at(frames), first.fraction + period.fraction * frames}, period, count - frames};  // modulo 2^32
  }
};

/// Turns ticks into nanoseconds with one multiplication. Good for clocks above 63 MHz.
class TickScale {
 public:
  explicit TickScale(TicksPerSecond clock)
      : clock_(clock), multiplier_(static_cast<std::uint64_t>(std::ceil(1e9 / clock.count * 0x1p60))) {}

  std::uint64_t nanoseconds(Ticks ticks) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(ticks.count) * multiplier_) >> 60);
  }
  /// The same with 16 fractional bits, modulo 2^48 ns.
  std::uint64_t fine_nanoseconds(Ticks ticks) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(ticks.count) * multiplier_) >> (60 - 16));
  }
  /// How many 2^-16 ns a period takes.
  std::uint64_t fine_nanoseconds(Period period) const {
    __extension__ using Wide = unsigned __int128;
    const Wide fraction = (static_cast<Wide>(period.fraction) * multiplier_) >> (60 + 32 - 16);
    return fine_nanoseconds(Ticks{period.ticks}) + static_cast<std::uint64_t>(fraction) + 1;
  }
  Ticks ticks(Nanoseconds time) const {
    return {
        static_cast<std::uint64_t>(std::llround(static_cast<double>(time.count()) * 1e-9 * clock_.count))};
  }
  TicksPerSecond clock() const { return clock_; }

 private:
  TicksPerSecond clock_;
  std::uint64_t multiplier_;  // nanoseconds a tick, 4.60 fixed point, rounded up so that whole ns stay whole
};

}  // namespace pktgen
