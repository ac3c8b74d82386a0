#include "rig/tally.h"

#include <cassert>

namespace pktgen {

TxTally tally_of(const TxCounters& counters) {
  const TxTally tally{.due = counters.due.read(),
                      .sent = counters.sent.read(),
                      .no_buffer = counters.no_buffer.read(),
                      .ring_full = counters.ring_full.read()};
  assert(tally.balances());
  return tally;
}

RxTally tally_of(const StreamTrack& track, std::uint64_t sent) {
  const SequenceTracker::Seen seen = track.sequence.final_count(sent);
  return {.delivered = seen.delivered,
          .corrupted = seen.corrupted,
          .duplicated = seen.duplicated,
          .reordered = seen.reordered,
          .late = track.late,
          .surplus = seen.surplus};
}

ForeignCounts foreign_of(const RxCounters& counters) {
  ForeignCounts counts{};
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = counters.foreign[i].read();
  return counts;
}

LatencySummary summary_of(const LatencyHistogram& values) {
  return {.samples = values.samples(),
          .min = values.min(),
          .p50 = values.percentile(0.5),
          .p90 = values.percentile(0.9),
          .p99 = values.percentile(0.99),
          .p999 = values.percentile(0.999),
          .p9999 = values.percentile(0.9999),
          .max = values.max(),
          .mean = values.mean(),
          .negative = values.negative()};
}

Reordering summary_of(const ReorderTally& tally) {
  Reordering out{.arrivals = tally.arrivals,
                 .reordered = tally.reordered,
                 .extent_p50 = tally.extents.percentile(0.5),
                 .extent_p99 = tally.extents.percentile(0.99),
                 .extent_max = tally.extents.max(),
                 .late_p50_ns = tally.late_ns.percentile(0.5),
                 .late_p99_ns = tally.late_ns.percentile(0.99),
                 .late_max_ns = tally.late_ns.max(),
                 .unknown_extents = tally.unknown_extents};
  for (std::size_t i = 0; i < Reordering::kDegrees.size(); ++i)
    out.n_reordered[i] = tally.n_reordered[Reordering::kDegrees[i]];
  return out;
}

std::vector<Sample> samples_of(const Capture& capture) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < capture.size(); ++i) {
    const ByteView frame = capture.frame(i);
    samples.push_back({Nanoseconds(capture.nanoseconds(i)), {frame.begin(), frame.end()}});
  }
  return samples;
}

}  // namespace pktgen
