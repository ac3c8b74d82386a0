#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "base/units.h"

namespace pktgen {

/// The address table of an emulated switch: where each source was last seen, forgotten after a while.
/// Small and without allocation; the oldest entry makes room.
class MacTable {
 public:
  explicit MacTable(Ticks ageing) : ageing_(ageing) {}

  /// Learns the source of a frame (12 bytes: destination, source) that came in at `port`, and says whether
  /// its destination lives on that same port, so that it goes nowhere. Counts it in `flooded` if the
  /// destination isn't known.
  bool forwards_to_ingress(std::span<const std::uint8_t, 12> macs, std::size_t port, Ticks now,
                           std::uint64_t& flooded) {
    learn(macs.last<6>(), port, now);
    const Entry* destination = find(macs.first<6>(), now);
    if (destination == nullptr) ++flooded;
    return destination != nullptr && destination->port == port;
  }

 private:
  struct Entry {
    std::array<std::uint8_t, 6> mac{};
    std::size_t port = 0;
    Ticks seen{};
    bool used = false;
  };

  const Entry* find(std::span<const std::uint8_t, 6> mac, Ticks now) const {
    for (const Entry& entry : entries_)
      if (entry.used && std::ranges::equal(entry.mac, mac))
        return now > entry.seen + ageing_ ? nullptr : &entry;
    return nullptr;
  }

  void learn(std::span<const std::uint8_t, 6> mac, std::size_t port, Ticks now) {
    auto slot = std::ranges::find_if(
        entries_, [&](const Entry& entry) { return entry.used && std::ranges::equal(entry.mac, mac); });
    if (slot == entries_.end())
      slot = std::ranges::min_element(entries_, {},
                                      [](const Entry& e) { return e.used ? e.seen.count + 1 : 0; });
    std::ranges::copy(mac, slot->mac.begin());
    *slot = {slot->mac, port, now, true};
  }

  Ticks ageing_;
  std::array<Entry, 16> entries_{};
};

}  // namespace pktgen
