#pragma once
#include <algorithm>
#include <cstdint>

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

  /// The frames due by `now`, at most `most`.
  DueRun due(Ticks now, std::uint32_t most) {
    DueRun run{next_, period_, static_cast<std::uint32_t>(std::min<std::uint64_t>(most, left_))};
    if (run.count == 0 || next_.at > now) return {next_, period_, 0};
    if (run.at(run.count - 1) > now)  // else all are due: the case of a fast sender needs no loop
      for (run.count = 1; run.at(run.count) <= now;) ++run.count;
    const Ticks next = run.at(run.count);
    next_.fraction += period_.fraction * run.count;  // modulo 2^32
    next_.at = next;
    left_ -= run.count;
    return run;
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
