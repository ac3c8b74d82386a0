#pragma once
#include <algorithm>
#include <cstdint>

#include "base/period.h"
#include "base/units.h"

namespace pktgen {

/// A token bucket of one rate and one colour: in any time it lets through no more than its rate makes in that
/// time and one burst. Counts frames from destination MAC to FCS, as MEF 10 and ITU-T Y.1564 do.
///
/// As time rather than tokens (ITU-T I.371's virtual scheduling): the bucket is full again at `full_at_`, so
/// a frame fits if what it takes can be refilled within the time of one burst. Nothing is rounded twice.
class Policer {
 public:
  /// A rate of zero lets all through. One frame always fits an idle bucket, however small the burst.
  Policer(std::uint64_t l2_bits_per_second, std::uint64_t burst_bytes, TicksPerSecond clock)
      : ticks_per_byte_(l2_bits_per_second == 0 ? 0
                                                : 8 * clock.count / static_cast<double>(l2_bits_per_second)),
        burst_(time_of(burst_bytes)) {}

  bool is_there() const { return ticks_per_byte_ > 0; }

  /// Whether a frame that comes at `now`, no earlier than the one before, is let through.
  bool lets_pass(FrameBytes size, Ticks now) {
    if (!is_there()) return true;
    const Period cost = time_of(size.count);
    FinePoint full = full_at_.at < now ? FinePoint{now} : full_at_;
    full += cost;
    const std::uint64_t most = std::max(burst_.ticks, cost.ticks);
    if ((full.at - now).count > most) return false;
    full_at_ = full;
    return true;
  }

 private:
  Period time_of(std::uint64_t bytes) const {
    return Period::of(ticks_per_byte_ * static_cast<double>(bytes));
  }

  double ticks_per_byte_;
  Period burst_;
  FinePoint full_at_{};
};

}  // namespace pktgen
