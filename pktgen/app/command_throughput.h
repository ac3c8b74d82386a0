#pragma once
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// RFC 2544 section 26.1 for each frame size: the highest load without loss. Returns the exit code; what was
/// found until an interruption is told, and a journal in the run's folder lets another run go on from there.
Result<int> run_throughput(CheckedPlan checked);

}  // namespace pktgen
