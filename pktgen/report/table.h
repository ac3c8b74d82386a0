#pragma once
#include <vector>

#include "report/document.h"
#include "report/figures.h"

namespace pktgen {

/// The table of a run, sorted by frame size, then direction. Columns that would be empty are left out.
Table make_table(const std::vector<Row>& rows);

/// The charts of a run over frame size: frames a second, goodput and overhead, latency.
std::vector<Chart> make_charts(const std::vector<Row>& rows);

}  // namespace pktgen
