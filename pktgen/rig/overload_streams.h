#pragma once
#include <vector>

#include "plan/plan.h"
#include "rig/measurer.h"
#include "trial/trial.h"

namespace pktgen {

/// What RFC 2544 section 26.5 sends: an overload, and a smaller load from its end on.
struct OverloadTrial {
  Trial overload;  ///< its size, directions, load and duration
  FramesPerSecond relief{};
  Nanoseconds relief_for{};
};

/// The plan's streams (or the one that it describes) at the first load, then as many at the second, which
/// begin just as those end: frames of both are due in one order, and each is known by its stream and number.
/// Fails as `streams_of_trial`.
Result<StreamsRequest> overload_streams(const Plan& plan, const OverloadTrial& trial,
                                        const std::vector<PortFacts>& ports);

}  // namespace pktgen
