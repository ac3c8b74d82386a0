#pragma once
#include <optional>

#include "app/search_run.h"
#include "outage/outage_answers.h"
#include "outage/outage_fields.h"

namespace pktgen {

/// Answers with nothing in them yet, but what is known before.
OutageAnswers begin_outages(const Plan& plan);

/// For how long the device goes on losing after an overload, as often as the goal says, from its journal on.
Result<SizeRecovery> measure_recovery(SearchRun& run, FrameBytes size, const Recovery::Goal& goal);

/// The verdict on all that a run searched for, outages with it.
RunVerdict judge_all(const Plan& plan, const RunRecord& record);

}  // namespace pktgen
