#pragma once
#include <cstdint>
#include <span>

#include "base/period.h"
#include "base/units.h"

namespace pktgen {

/// Says which frames are due.
///
/// Departure n is due at `start + n * period`; the period keeps 32 fractional bits, so the schedule does not
/// drift. A caller that comes late gets what it missed at once, burst by burst: a late schedule is never
/// stretched in silence, it shows as a burst, and as unsent frames if the port can't take it.
class Pacer {
 public:
  Pacer(Period period, Ticks start, std::uint64_t frames) : next_{start}, period_(period), left_(frames) {}

  /// Writes the due times of the frames due by `now`, at most `due.size()`; returns how many there are.
  std::uint32_t due(Ticks now, std::span<Ticks> due) {
    const std::uint64_t most = due.size() < left_ ? due.size() : left_;
    std::uint32_t frames = 0;
    FinePoint next = next_;  // a copy, for `due` might lie where next_ does, as far as the compiler knows
    for (; frames < most && next.at <= now; ++frames) {
      due[frames] = next.at;
      next += period_;
    }
    next_ = next;
    left_ -= frames;
    return frames;
  }

  /// When the next frame is due; meaningless once finished.
  Ticks next() const { return next_.at; }
  bool finished() const { return left_ == 0; }

 private:
  FinePoint next_;
  Period period_;
  std::uint64_t left_;
};

}  // namespace pktgen
