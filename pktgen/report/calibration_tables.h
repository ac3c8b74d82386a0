#pragma once
#include <string>
#include <vector>

#include "report/document.h"

namespace pktgen {

/// What was found of each size: ceilings and floors; what a byte adds.
std::vector<Table> make_calibration_tables(const CalibrationAnswers& answers);

/// The ceilings over the frame size beside the line rate.
std::vector<Chart> calibration_charts(const CalibrationAnswers& answers);

/// One plain sentence.
std::string calibration_conclusion(const CalibrationAnswers& answers, Verdict verdict);

/// Of a run that looked for a calibration: when it was made and how high it reaches, or why there is none.
Fact calibration_fact(const CalibrationUse& use, const std::vector<PortFacts>& ports);

}  // namespace pktgen
