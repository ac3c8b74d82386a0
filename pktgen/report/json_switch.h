#pragma once
#include "report/json_values.h"
#include "search/switch_answers.h"

namespace pktgen {

/// The answer of a switch: an object of the tests that were asked for, and what is out of two ports' reach.
Json switch_json(const SwitchAnswers& answers);

}  // namespace pktgen
