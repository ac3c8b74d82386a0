#pragma once
#include "report/document.h"
#include "report/json_values.h"

namespace pktgen {

/// Adds the tables of recoveries and resets, and a sentence on them, to those of the searches before them.
void add_outages(Document& document, const RunRecord& record);

/// The answer of recovery and reset: a list, one for each frame size; of rfc2544 those of the searches and
/// that.
Json outages_json(const RunRecord& record);

}  // namespace pktgen
