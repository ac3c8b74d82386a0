#pragma once
#include <string>

#include "report/run_record.h"

namespace pktgen {

/// The run as one JSON object, schema pktgen.result/1 (docs/result.md): keys in a fixed order, counts as
/// integers, figures that don't exist as null, a newline at the end.
std::string json_of(const RunRecord& record);

}  // namespace pktgen
