#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/plan.h"

namespace pktgen {

/// A plan that makes sense as a whole, and what had to be said about it, one line each.
struct CheckedPlan {
  Plan plan;
  std::vector<std::string> notes;
};

/// Fills in the default sizes and checks what a key alone can't tell: two different ports of kinds that go
/// together, sizes against the stack's headers, addresses, times. Sizes of the default list that don't fit
/// are left out with a note, asked ones refused. Fails (plan). Touches no file and no port.
Result<CheckedPlan> validate(Plan plan);

/// The plan without the sizes outside `smallest` to `largest`, which `why` explains ("port if:eth1 has MTU
/// 1500"). Fails (plan) if such a size was asked for, or if none is left; skips default ones with a note.
Result<CheckedPlan> limit_sizes(CheckedPlan checked, FrameBytes smallest, FrameBytes largest,
                                std::string_view why);

}  // namespace pktgen
