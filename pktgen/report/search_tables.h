#pragma once
#include <string>
#include <vector>

#include "report/document.h"
#include "report/json_values.h"

namespace pktgen {

/// A table for each kind of search that a run made, a line for each frame size, direction or goal.
std::vector<Table> make_search_tables(const SearchAnswers& answers);

/// The graphs of RFC 2544: the throughput over the frame size beside the line rate; loss over the load, a
/// line for each size; latency over the frame size at each part of the throughput.
std::vector<Chart> search_charts(const SearchAnswers& answers);

/// One plain sentence.
std::string search_conclusion(const SearchAnswers& answers, Verdict verdict, bool interrupted);

/// The answer of the result document: a list of the command's own search, of `rfc2544` an object of lists.
Json searches_json(std::string_view command, const SearchAnswers& answers);

}  // namespace pktgen
