#pragma once
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// ITU-T Y.1564: each service alone in steps, then all at once. Returns the exit code.
Result<int> run_service(const CheckedPlan& checked);

}  // namespace pktgen
