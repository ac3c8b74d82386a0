#pragma once
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// Asks a LAG between the two ports how it shares out flows, what it carries, whether it keeps their order
/// and how long it is silent when a member goes away; reports it, and returns the exit code.
Result<int> run_lag(CheckedPlan checked);

}  // namespace pktgen
