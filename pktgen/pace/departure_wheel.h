#pragma once
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/units.h"
#include "pace/occupancy.h"

namespace pktgen {

/// The next frame of one of a port's streams, and when it is due.
struct StreamDue {
  std::uint16_t stream = 0;
  Ticks due{};
  friend bool operator==(const StreamDue&, const StreamDue&) = default;
};

/// Which of a port's streams is due next: exactly in the order of due times, of equal ones in that of stream
/// numbers. To take one out and put it back costs the same for one stream and for 65,535.
///
/// A calendar: a ring of slots holds the near future, each about half as long as the distance of two
/// departures. What is further off waits in a ring of coarse slots, each a quarter of the near ring long, and
/// what is beyond that in a list. A slot is sorted when its time has come. Nothing is allocated once made.
class DepartureWheel {
 public:
  static constexpr std::size_t kMostStreams = 65'535;

  /// For streams 0 to `streams` - 1, which together depart about every `distance` ticks. If they depart at
  /// another distance, that costs time, not order.
  DepartureWheel(std::size_t streams, double distance);

  /// Puts in a stream that isn't in; does nothing if it is never due. It may be due before what was taken
  /// last.
  void add(std::uint16_t stream, Ticks due) {
    assert(stream < waiting_.size());
    waiting_[stream].due = due;
    const std::uint64_t slot = due.count >> shift_;
    if (slot < next_slot_) [[unlikely]]
      add_to_opened({stream, due});
    else if (slot < near_end_) [[likely]] link(near_, slot, stream);
    else add_far(stream, slot);
  }

  /// Takes out the earliest stream, if it is due by `now`.
  std::optional<StreamDue> pop(Ticks now) {
    if (opened_left_ == 0 && !open(now)) return std::nullopt;
    const StreamDue earliest = opened_[opened_left_ - 1];
    if (earliest.due > now) return std::nullopt;
    --opened_left_;
    return earliest;
  }

  /// When the earliest stream is due; kNever if none is in. Looks at all streams of the next slot.
  Ticks earliest() const;

 private:
  static constexpr std::uint16_t kNobody = 0xffff;

  struct Waiting {
    Ticks due{};
    std::uint16_t next = kNobody;  // in the same slot
  };
  struct Ring {
    explicit Ring(std::size_t size) : mask(size - 1), first(size, kNobody), taken(size) {}
    /// The first slot from `from` on that holds a stream; kNever's count if none does.
    std::uint64_t next(std::uint64_t from) const {
      const std::size_t place = taken.next(from & mask);
      return place == Occupancy::kNowhere ? kNever.count : from + ((place - from) & mask);
    }
    std::uint64_t mask;
    std::vector<std::uint16_t> first;
    Occupancy taken;
  };

  static bool later(const StreamDue& a, const StreamDue& b) {
    return std::tie(a.due.count, a.stream) > std::tie(b.due.count, b.stream);
  }

  void link(Ring& ring, std::uint64_t slot, std::uint16_t stream) {
    std::uint16_t& first = ring.first[slot & ring.mask];
    waiting_[stream].next = first;
    first = stream;
    ring.taken.take(slot & ring.mask);
  }
  std::uint16_t unlink(Ring& ring, std::uint64_t slot) {
    ring.taken.leave(slot & ring.mask);
    return std::exchange(ring.first[slot & ring.mask], kNobody);
  }

  /// Opens the next slot; false if it hasn't begun by `now`.
  bool open(Ticks now) {
    std::uint64_t slot = near_.next(next_slot_);
    if (slot == kNever.count) [[unlikely]] {
      if (!come_nearer(now)) return false;
      slot = near_.next(next_slot_);
    }
    if (slot << shift_ > now.count) return false;
    std::uint16_t stream = unlink(near_, slot);  // first, for its place is free for a slot of the next round
    go_to(slot + 1);
    for (; stream != kNobody; stream = waiting_[stream].next)
      opened_[opened_left_++] = {stream, waiting_[stream].due};
    if (opened_left_ > 1) sort_opened();
    return true;
  }

  void go_to(std::uint64_t slot) {
    next_slot_ = slot;
    if (slot >> block_shift_ != block_) [[unlikely]]
      enter_block(slot >> block_shift_);
  }

  void add_to_opened(StreamDue added);
  void add_far(std::uint16_t stream, std::uint64_t slot);
  void add_again(std::uint16_t first);
  bool come_nearer(Ticks now);
  void enter_block(std::uint64_t block);
  void sort_opened();
  Ticks earliest_of(std::uint16_t first) const;

  std::vector<Waiting> waiting_;   // by stream
  std::vector<StreamDue> opened_;  // the latest first
  std::size_t opened_left_ = 0;
  int shift_;                    // a slot has 2^this ticks
  int block_shift_;              // a block is a coarse slot: 2^this slots, a quarter of the near ring
  std::uint64_t next_slot_ = 0;  // the first that wasn't opened
  std::uint64_t block_ = 0;      // it lies in
  std::uint64_t near_end_;  // the near ring holds the slots before this: those of `block_` and three more
  Ring near_, coarse_;
  std::uint16_t beyond_ = kNobody;  // what is too far for the coarse ring
  Ticks beyond_earliest_ = kNever;
};

}  // namespace pktgen
