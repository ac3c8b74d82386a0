#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/units.h"
#include "trial/trial.h"

namespace pktgen {

/// Latency of the tester itself on a plain cable, in nanoseconds. The lowest is of all trials, the rest of
/// one at a low load.
struct LatencyFloor {
  std::uint64_t samples = 0;
  std::uint64_t min = 0, p50 = 0, p99 = 0;
  double mean = 0;
  friend bool operator==(const LatencyFloor&, const LatencyFloor&) = default;
};

/// What of a latency isn't the tester's: each figure without the floor's same one, in nanoseconds. Nothing
/// where it is below the floor, which can't be.
struct AboveFloor {
  std::optional<double> min{}, mean{}, p50{}, p99{};
};
AboveFloor above(const LatencySummary& latency, const LatencyFloor& floor);

/// What the tester was shown to do with frames of one size.
struct SizeLimits {
  FrameBytes size{};
  std::array<FramesPerSecond, 2> one_way{};  ///< by direction, each alone
  std::array<FramesPerSecond, 2> both{};     ///< by direction, both at once
  std::array<LatencyFloor, 2> floor{};       ///< by direction
  friend bool operator==(const SizeLimits&, const SizeLimits&) = default;
};

/// What the tester itself was shown to do on a plain cable: above it, a frame that didn't come may be its
/// own doing. Between two sizes that were tried the lower rate and the lower floor of both neighbours hold;
/// outside of them nothing is known.
struct TesterLimits {
  /// A rate, and the size that it was shown with.
  struct Ceiling {
    FramesPerSecond rate{};
    FrameBytes of{};
  };

  std::array<LinkBitsPerSecond, 2> links{};  ///< with which it was: another speed is another tester
  bool is_virtual = false;                   ///< no scatter: what is below the floor by any bit can't be
  std::vector<SizeLimits> sizes{};           ///< ascending
  friend bool operator==(const TesterLimits&, const TesterLimits&) = default;

  std::optional<Ceiling> ceiling(FrameBytes size, Direction direction, bool both_at_once) const;
  std::optional<LatencyFloor> floor(FrameBytes size, Direction direction) const;
};

/// A part of what a direction sends: frames of one size, and how many of them a second.
struct SizeRate {
  Direction direction = Direction::a_to_b;
  FrameBytes size{};
  FramesPerSecond rate{};
};

/// The limits of a mix of sizes, as those of its smallest frame: a ceiling in frames of the mix a second, at
/// which the times that the tester takes for each size fill a second. Nothing where one of the sizes isn't
/// known, or nothing is sent.
std::optional<TesterLimits> limits_of_mix(const TesterLimits& limits, const std::vector<SizeRate>& mix);

}  // namespace pktgen
