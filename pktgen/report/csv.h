#pragma once
#include <string>

#include "report/run_record.h"

namespace pktgen {

/// One line for each trial and direction under a header whose names end with their units (RFC 4180, lines
/// end with a newline). A figure that doesn't exist is an empty field; `findings` are rule names between
/// semicolons.
std::string csv_of(const RunRecord& record);

}  // namespace pktgen
