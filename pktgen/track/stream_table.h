#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/counter.h"
#include "track/arrival_gaps.h"
#include "track/latency_histogram.h"
#include "track/reorder_meter.h"
#include "track/sequence_tracker.h"

namespace pktgen {

/// What is kept of one stream at its receiver.
struct StreamTrack {
  StreamTrack(std::uint64_t limit, bool may_be_damaged, std::uint64_t window, std::uint64_t silence_ns)
      : sequence(limit, may_be_damaged, window), gaps(silence_ns) {}

  SequenceTracker sequence;
  LatencyHistogram latency;
  std::optional<ReorderMeter> order{};  ///< where reordering is measured
  ArrivalGaps gaps;
  std::uint64_t late = 0;  ///< arrived after sending had ended
  Counter received;        ///< each number once, for who looks on meanwhile
};

/// The streams that may arrive at one port: numbers `first` and up.
class StreamTable {
 public:
  explicit StreamTable(std::uint16_t first) : first_(first) {}

  void add(std::uint64_t limit, bool may_be_damaged, std::uint64_t window = SequenceTracker::kWidestWindow,
           std::uint64_t silence_ns = ArrivalGaps::kNone) {
    tracks_.push_back(std::make_unique<StreamTrack>(limit, may_be_damaged, window, silence_ns));
  }

  /// From here on the order of all streams that were added is measured, with so many gaps remembered of each.
  void measure_order(std::size_t gaps) {
    reordering_ = std::make_unique<ReorderTally>();
    for (const auto& track : tracks_)
      if (track) track->order.emplace(gaps);
  }

  /// The first copy of a number came, of a track whose order is measured.
  void note_order(StreamTrack& track, std::uint64_t sequence, std::uint64_t now_ns) {
    track.order->on(sequence, now_ns, *reordering_);
  }

  /// Of all streams together; null where it isn't measured.
  const ReorderTally* reordering() const { return reordering_.get(); }

  /// The next number is of a stream that can't arrive here.
  void add_nobody() { tracks_.push_back(nullptr); }

  /// The track of a stream number, or null if it isn't one of this trial.
  StreamTrack* find(std::uint16_t stream) {
    const std::size_t index = static_cast<std::uint16_t>(stream - first_);
    return index < tracks_.size() ? tracks_[index].get() : nullptr;
  }

  /// Of a stream number that `find` knows.
  std::size_t index_of(std::uint16_t stream) const { return static_cast<std::uint16_t>(stream - first_); }
  StreamTrack* track(std::size_t index) { return tracks_[index].get(); }  ///< null: of nobody
  const StreamTrack& at(std::size_t index) const { return *tracks_[index]; }

 private:
  std::uint16_t first_;
  std::vector<std::unique_ptr<StreamTrack>> tracks_;
  std::unique_ptr<ReorderTally> reordering_;
};

}  // namespace pktgen
