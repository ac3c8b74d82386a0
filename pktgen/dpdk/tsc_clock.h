#pragma once
#include <vector>
#include <x86intrin.h>

#include "base/period.h"
#include "base/units.h"

namespace pktgen {

/// The processor's time stamp counter.
inline Ticks tsc_now() { return {__rdtsc()}; }

/// What calibration found.
struct TscClock {
  TickScale scale{TicksPerSecond{1e9}};
  std::uint64_t epoch_ns = 0;  ///< the counter in nanoseconds plus this is nanoseconds since 1970
  double error_ppm = 0;        ///< the most by which the frequency may be off CLOCK_MONOTONIC_RAW
};

/// Measures the counter against CLOCK_MONOTONIC_RAW. DPDK's own figure is rounded to 10 MHz on many machines
/// and was seen off by 0.149 %. Begins when made, so that other work can be done meanwhile.
class TscCalibration {
 public:
  TscCalibration();

  /// Sleeps until the measurement has taken `at_least`, and ends it.
  TscClock finish(Nanoseconds at_least);

 private:
  struct Reading {
    std::uint64_t tsc = 0, raw_ns = 0;
    std::uint64_t doubt = 0;  // ticks by which `tsc` may be off
  };
  static Reading read();
  static std::uint64_t epoch(const TickScale& scale);

  std::vector<Reading> readings_;
};

}  // namespace pktgen
