#pragma once
#include <cstdint>

#include "base/period.h"
#include "track/latency_histogram.h"

namespace pktgen {

/// How exactly frames follow each other: for each two neighbours of a port, by how much the time between
/// their departures differs from the time between their due times, either way, in nanoseconds.
class PacingTrack {
 public:
  explicit PacingTrack(TickScale scale) : scale_(scale) {}

  /// A frame left `lag` after it was due.
  void on(Ticks lag) { on_many(lag, lag, 1); }

  /// `frames` frames left, the first `first` after it was due and the last `last`, with even steps between.
  void on_many(Ticks first, Ticks last, std::uint64_t frames) {
    if (is_begun_) errors_.record_times(scale_.nanoseconds(difference(first, newest_)), 1);
    if (frames > 1)
      errors_.record_times(scale_.nanoseconds({difference(first, last).count / (frames - 1)}), frames - 1);
    newest_ = last;
    is_begun_ = true;
  }

  const LatencyHistogram& errors() const { return errors_; }

 private:
  static Ticks difference(Ticks a, Ticks b) { return a > b ? a - b : b - a; }

  TickScale scale_;
  LatencyHistogram errors_;
  Ticks newest_{};
  bool is_begun_ = false;
};

}  // namespace pktgen
