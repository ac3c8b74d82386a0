#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pktgen {

/// Which places of a ring are taken: a bit each, and a bit for each 64 of them that says whether any is.
class Occupancy {
 public:
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  /// A ring of `places`, a power of two from 4096 up.
  explicit Occupancy(std::size_t places) : places_(places / 64), groups_(places / 4096) {}

  void take(std::size_t place) {
    places_[place / 64] |= bit(place);
    groups_[place / 4096] |= bit(place / 64);
  }
  void leave(std::size_t place) {
    if ((places_[place / 64] &= ~bit(place)) == 0) groups_[place / 4096] &= ~bit(place / 64);
  }

  /// The first taken place at or after `place`, going round; kNowhere if none is.
  std::size_t next(std::size_t place) const {
    const std::uint64_t here = places_[place / 64] >> (place % 64);
    if (here != 0) [[likely]]
      return place + first(here);
    return next_elsewhere(place / 64 + 1);
  }

 private:
  static constexpr std::uint64_t bit(std::size_t place) { return std::uint64_t{1} << (place % 64); }
  static std::size_t first(std::uint64_t bits) { return static_cast<std::size_t>(std::countr_zero(bits)); }

  /// From 64 places on, all of those before them at last.
  std::size_t next_elsewhere(std::size_t word) const {
    std::size_t group = word / 64 % groups_.size();
    std::uint64_t found = groups_[group] & (~std::uint64_t{0} << (word % 64));
    for (std::size_t seen = 0; found == 0; ++seen) {
      if (seen == groups_.size()) return kNowhere;
      group = (group + 1) % groups_.size();
      found = groups_[group];
    }
    const std::size_t at = group * 64 + first(found);
    return at * 64 + first(places_[at]);
  }

  std::vector<std::uint64_t> places_, groups_;
};

}  // namespace pktgen
