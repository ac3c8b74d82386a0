#pragma once
#include "report/json_values.h"
#include "report/run_record.h"

namespace pktgen {

/// The answer of the result document.
Json soak_json(const SoakRecord& soak);

}  // namespace pktgen
