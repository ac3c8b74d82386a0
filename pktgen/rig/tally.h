#pragma once
#include <cstdint>
#include <vector>

#include "track/capture.h"
#include "track/stream_table.h"
#include "trial/streams.h"
#include "trial/trial.h"
#include "worker/rx_worker.h"
#include "worker/tx_worker.h"

namespace pktgen {

/// What stopped workers hold, as the values a trial reports. The identity of the tally is asserted.
TxTally tally_of(const TxCounters& counters);
RxTally tally_of(const StreamTrack& track, std::uint64_t sent);
ForeignCounts foreign_of(const RxCounters& counters);
LatencySummary summary_of(const LatencyHistogram& values);
Reordering summary_of(const ReorderTally& tally);
std::vector<Sample> samples_of(const Capture& capture);

}  // namespace pktgen
