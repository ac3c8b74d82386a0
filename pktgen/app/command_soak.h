#pragma once
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// Runs a plan of `pktgen soak`; returns the process exit code.
Result<int> run_soak(const CheckedPlan& checked);

}  // namespace pktgen
