#pragma once
#include <cstdint>
#include <optional>

#include "base/units.h"

namespace pktgen {

/// How fast: so many frames, or so many wire bytes, a second.
struct Tempo {
  double per_second = 0;
  bool counts_bytes = false;  ///< then each frame takes the longer the longer it is
};

/// When the frames of one stream are due, in plain numbers.
struct Pace {
  enum class Shape : std::uint8_t { constant, poisson, bursts, ramp };
  Shape shape = Shape::constant;
  Tempo load{};  ///< of a ramp: at its beginning

  std::uint32_t burst_frames = 1;          ///< at least 1
  Tempo line{};                            ///< within a burst
  std::optional<Nanoseconds> burst_gap{};  ///< from a burst's end to the next; none: such that `load` is kept

  double ramp_to = 0;  ///< a second, of what `load` counts
  Nanoseconds ramp_over{};

  std::uint64_t seed = 1;  ///< of the gaps of `poisson`
  Nanoseconds start_offset{};
  std::optional<Nanoseconds> duration{};  ///< from the stream's own start
  std::optional<std::uint64_t> frames{};
};

}  // namespace pktgen
