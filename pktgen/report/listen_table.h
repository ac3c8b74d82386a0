#pragma once
#include <string>
#include <vector>

#include "report/document.h"

namespace pktgen {

/// A line a stream that was heard.
Table make_listen_table(const ListenRecord& heard);

/// What each port got, by kind.
std::vector<Fact> listen_facts(const ListenRecord& heard);

/// One plain sentence.
std::string listen_conclusion(const ListenRecord& heard, Verdict verdict);

}  // namespace pktgen
