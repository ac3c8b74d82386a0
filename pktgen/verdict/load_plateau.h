#pragma once
#include <span>
#include <vector>

#include "verdict/run_verdict.h"

namespace pktgen {

/// What trials of several loads say together, of each size and direction that they loaded; all of them notes.
///
/// A rate that stays the same whatever is offered, and what holds it: `capacity-limit` where frames wait
/// before it, for a full queue stands there; `policer-limit` where none waits longer than at a load that
/// passes, for then what exceeds the rate is dropped at once. Where the noise of the latencies hides the
/// difference, `rate-limit` says only the rate.
std::vector<Finding> load_plateaus(std::span<const JudgedTrial* const> trials);

/// `one-way-loses`: of trials that loaded both directions at once, those that lost all did so in the same
/// one.
std::vector<Finding> one_way_losses(std::span<const JudgedTrial* const> trials);

}  // namespace pktgen
