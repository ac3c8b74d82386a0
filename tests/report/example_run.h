#pragma once
#include "report/run_record.h"

namespace pktgen {

/// A run with one of everything: sizes that pass, lose, are throttled by the tester, lose their link, and
/// weren't started. Built by hand, so that what a report says of it can be checked against literals.
RunRecord example_run();

/// A run of three sizes both ways in which all goes well.
RunRecord passing_run();

}  // namespace pktgen
