#pragma once
#include <cstdint>

namespace pktgen {

/// Draw `n` of the sequence that `seed` begins: what a Random of this seed gives after `n` others.
constexpr std::uint64_t draw(std::uint64_t seed, std::uint64_t n) {
  std::uint64_t z = seed + (n + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// SplitMix64: small, seeded, and the same on every machine; the standard's distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    const std::uint64_t drawn = draw(state_, 0);
    state_ += 0x9e3779b97f4a7c15;
    return drawn;
  }

  /// True with `probability` 0..1, to a resolution of 2^-53.
  bool happens(double probability) { return static_cast<double>(next() >> 11) * 0x1p-53 < probability; }

 private:
  std::uint64_t state_;
};

}  // namespace pktgen
