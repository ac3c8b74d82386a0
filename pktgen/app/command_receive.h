#pragma once
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// Listens until the time is up or somebody stops it, and publishes what came. Returns the exit code.
Result<int> run_receive(const CheckedPlan& checked);

}  // namespace pktgen
