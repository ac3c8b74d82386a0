#pragma once
#include "plan/validate.h"

namespace pktgen {

/// Whether what is asked of the links goes together, and can be asked of ports of their kinds; sizes that the
/// asked MTU doesn't carry are left out as limit_sizes does. Fails (plan) saying what to do instead.
Result<CheckedPlan> validate_link(CheckedPlan checked);

}  // namespace pktgen
