#include "dpdk/tsc_clock.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <thread>

namespace pktgen {
namespace {

std::uint64_t nanoseconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

struct Bracketed {
  std::uint64_t tsc = 0, ns = 0, width = ~std::uint64_t{0};
};

/// The clock and the counter at one moment: of several tries the one that took the least time.
Bracketed read_both(clockid_t clock) {
  constexpr int kTries = 64;
  Bracketed best;
  for (int i = 0; i < kTries; ++i) {
    const std::uint64_t before = __rdtsc();
    const std::uint64_t ns = nanoseconds_of(clock);
    const std::uint64_t width = __rdtsc() - before;
    if (width < best.width) best = {before + width / 2, ns, width};
  }
  return best;
}

}  // namespace

TscCalibration::TscCalibration() { readings_.push_back(read()); }

TscCalibration::Reading TscCalibration::read() {
  const Bracketed both = read_both(CLOCK_MONOTONIC_RAW);
  return {both.tsc, both.ns, both.width / 2};
}

std::uint64_t TscCalibration::epoch(const TickScale& scale) {
  const Bracketed both = read_both(CLOCK_REALTIME);
  return both.ns - scale.nanoseconds({both.tsc});
}

TscClock TscCalibration::finish(Nanoseconds at_least) {
  constexpr int kParts = 8;
  const std::uint64_t begin = readings_.front().raw_ns, now = nanoseconds_of(CLOCK_MONOTONIC_RAW);
  const auto wanted = static_cast<std::uint64_t>(at_least.count());
  const std::uint64_t left = begin + wanted > now ? begin + wanted - now : 0;
  for (int part = 0; part < kParts; ++part) {
    std::this_thread::sleep_for(std::max(Nanoseconds(left / kParts), Nanoseconds(1'000'000)));
    readings_.push_back(read());
  }
  const Reading first = readings_.front(), last = readings_.back();
  const auto ticks = static_cast<double>(last.tsc - first.tsc);
  const double per_ns = ticks / static_cast<double>(last.raw_ns - first.raw_ns);
  double worst = static_cast<double>(first.doubt + last.doubt);
  for (const Reading& reading : readings_) {
    const double straight = static_cast<double>(reading.raw_ns - first.raw_ns) * per_ns;
    worst = std::max(worst, std::abs(static_cast<double>(reading.tsc - first.tsc) - straight));
  }
  const TickScale scale({per_ns * 1e9});
  return {.scale = scale, .epoch_ns = epoch(scale), .error_ppm = worst / ticks * 1e6};
}

}  // namespace pktgen
