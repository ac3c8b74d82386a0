#pragma once
#include <algorithm>
#include <cstdint>
#include <variant>

#include "base/period.h"
#include "base/random.h"
#include "base/units.h"
#include "pace/pace.h"

namespace pktgen {

/// When the frames of one stream are due, one after the other.
///
/// Positions have 64 fractional bits and are rounded to the nearest tick when told, so nothing drifts. A
/// caller that comes late gets what it missed at once: a late schedule is never stretched in silence.
class Departures {
 public:
  /// The first frame is due at `start` plus the pace's offset, and all are due before `end`. Tempos must be
  /// above zero, gaps shorter than 2^50 ticks.
  Departures(const Pace& pace, TicksPerSecond clock, Ticks start, Ticks end = kNever);

  /// When the next frame is due; kNever once there is none.
  Ticks next() const { return {static_cast<std::uint64_t>(next_ >> 64)}; }
  bool finished() const { return next() == kNever; }

  /// The frames due by `now`, at most `most`; they stay due until `advance` takes them. More than one at once
  /// only where the next ones lie at one distance whatever their sizes: constant in frames, and within a
  /// burst of frames of one size.
  DueRun due(Ticks now, std::uint32_t most) const {
    if (next() > now) return {};
    const Ahead ahead = is_even_ ? Ahead{gap_, left_} : ahead_in_shape();
    DueRun run{{next(), fraction(next_)},
               {static_cast<std::uint64_t>(ahead.gap >> 64), fraction(ahead.gap)},
               static_cast<std::uint32_t>(std::min<std::uint64_t>(most, ahead.frames))};
    run.count = run.due_by({std::min(now.count, end_.count - 1)});
    return run;
  }

  /// Goes on behind the next `frames`, each of `wire_bytes`; more than one only if `due` gave them.
  void advance(std::uint64_t wire_bytes, std::uint32_t frames = 1) {
    if (is_even_) [[likely]]
      next_ += gap_ * frames;
    else if (is_constant_) next_ += gap_ * (wire_bytes * frames);
    else advance_shape(counts_bytes_ ? wire_bytes * frames : frames, wire_bytes, frames);
    left_ -= frames;
    if (left_ == 0 || next() >= end_) [[unlikely]]
      next_ = kNowhere;
  }

 private:
  __extension__ using Fine = unsigned __int128;  // ticks with 64 fractional bits

  /// Frames that lie at one distance from the next one on.
  struct Ahead {
    Fine gap = 0;
    std::uint64_t frames = 0;
  };
  struct Bursts {
    Fine constant = 0;  // where a frame would be at constant load
    Fine line_gap = 0;
    bool keeps_load = true;  // the next burst begins where `constant` is; else a gap after this one's end
    bool line_counts_bytes = false;
    std::uint32_t frames = 1, left = 1;
  };
  struct Ramp {
    Fine start = 0;
    double from = 0, to = 0, over = 0;  // units a tick, ticks
    std::uint64_t units = 0;            // so far
  };

  static constexpr Fine kNowhere = static_cast<Fine>(kNever.count) << 64;
  static std::uint32_t fraction(Fine point) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(point) >> 32);
  }
  static Fine fine(double ticks);

  void take_shape(const Pace& pace, TicksPerSecond clock);
  Ahead ahead_in_shape() const;
  void advance_shape(std::uint64_t units, std::uint64_t wire_bytes, std::uint32_t frames);
  void advance_bursts(Bursts& bursts, std::uint64_t units, std::uint64_t wire_bytes, std::uint32_t frames);
  void advance_ramp(Ramp& ramp, std::uint64_t units);

  Fine next_ = 0;  // half a tick ahead, so that cutting rounds
  Fine gap_ = 0;   // a unit: a frame, or a wire byte; of bursts with a gap of their own: that
  Ticks end_;
  std::uint64_t left_;
  bool counts_bytes_;
  bool is_constant_ = true, is_even_ = true;                    // even: constant, whatever the sizes
  std::variant<std::monostate, Random, Bursts, Ramp> shape_{};  // none: constant
};

}  // namespace pktgen
