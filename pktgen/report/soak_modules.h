#pragma once
#include <vector>

#include "report/document.h"

namespace pktgen {

/// What the ports' modules measured before and after the first losses, and how they changed. None without
/// modules that measure, and none of what didn't happen.
std::vector<Table> soak_module_tables(const SoakRecord& soak);

/// The optical power that each port received, interval by interval: the least. None without modules that
/// measure it.
std::vector<Chart> soak_module_charts(const SoakRecord& soak);

}  // namespace pktgen
