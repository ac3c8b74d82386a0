#pragma once
#include <vector>

#include "plan/plan.h"
#include "rig/measurer.h"
#include "trial/trial.h"

namespace pktgen {

/// The same stream sent back: from the other port, sources and destinations exchanged.
StreamSpec mirrored(StreamSpec stream);

/// What a trial sends where the plan has streams: in each direction those of its port, else those of the
/// other with sources and destinations exchanged; all of the trial's size, its load shared among them as
/// their own loads are to each other. A trial's load is even, so their shapes, begins and ends don't count.
/// Fails (plan) for a load that a link can't carry.
Result<StreamsRequest> streams_of_trial(const Plan& plan, const Trial& trial,
                                        const std::vector<PortFacts>& ports);

}  // namespace pktgen
