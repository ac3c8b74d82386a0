#pragma once
#include <memory>
#include <optional>

#include "base/result.h"
#include "plan/plan.h"
#include "report/run_directory.h"
#include "report/run_record.h"
#include "rig/measurer.h"

namespace pktgen {

/// The run's directory, if the plan wants one. Fails before anything is measured.
Result<std::optional<RunDirectory>> open_directory(const Plan& plan);

/// Prints the result as the plan says (table, JSON or CSV on standard output) and leaves result.json,
/// result.csv, report.html and plan.toml in the directory, if there is one.
Result<void> publish(const Plan& plan, const RunRecord& record, std::optional<RunDirectory>& out);

/// Ends a run: gives the ports back, publishes, and gives the exit code: of `measured` if that failed with
/// something to publish before it, of the interruption, of the verdict. Fails as `publish` does.
Result<int> conclude(const Plan& plan, RunRecord record, std::unique_ptr<Measurer> measurer,
                     std::optional<RunDirectory>& out, const Result<void>& measured = {});

}  // namespace pktgen
