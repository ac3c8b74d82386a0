#pragma once
#include "plan/validate.h"

namespace pktgen {

/// Sends a capture and says how it went. The exit code of the verdict, or 130 if it was interrupted.
Result<int> run_replay(const CheckedPlan& checked);

}  // namespace pktgen
