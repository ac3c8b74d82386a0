#pragma once
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// `pktgen calibrate`: measures the tester alone, stores what it can do, and gives the exit code. Fails
/// before anything is measured for what can't be opened.
Result<int> run_calibrate(CheckedPlan checked);

}  // namespace pktgen
