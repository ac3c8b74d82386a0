#pragma once
#include <string>
#include <vector>

#include "report/document.h"

namespace pktgen {

/// Each direction, the losses, and the intervals in which something happened; of the latter two the first.
std::vector<Table> make_soak_tables(const SoakRecord& soak);

/// Losses, and latency, over time.
std::vector<Chart> soak_charts(const SoakRecord& soak);

std::vector<Fact> soak_facts(const SoakRecord& soak);

/// One plain sentence.
std::string soak_conclusion(const SoakRecord& soak, Verdict verdict, bool interrupted);

/// A line for each interval and direction that sent.
std::string soak_csv(const SoakRecord& soak, bool emulated);

}  // namespace pktgen
