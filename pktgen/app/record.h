#pragma once
#include <string>
#include <vector>

#include "plan/plan.h"
#include "report/run_record.h"
#include "rig/measurer.h"

namespace pktgen {

/// What is known of a run before its first trial: tool, host, clock, ports, and the plan with its origins.
RunRecord begin_record(const Plan& plan, const Measurer& measurer);

/// The plan's values as a report shows them, each with its origin.
std::vector<SettingRecord> settings_of(const Plan& plan);

}  // namespace pktgen
