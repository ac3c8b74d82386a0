#include "track/reorder_meter.h"

#include <algorithm>

namespace pktgen {

void ReorderTally::add(const ReorderTally& other) {
  arrivals += other.arrivals;
  reordered += other.reordered;
  extents.add(other.extents);
  late_ns.add(other.late_ns);
  unknown_extents += other.unknown_extents;
  for (std::size_t n = 0; n < n_reordered.size(); ++n) n_reordered[n] += other.n_reordered[n];
}

void ReorderMeter::unusual(std::uint64_t sequence, std::uint64_t now_ns, ReorderTally& tally) {
  if (sequence > next_) {
    gaps_[gaps_seen_++ % gaps_.size()] = {next_, sequence - 1, position_, now_ns};
    next_ = sequence + 1;
    return;
  }
  ++tally.reordered;
  // The arrival that passed this number over is the earliest of all later ones.
  if (const Gap* const gap = find(sequence)) {
    tally.extents.record_times(position_ - gap->position, 1);
    tally.late_ns.record_times(now_ns - gap->ns, 1);
  } else {
    ++tally.unknown_extents;
  }
  const std::size_t later = later_ones_before(sequence);
  for (std::size_t n = 1; n <= later; ++n) ++tally.n_reordered[n];
}

/// By halving: newer gaps have higher numbers.
const ReorderMeter::Gap* ReorderMeter::find(std::uint64_t sequence) const {
  const std::uint64_t end = gaps_seen_, size = gaps_.size();
  std::uint64_t low = end - std::min(end, size), high = end;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (gaps_[middle % size].last < sequence) low = middle + 1;
    else high = middle;
  }
  if (low == end) return nullptr;
  const Gap& found = gaps_[low % size];
  return found.first <= sequence ? &found : nullptr;
}

std::size_t ReorderMeter::later_ones_before(std::uint64_t sequence) const {
  const std::size_t most = std::min<std::uint64_t>(position_, ReorderTally::kDegrees);
  std::size_t later = 0;
  while (later < most && recent_[(position_ - 1 - later) % ReorderTally::kDegrees] > sequence) ++later;
  return later;
}

}  // namespace pktgen
