#pragma once
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// pktgen throughput, latency, loss, burst, mlr and rfc2544: searches for each frame size, to the printed
/// result and the files. Gives the exit code.
Result<int> run_searches(CheckedPlan checked);

}  // namespace pktgen
