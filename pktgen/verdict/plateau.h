#pragma once
#include <optional>
#include <span>

#include "verdict/run_verdict.h"

namespace pktgen {

/// What a rate that stays the same whatever the frame size says, of one direction: a bit rate beyond which
/// nothing is delivered (rule rate-plateau), or beyond which the tester sends nothing
/// (tester-rate-plateau), or a frame rate beyond which the tester sends nothing (sender-cpu-bound,
/// sender-port-bound). Nothing if there is none over at least three sizes. The evidence doesn't name the
/// direction: the run's verdict does.
std::optional<Finding> delivered_plateau(std::span<const JudgedTrial> trials, Direction direction);
std::optional<Finding> sent_plateau(std::span<const JudgedTrial> trials, Direction direction,
                                    const Criteria& criteria);

}  // namespace pktgen
