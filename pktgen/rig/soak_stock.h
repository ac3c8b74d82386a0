#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "track/interval_series.h"
#include "track/loss_log.h"
#include "track/sequence_tracker.h"
#include "trial/ledger.h"
#include "trial/soak.h"

namespace pktgen {

/// Where a gap was seen, and the schedule that it is a hole in. Nanoseconds of the tester's clock.
struct GapPlace {
  std::size_t receiver = 1;         ///< the port
  std::size_t stream = 0;           ///< as it was asked for
  std::uint64_t start_ns = 0;       ///< of sending
  std::uint64_t newest_due_ns = 0;  ///< of the sender, for a gap behind which nothing came
};

/// A gap as people ask for it: when, how long, between which numbers. Its frames are taken to have been due
/// evenly between its neighbours.
LossEvent event_of(const Gap& gap, const GapPlace& place);

/// What a direction counted up to now, of its sent frames, its receiver and both ports.
IntervalCounts counts_of(std::uint64_t sent, const SequenceTracker::Seen& seen, std::uint64_t missing,
                         const PortCounters& sender, const PortCounters& receiver);

/// Each interval by itself. A frame that is missing is lost in the interval from whose end on it stays so.
std::vector<SoakInterval> intervals_of(const IntervalSeries& series, const std::vector<LinkDown>& downs);

}  // namespace pktgen
