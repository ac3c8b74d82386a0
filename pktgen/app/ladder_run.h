#pragma once
#include <functional>
#include <optional>

#include "app/interrupt.h"
#include "base/result.h"
#include "plan/plan.h"
#include "report/run_record.h"
#include "rig/measurer.h"

namespace pktgen {

/// Measures all sizes with the links as they are: appends trials to the record, and returns the size at which
/// frames begin to vanish, if it was looked for.
using MeasureSizes = std::function<Result<std::optional<Sweep::Boundary>>()>;

/// Takes the links to each of the plan's speeds in turn, measures at each, and keeps the answers and the
/// verdict in `record`. A speed that can't be had is not measured, and the others are.
void climb_ladder(const Plan& plan, Measurer& measurer, const Interrupt& interrupt, RunRecord& record,
                  const MeasureSizes& measure);

}  // namespace pktgen
