#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "calibration/identity.h"
#include "plan/plan.h"
#include "report/run_record.h"
#include "rig/measurer.h"
#include "verdict/evidence.h"

namespace pktgen {

/// The processor's name from the text of /proc/cpuinfo; "unknown" where it has none.
std::string processor_name(std::string_view cpuinfo);

/// What the ports of a run are together with this machine: what a calibration is of.
TesterIdentity tester_of(const Plan& plan, const RunRecord& record);

/// Finds the calibration of the run's ports, as the plan says, and puts it into the record. In virtual time
/// only one that was named is used. Fails (environment, plan) for a named file that can't be read, that is
/// none, or that is of another tester, saying in what. Files that can't be used are told on standard error.
Result<void> use_calibration(const Plan& plan, RunRecord& record);

/// What trials of a run are held against.
Criteria criteria_of(const Plan& plan, const RunRecord& record);

/// The limits for the sizes and rates of the streams that were sent.
std::optional<TesterLimits> limits_of_streams(const std::optional<TesterLimits>& limits,
                                              const StreamsRequest& request, const StreamsOutcome& outcome);

/// What the tester adds a byte, in nanoseconds, as it was calibrated.
std::optional<double> calibrated_slope(const RunRecord& record, Direction direction);

}  // namespace pktgen
