#pragma once
#include <span>
#include <string>
#include <vector>

#include "report/document.h"
#include "report/json_values.h"

namespace pktgen {

/// A line a frame size.
Table make_throughput_table(const ThroughputRecord& record);

/// Share of line rate, and the rate on the wire, over the frame size (RFC 2544 section 26.1's graph).
std::vector<Chart> throughput_charts(const ThroughputRecord& record);

/// One plain sentence.
std::string throughput_conclusion(const ThroughputRecord& record, Verdict verdict, bool interrupted);

/// The answer of the result document.
Json throughput_json(const ThroughputRecord& record);

}  // namespace pktgen
