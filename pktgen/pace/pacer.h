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
    run.count = run.due_by(now);
    next_ = run.without(run.count).first;
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
