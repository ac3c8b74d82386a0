#include "pace/departure_wheel.h"

#include <algorithm>
#include <bit>

namespace pktgen {
namespace {

constexpr std::size_t kSmallestRing = 4096, kLargestRing = 1 << 19, kCoarseRing = 4096;
constexpr double kLongestSlot = 0x1p40;

/// An era is to the coarse ring what a block is to the near one: a quarter of it.
constexpr std::uint64_t era_of(std::uint64_t block) { return block / (kCoarseRing / 4); }

/// A quarter to a half of the distance: so that a slot seldom holds two streams, and few are passed over.
int slot_shift(double distance) {
  const auto ticks = static_cast<std::uint64_t>(std::clamp(distance / 2, 1.0, kLongestSlot));
  return std::countr_zero(std::bit_floor(ticks));
}

/// Three quarters of it are longer than the time in which as many streams depart: who comes back at their
/// mean distance stays in it.
std::size_t ring_size(std::size_t streams) {
  return std::clamp(std::bit_ceil(8 * streams), kSmallestRing, kLargestRing);
}

}  // namespace

DepartureWheel::DepartureWheel(std::size_t streams, double distance)
    : waiting_(streams),
      opened_(streams),
      shift_(slot_shift(distance)),
      block_shift_(std::countr_zero(ring_size(streams) / 4)),
      near_end_(ring_size(streams)),
      near_(ring_size(streams)),
      coarse_(kCoarseRing) {
  assert(streams <= kMostStreams);
}

void DepartureWheel::add_to_opened(StreamDue added) {
  std::size_t at = opened_left_++;
  for (; at > 0 && later(added, opened_[at - 1]); --at) opened_[at] = opened_[at - 1];
  opened_[at] = added;
}

void DepartureWheel::add_far(std::uint16_t stream, std::uint64_t slot) {
  const Ticks due = waiting_[stream].due;
  if (due == kNever) return;
  const std::uint64_t block = slot >> block_shift_;
  if (era_of(block) < era_of(block_) + 4) return link(coarse_, block, stream);
  waiting_[stream].next = std::exchange(beyond_, stream);
  beyond_earliest_ = std::min(beyond_earliest_, due);
}

void DepartureWheel::add_again(std::uint16_t first) {
  while (first != kNobody) {
    const std::uint16_t stream = std::exchange(first, waiting_[first].next);
    add(stream, waiting_[stream].due);
  }
}

bool DepartureWheel::come_nearer(Ticks now) {
  const std::uint64_t block = coarse_.next(block_ + 4);
  if (block == kNever.count && beyond_ == kNobody) return false;
  const std::uint64_t slot = block != kNever.count ? block << block_shift_ : beyond_earliest_.count >> shift_;
  if (slot << shift_ > now.count) return false;
  go_to(slot);
  return true;
}

void DepartureWheel::enter_block(std::uint64_t block) {
  const std::uint64_t left = std::exchange(block_, block);
  near_end_ = (block + 4) << block_shift_;
  for (std::uint64_t b = coarse_.next(left + 4); b < block + 4; b = coarse_.next(b + 1))
    add_again(unlink(coarse_, b));
  if (era_of(block) == era_of(left)) return;
  beyond_earliest_ = kNever;
  add_again(std::exchange(beyond_, kNobody));
}

void DepartureWheel::sort_opened() {
  const auto begin = opened_.begin(), end = begin + static_cast<std::ptrdiff_t>(opened_left_);
  // Streams that came in order lie in this one, however many.
  if (!std::is_sorted(begin, end, later)) std::sort(begin, end, later);
}

Ticks DepartureWheel::earliest_of(std::uint16_t first) const {
  Ticks earliest = kNever;
  for (; first != kNobody; first = waiting_[first].next) earliest = std::min(earliest, waiting_[first].due);
  return earliest;
}

Ticks DepartureWheel::earliest() const {
  if (opened_left_ > 0) return opened_[opened_left_ - 1].due;
  const std::uint64_t slot = near_.next(next_slot_);
  if (slot != kNever.count) return earliest_of(near_.first[slot & near_.mask]);
  const std::uint64_t block = coarse_.next(block_ + 4);
  if (block != kNever.count) return earliest_of(coarse_.first[block & coarse_.mask]);
  return beyond_earliest_;
}

}  // namespace pktgen
