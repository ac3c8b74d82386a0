#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "trial/sweep.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// One speed of a ladder of link speeds: which of the run's trials were run at it, and what they say.
struct Rung {
  LinkBitsPerSecond speed{};
  std::array<std::optional<Nanoseconds>, 2> time_to_link{};  ///< of each port; nothing: not measured
  std::size_t first = 0, count = 0;                          ///< of the run's trials
  std::optional<Sweep::Boundary> boundary{};
  std::string stopped_by{};  ///< why the links didn't come up, or what ended it; empty: nothing did
  RunVerdict run{};

  std::span<const JudgedTrial> of(std::span<const JudgedTrial> trials) const {
    return trials.subspan(first, count);
  }
};

/// The verdict on all speeds together: what each says, told with its speed, and what is seen only by
/// comparing them, such as frames that are lost at one speed alone. A speed that the links didn't come up at
/// is not measured.
RunVerdict judge_ladder(std::span<const JudgedTrial> trials, std::span<const Rung> rungs, bool interrupted);

}  // namespace pktgen
