#pragma once
#include <optional>

#include "base/result.h"
#include "plan/plan.h"
#include "report/run_directory.h"
#include "report/run_record.h"

namespace pktgen {

/// The run's directory, if the plan wants one. Fails before anything is measured.
Result<std::optional<RunDirectory>> open_directory(const Plan& plan);

/// Prints the result as the plan says (table, JSON or CSV on standard output) and leaves result.json,
/// result.csv, report.html and plan.toml in the directory, if there is one.
Result<void> publish(const Plan& plan, const RunRecord& record, std::optional<RunDirectory>& out);

}  // namespace pktgen
