#pragma once
#include <string>
#include <vector>

#include "lag/lag_answers.h"
#include "report/document.h"

namespace pktgen {

/// What was found out about a LAG: its capacity, its members, the fields of its hash, order, outages.
std::vector<Table> make_lag_tables(const LagAnswers& answers);

/// One plain sentence.
std::string lag_conclusion(const LagAnswers& answers, Verdict verdict, bool interrupted);

}  // namespace pktgen
