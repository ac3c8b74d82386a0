#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "track/latency_histogram.h"

namespace pktgen {

/// Reordering of several streams together, by RFC 4737. Copies beyond the first count nowhere.
struct ReorderTally {
  static constexpr std::size_t kDegrees = 16;

  std::uint64_t arrivals = 0;         ///< numbers that came, each once
  std::uint64_t reordered = 0;        ///< section 3: behind a later number of their stream
  LatencyHistogram extents;           ///< section 4.2.1, in arrivals of the stream
  LatencyHistogram late_ns;           ///< section 4.3: behind the first that should have come later
  std::uint64_t unknown_extents = 0;  ///< of the reordered, so late that the gap isn't remembered any more
  /// Section 5.4: how many came just behind n later ones of their stream, or more than n; n = 1 to 16.
  std::array<std::uint64_t, kDegrees + 1> n_reordered{};

  void add(const ReorderTally& other);
};

/// What is kept of one stream's order. Remembers so many gaps; takes its memory once.
class ReorderMeter {
 public:
  explicit ReorderMeter(std::size_t gaps) : gaps_(gaps) {}

  /// The first copy of a number came at a time that never goes back.
  void on(std::uint64_t sequence, std::uint64_t now_ns, ReorderTally& tally) {
    ++tally.arrivals;
    if (sequence == next_) [[likely]]
      ++next_;
    else unusual(sequence, now_ns, tally);
    recent_[position_++ % ReorderTally::kDegrees] = sequence;
  }

 private:
  /// Numbers that were passed over, and the arrival that did.
  struct Gap {
    std::uint64_t first = 0, last = 0, position = 0, ns = 0;
  };

  void unusual(std::uint64_t sequence, std::uint64_t now_ns, ReorderTally& tally);
  const Gap* find(std::uint64_t sequence) const;
  std::size_t later_ones_before(std::uint64_t sequence) const;

  std::uint64_t next_ = 0;      // one above the highest that came
  std::uint64_t position_ = 0;  // of the next arrival
  std::array<std::uint64_t, ReorderTally::kDegrees> recent_{};
  std::vector<Gap> gaps_;  // a ring, in order of numbers
  std::uint64_t gaps_seen_ = 0;
};

}  // namespace pktgen
