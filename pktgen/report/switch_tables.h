#pragma once
#include <string>
#include <vector>

#include "report/document.h"

namespace pktgen {

/// The tests of a switch, one a line, also those that two ports can't do; then loads and trials in detail.
std::vector<Table> make_switch_tables(const SwitchAnswers& answers);

/// One plain sentence.
std::string switch_conclusion(const SwitchAnswers& answers, Verdict verdict, bool interrupted);

}  // namespace pktgen
