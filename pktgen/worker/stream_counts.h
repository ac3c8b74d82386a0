#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>

#include "base/counter.h"
#include "base/units.h"

namespace pktgen {

/// A frame handed over this long after it was due is counted as late.
inline constexpr Nanoseconds kLateAfter = std::chrono::milliseconds(1);

/// What became of one stream's frames, while they are sent; due are all of them together.
struct alignas(64) StreamCounters {
  Counter sent, bytes;  ///< handed over to the port; bytes without FCS
  Counter no_buffer, ring_full;
  Counter late;               ///< of those that were sent
  Counter largest_lag_ticks;  ///< how late a frame was handed over at worst

  void note_lag(Ticks lag, Ticks late_after) {
    const std::uint64_t worst = largest_lag_ticks.read();
    if (lag.count > worst) [[unlikely]]
      largest_lag_ticks += lag.count - worst;
    if (lag > late_after) [[unlikely]]
      late += 1;
  }
};

/// The same as a value.
struct StreamCount {
  std::uint64_t sent = 0, bytes = 0, no_buffer = 0, ring_full = 0, late = 0;
  Ticks largest_lag{};

  static StreamCount of(const StreamCounters& counters) {
    return {.sent = counters.sent.read(),
            .bytes = counters.bytes.read(),
            .no_buffer = counters.no_buffer.read(),
            .ring_full = counters.ring_full.read(),
            .late = counters.late.read(),
            .largest_lag = {counters.largest_lag_ticks.read()}};
  }
  void operator+=(const StreamCount& other) {
    sent += other.sent;
    bytes += other.bytes;
    no_buffer += other.no_buffer;
    ring_full += other.ring_full;
    late += other.late;
    largest_lag = std::max(largest_lag, other.largest_lag);
  }
  std::uint64_t due() const { return sent + no_buffer + ring_full; }
};

}  // namespace pktgen
