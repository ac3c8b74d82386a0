#pragma once
#include "report/json_values.h"
#include "report/run_record.h"

namespace pktgen {

/// The answer of a send: its directions, streams and pacing.
Json streams_json(const StreamsRecord& streams);

}  // namespace pktgen
