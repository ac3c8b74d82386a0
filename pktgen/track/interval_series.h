#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/units.h"
#include "track/latency_histogram.h"

namespace pktgen {

/// What one direction counted from the beginning up to some time. All but `missing` only grow.
struct IntervalCounts {
  std::uint64_t sent = 0, delivered = 0, corrupted = 0, duplicated = 0, reordered = 0;
  std::uint64_t missing = 0;  ///< numbers below the highest that came: late frames make it smaller again
  std::uint64_t rx_crc_errors = 0, rx_missed = 0, rx_no_buffer = 0;
  std::uint64_t pause_received = 0;  ///< by the sending port: the far side throttles us
  std::uint64_t pause_sent = 0;      ///< by the receiving port: we throttle the far side
  friend bool operator==(const IntervalCounts&, const IntervalCounts&) = default;
};

/// How a long run went, interval by interval, in bounded memory: once there are `most` intervals, neighbours
/// are put together two by two, and what follows comes in intervals twice as long.
class IntervalSeries {
 public:
  struct OneWay {
    IntervalCounts so_far{};             ///< from the beginning to the interval's end
    LatencyHistogram::Packed latency{};  ///< of the frames that arrived within it
  };
  struct Interval {
    Nanoseconds end{};             ///< from the start of sending
    std::uint64_t asked = 1;       ///< how many intervals of the length that was asked for it holds
    std::array<OneWay, 2> ways{};  ///< from the first port, from the second
  };

  /// `most` is even, and at least 2.
  explicit IntervalSeries(std::size_t most) : most_(most) { all_.reserve(most); }

  /// The next interval, as `latency` was within it.
  void add(Nanoseconds end, const std::array<IntervalCounts, 2>& so_far,
           const std::array<LatencyHistogram, 2>& latency);

  const std::vector<Interval>& intervals() const { return all_; }
  /// How many of the intervals that were asked for one holds.
  std::uint64_t merged() const { return merged_; }

 private:
  void merge_into(Interval& earlier, const Interval& later);

  std::size_t most_;
  std::uint64_t merged_ = 1;
  std::vector<Interval> all_;
  LatencyHistogram scratch_;
};

}  // namespace pktgen
