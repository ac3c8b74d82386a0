#pragma once
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// Asks a switch between the two ports what RFC 2889 wants to know, as far as two ports can, reports it, and
/// returns the exit code.
Result<int> run_switch(CheckedPlan checked);

}  // namespace pktgen
