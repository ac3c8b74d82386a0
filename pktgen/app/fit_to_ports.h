#pragma once
#include <vector>

#include "plan/validate.h"
#include "trial/facts.h"

namespace pktgen {

/// Leaves out what the ports can't carry, before anything is sent. Fails (plan) for sizes that were asked
/// for, and for a load that a link can't carry.
Result<CheckedPlan> fit_to_ports(CheckedPlan checked, const std::vector<PortFacts>& ports);

}  // namespace pktgen
