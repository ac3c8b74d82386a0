#pragma once
#include "report/json_values.h"
#include "report/run_record.h"

namespace pktgen {

/// The answer of a receive: its streams and ports.
Json listen_json(const ListenRecord& heard);

}  // namespace pktgen
