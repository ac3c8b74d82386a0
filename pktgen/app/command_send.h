#pragma once
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// Sends the streams of a plan at once and publishes what became of each. Returns the exit code.
Result<int> run_send(const CheckedPlan& checked);

}  // namespace pktgen
