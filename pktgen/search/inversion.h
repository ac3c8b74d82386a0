#pragma once
#include <span>
#include <vector>

#include "base/units.h"

namespace pktgen {

/// A load that failed although a higher one passed: the device isn't monotonic, and what a bisection says of
/// it depends on where it looked.
struct Inversion {
  FramesPerSecond failed{};
  FramesPerSecond passed{};  ///< the highest that did
  friend bool operator==(const Inversion&, const Inversion&) = default;
};

/// One trial, judged.
struct Judged {
  FramesPerSecond load{};
  Nanoseconds duration{};
  bool passed = false;
};

/// Each load that failed below one that passed for at least as long, ascending. A short pass above a long
/// failure proves nothing: rare loss needs its time.
std::vector<Inversion> inversions(std::span<const Judged> trials);

}  // namespace pktgen
