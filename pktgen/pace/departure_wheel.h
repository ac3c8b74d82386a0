#pragma once
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/units.h"
#include "pace/slot_ring.h"

namespace pktgen {

/// The next frame of one of a port's streams, and when it is due.
struct StreamDue {
  std::uint16_t stream = 0;
  Ticks due{};
  friend bool operator==(const StreamDue&, const StreamDue&) = default;
};

/// Which of a port's streams is due next: exactly in the order of due times, of equal ones in that of stream
/// numbers. To take one out and put it back costs about the same for one stream and for 65,535.
///
/// A calendar: a ring of slots holds the near future, each slot shorter than the distance of two departures.
/// What is further off waits in a ring of blocks, each a quarter of the near ring long, and what is beyond
/// that in a list. Streams of one slot are sorted when its time has come. Nothing is allocated once made.
class DepartureWheel {
 public:
  static constexpr std::size_t kMostStreams = 65'535;

  /// For streams 0 to `streams` - 1, which together depart about every `distance` ticks. If they depart at
  /// another distance, that costs time, not order.
  DepartureWheel(std::size_t streams, double distance);

  /// Puts in a stream that isn't in; does nothing if it is never due. Best right after it was taken out.
  void add(std::uint16_t stream, Ticks due) {
    assert(stream < waiting_.size());
    waiting_[stream].due = due;
    const std::uint64_t slot = due.count >> shift_;
    if (slot < next_slot_) [[unlikely]]
      add_to_opened({stream, due});
    else if (slot < near_end_) [[likely]] waiting_[stream].next = near_.put(slot, stream);
    else add_far(stream, slot);
  }

  /// Takes out the earliest stream, if it is due by `now`.
  std::optional<StreamDue> pop(Ticks now) {
    if (opened_left_ > 0) return pop_opened(now);
    const std::uint64_t last = std::min(now.count >> shift_, near_end_ - 1);
    std::uint64_t slot = near_.next(next_slot_, last);
    if (slot > last) [[unlikely]] {
      if (!come_nearer(now)) return std::nullopt;
      slot = near_.next(next_slot_, near_end_ - 1);
    }
    const StreamDue only{near_.at(slot), waiting_[near_.at(slot)].due};
    if (waiting_[only.stream].next != kNobody) [[unlikely]]
      return open(slot), pop_opened(now);
    if (only.due > now) return std::nullopt;
    near_.take(slot);
    go_to(slot + 1);
    return only;
  }

  /// When the earliest stream is due; kNever if none is in. Looks at all streams of the next slot.
  Ticks earliest() const;

 private:
  static constexpr std::uint16_t kNobody = SlotRing::kEmpty;

  struct Waiting {
    Ticks due{};
    std::uint16_t next = kNobody;  // in the same slot
  };

  std::optional<StreamDue> pop_opened(Ticks now) {
    const StreamDue earliest = opened_[opened_left_ - 1];
    if (earliest.due > now) return std::nullopt;
    --opened_left_;
    return earliest;
  }

  void go_to(std::uint64_t slot) {
    next_slot_ = slot;
    if (slot >= block_end_) [[unlikely]]
      enter_block(slot >> block_shift_);
  }

  void open(std::uint64_t slot);
  void add_to_opened(StreamDue added);
  void add_far(std::uint16_t stream, std::uint64_t slot);
  void add_again(std::uint16_t first);
  bool come_nearer(Ticks now);
  std::uint64_t next_far(std::uint64_t last_slot) const;
  void enter_block(std::uint64_t block);
  Ticks earliest_of(std::uint16_t first) const;
  std::uint64_t block() const { return next_slot_ >> block_shift_; }

  std::vector<Waiting> waiting_;   // by stream
  std::vector<StreamDue> opened_;  // what is due before `next_slot_`, the latest first
  std::size_t opened_left_ = 0;
  int shift_;                       // a slot has 2^this ticks
  int block_shift_;                 // a block has 2^this slots
  std::uint64_t next_slot_ = 0;     // all before it are empty
  std::uint64_t block_end_;         // of the block that it lies in
  std::uint64_t near_end_;          // of the three blocks behind that: the near ring holds slots before it
  SlotRing near_, far_;             // by slot, by block; in each the first of a list
  std::uint16_t beyond_ = kNobody;  // what is too far for `far_`
  Ticks beyond_earliest_ = kNever;
};

}  // namespace pktgen
