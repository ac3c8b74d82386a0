#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pktgen {

/// A ring of time's slots, each of which may hold one number, and a bit for each slot that says whether it
/// does. Slots are counted from the beginning of time; as many as the ring has places can be told apart.
class SlotRing {
 public:
  /// What an empty slot holds.
  static constexpr std::uint16_t kEmpty = 0xffff;

  /// `places` is a power of two from 64 up.
  explicit SlotRing(std::size_t places) : mask_(places - 1), held_(places, kEmpty), taken_(places / 64) {}

  std::uint16_t at(std::uint64_t slot) const { return held_[slot & mask_]; }

  /// Puts `number` in, and returns what was there.
  std::uint16_t put(std::uint64_t slot, std::uint16_t number) {
    const std::size_t place = slot & mask_;
    taken_[place / 64] |= std::uint64_t{1} << (place % 64);
    return std::exchange(held_[place], number);
  }
  /// Leaves the slot empty, and returns what was there.
  std::uint16_t take(std::uint64_t slot) {
    const std::size_t place = slot & mask_;
    taken_[place / 64] &= ~(std::uint64_t{1} << (place % 64));
    return std::exchange(held_[place], kEmpty);
  }

  /// The first slot from `from` on that isn't empty; something above `last` if that lies behind `last`.
  std::uint64_t next(std::uint64_t from, std::uint64_t last) const {
    const std::uint64_t here = taken_[(from & mask_) / 64] >> (from % 64);
    if (here != 0) [[likely]]
      return from + static_cast<std::uint64_t>(std::countr_zero(here));
    for (from = (from | 63) + 1; from <= last; from += 64)
      if (const std::uint64_t taken = taken_[(from & mask_) / 64]; taken != 0)
        return from + static_cast<std::uint64_t>(std::countr_zero(taken));
    return from;
  }

 private:
  std::uint64_t mask_;
  std::vector<std::uint16_t> held_;
  std::vector<std::uint64_t> taken_;
};

}  // namespace pktgen
