#pragma once
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// Runs a sweep from opened ports to written reports; returns the process exit code of its verdict, 130 if
/// interrupted. What was measured is kept whatever happens.
Result<int> run_sweep(CheckedPlan checked);

}  // namespace pktgen
