#pragma once
#include "lag/lag_answers.h"
#include "report/json_values.h"

namespace pktgen {

/// The answer of `pktgen lag`. What wasn't asked for isn't there; what isn't known is null.
Json lag_json(const LagAnswers& answers);

}  // namespace pktgen
