#pragma once
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// pktgen reset: frames flow through a device while somebody resets it, to the printed result and the files.
/// Gives the exit code.
Result<int> run_reset(CheckedPlan checked);

}  // namespace pktgen
