#include "pace/departure_wheel.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace pktgen {
namespace {

constexpr std::size_t kSmallestRing = 4096, kLargestRing = 1 << 20, kFarRing = 4096;
constexpr double kLongestSlot = 0x1p40;

/// An era is to the far ring what a block is to the near one: a quarter of it.
constexpr std::uint64_t era_of(std::uint64_t block) { return block / (kFarRing / 4); }
constexpr std::uint64_t end_of_far(std::uint64_t block) { return (era_of(block) + 4) * (kFarRing / 4); }

/// An eighth to a quarter of the distance: so that a slot seldom holds two streams, and few are passed over.
int slot_shift(double distance) {
  const auto ticks = static_cast<std::uint64_t>(std::clamp(distance / 4, 1.0, kLongestSlot));
  return std::countr_zero(std::bit_floor(ticks));
}

/// Three quarters of it are longer than the time in which as many streams depart, so that who comes back at
/// their mean distance stays in it.
std::size_t ring_size(std::size_t streams) {
  return std::clamp(std::bit_ceil(11 * streams), kSmallestRing, kLargestRing);
}

bool later(const StreamDue& a, const StreamDue& b) {
  return std::tie(a.due.count, a.stream) > std::tie(b.due.count, b.stream);
}

}  // namespace

DepartureWheel::DepartureWheel(std::size_t streams, double distance)
    : waiting_(streams),
      opened_(streams),
      shift_(slot_shift(distance)),
      block_shift_(std::countr_zero(ring_size(streams) / 4)),
      block_end_(ring_size(streams) / 4),
      near_end_(ring_size(streams)),
      near_(ring_size(streams)),
      far_(kFarRing) {
  assert(streams <= kMostStreams);
}

void DepartureWheel::open(std::uint64_t slot) {
  std::uint16_t stream = near_.take(slot);  // first, for its place will be another slot's
  go_to(slot + 1);
  for (; stream != kNobody; stream = waiting_[stream].next)
    opened_[opened_left_++] = {stream, waiting_[stream].due};
  const auto begin = opened_.begin(), end = begin + static_cast<std::ptrdiff_t>(opened_left_);
  // Streams that came in order lie in this one, however many.
  if (!std::is_sorted(begin, end, later)) std::sort(begin, end, later);
}

void DepartureWheel::add_to_opened(StreamDue added) {
  std::size_t at = opened_left_++;
  for (; at > 0 && later(added, opened_[at - 1]); --at) opened_[at] = opened_[at - 1];
  opened_[at] = added;
}

void DepartureWheel::add_far(std::uint16_t stream, std::uint64_t slot) {
  const Ticks due = waiting_[stream].due;
  if (due == kNever) return;
  const std::uint64_t its_block = slot >> block_shift_;
  if (its_block < end_of_far(block())) {
    waiting_[stream].next = far_.put(its_block, stream);
    return;
  }
  waiting_[stream].next = std::exchange(beyond_, stream);
  beyond_earliest_ = std::min(beyond_earliest_, due);
}

void DepartureWheel::add_again(std::uint16_t first) {
  while (first != kNobody) {
    const std::uint16_t stream = std::exchange(first, waiting_[first].next);
    add(stream, waiting_[stream].due);
  }
}

/// Moves on to `now`, or to the first slot before that holds a stream; whether there is one.
bool DepartureWheel::come_nearer(Ticks now) {
  const std::uint64_t now_slot = now.count >> shift_;
  if (now_slot < next_slot_) return false;
  if (now_slot >= near_end_ && near_.next(next_slot_, near_end_ - 1) >= near_end_) go_to(next_far(now_slot));
  const std::uint64_t last = std::min(now_slot, near_end_ - 1);
  if (near_.next(next_slot_, last) <= last) return true;
  go_to(now_slot);
  return false;
}

/// The first slot of the first block that holds a stream behind the near ring, or `last` if that comes first.
std::uint64_t DepartureWheel::next_far(std::uint64_t last) const {
  const std::uint64_t from = near_end_ >> block_shift_, end = end_of_far(block());
  const std::uint64_t found = far_.next(from, end - 1);
  if (found < end) return std::min(last, found << block_shift_);
  return std::min(last, beyond_earliest_.count >> shift_);
}

void DepartureWheel::enter_block(std::uint64_t block) {
  const std::uint64_t was_near_end = near_end_ >> block_shift_;
  block_end_ = (block + 1) << block_shift_;
  near_end_ = (block + 4) << block_shift_;
  const std::uint64_t was_far_end = end_of_far(was_near_end - 4);
  const std::uint64_t last = std::min(block + 4, was_far_end) - 1;
  for (std::uint64_t b = far_.next(was_near_end, last); b <= last; b = far_.next(b + 1, last))
    add_again(far_.take(b));
  if (end_of_far(block) == was_far_end) return;
  beyond_earliest_ = kNever;
  add_again(std::exchange(beyond_, kNobody));
}

Ticks DepartureWheel::earliest_of(std::uint16_t first) const {
  Ticks earliest = kNever;
  for (; first != kNobody; first = waiting_[first].next) earliest = std::min(earliest, waiting_[first].due);
  return earliest;
}

Ticks DepartureWheel::earliest() const {
  if (opened_left_ > 0) return opened_[opened_left_ - 1].due;
  const std::uint64_t slot = near_.next(next_slot_, near_end_ - 1);
  if (slot < near_end_) return earliest_of(near_.at(slot));
  const std::uint64_t block = far_.next(near_end_ >> block_shift_, end_of_far(this->block()) - 1);
  if (block < end_of_far(this->block())) return earliest_of(far_.at(block));
  return beyond_earliest_;
}

}  // namespace pktgen
