#pragma once
#include <benchmark/benchmark.h>

#include "dpdk/tsc_clock.h"

namespace pktgen::bench {

/// Counts TSC cycles over the timed part of a benchmark and reports them a frame.
class Cycles {
 public:
  explicit Cycles(benchmark::State& state) : state_(state), began_(tsc_now()) {}
  ~Cycles() {
    const double cycles = static_cast<double>((tsc_now() - began_).count);
    state_.counters["cycles/frame"] = cycles / static_cast<double>(frames);
    state_.counters["frames"] = benchmark::Counter(static_cast<double>(frames), benchmark::Counter::kIsRate);
  }
  Cycles(const Cycles&) = delete;
  Cycles& operator=(const Cycles&) = delete;

  std::uint64_t frames = 0;

 private:
  benchmark::State& state_;
  Ticks began_;
};

}  // namespace pktgen::bench
