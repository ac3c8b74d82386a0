#pragma once
#include "report/json_values.h"
#include "report/run_record.h"

namespace pktgen {

/// The answer of `pktgen calibrate`.
Json calibrated_json(const CalibrationAnswers& answers);

/// The calibration that a run was held against; null: none.
Json calibration_json(const std::optional<CalibrationUse>& use);

/// A latency without the tester's floor; null: there is no floor for it.
Json above_floor_json(const std::optional<AboveFloor>& above);

}  // namespace pktgen
