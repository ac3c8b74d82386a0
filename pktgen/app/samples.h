#pragma once
#include <string>
#include <vector>

#include "report/run_record.h"
#include "trial/trial.h"

namespace pktgen {

/// Writes the frames kept of one trial as pcap files below `directory`/samples, one a direction and side,
/// with times since 1970, and returns their names as seen from `directory`. Names begin with `prefix`, which
/// may be empty. Fails (environment) if the disk won't.
Result<std::vector<SampleFiles>> write_samples(const std::string& directory, const std::string& prefix,
                                               const Outcome& outcome, const ClockFacts& clock);

}  // namespace pktgen
