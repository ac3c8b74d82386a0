#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/units.h"

namespace pktgen {

/// How many addresses an emulated switch remembers, for how long, and how fast it takes in new ones.
struct MacTableLimits {
  Ticks ageing{};             ///< after the last frame from an address it is forgotten
  std::size_t entries = 512;  ///< 1 or more; where all are taken, a new address isn't learned
  Ticks between_new{};        ///< a new address that comes sooner after the last one learned isn't
};

/// The address table of an emulated switch: where each source was last seen, forgotten after a while. Takes
/// its memory once. Times never go back.
class MacTable {
 public:
  explicit MacTable(MacTableLimits limits)
      : limits_(limits), slots_(std::bit_ceil(limits.entries * 2)), spare_(slots_.size()) {}

  /// Learns the source of a frame (12 bytes: destination, source) that came in at `port`, and says whether
  /// its destination lives on that same port, so that it goes nowhere. Counts it in `flooded` if the
  /// destination isn't known.
  bool forwards_to_ingress(std::span<const std::uint8_t, 12> macs, std::size_t port, Ticks now,
                           std::uint64_t& flooded) {
    learn(number_of(macs.last<6>()), port, now);
    const Entry& destination = slots_[place_of(number_of(macs.first<6>()))];
    const bool is_known = destination.address != kNobody && !is_old(destination, now);
    if (!is_known) ++flooded;
    return is_known && destination.port == port;
  }

 private:
  static constexpr std::uint64_t kNobody = ~std::uint64_t{0};

  struct Entry {
    std::uint64_t address = kNobody;
    std::size_t port = 0;
    Ticks seen{};
  };

  static std::uint64_t number_of(std::span<const std::uint8_t, 6> mac) {
    std::uint64_t number = 0;
    for (const std::uint8_t byte : mac) number = number << 8 | byte;
    return number;
  }

  bool is_old(const Entry& entry, Ticks now) const { return now > entry.seen + limits_.ageing; }

  /// Where an address is, or where it would be put: half of the slots are free, so there is one.
  std::size_t place_of(std::uint64_t address) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = (address * 0x9e3779b97f4a7c15u >> 20) & mask;
    while (slots_[place].address != address && slots_[place].address != kNobody) place = (place + 1) & mask;
    return place;
  }

  void learn(std::uint64_t address, std::size_t port, Ticks now) {
    Entry& known = slots_[place_of(address)];
    if (known.address == address && !is_old(known, now)) {
      known = {address, port, now};
      return;
    }
    if (has_learned_ && now < newest_ + limits_.between_new) return;
    if (known.address == kNobody) {
      if (used_ == limits_.entries) forget(now);
      if (used_ == limits_.entries) return;
      ++used_;
    }
    slots_[place_of(address)] = {address, port, now};
    next_old_ = std::min(next_old_, now + limits_.ageing);
    newest_ = now;
    has_learned_ = true;
  }

  /// Makes room of what is old. Nothing is before `next_old_`, so a full table isn't searched for each frame.
  void forget(Ticks now) {
    if (now <= next_old_) return;
    spare_.swap(slots_);
    std::ranges::fill(slots_, Entry{});
    next_old_ = kNever;
    used_ = 0;
    for (const Entry& entry : spare_) {
      if (entry.address == kNobody || is_old(entry, now)) continue;
      slots_[place_of(entry.address)] = entry;
      next_old_ = std::min(next_old_, entry.seen + limits_.ageing);
      ++used_;
    }
  }

  MacTableLimits limits_;
  std::vector<Entry> slots_, spare_;  // a power of two each
  std::size_t used_ = 0;              // slots that hold an address, old ones included
  Ticks next_old_ = kNever;
  Ticks newest_{};  // when the last new address was learned
  bool has_learned_ = false;
};

/// The limits of a device file, by a clock.
MacTableLimits mac_table_limits(std::uint64_t ageing_s, std::uint64_t entries, std::uint64_t per_second,
                                TicksPerSecond clock);

}  // namespace pktgen
