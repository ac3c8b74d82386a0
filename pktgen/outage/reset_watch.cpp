#include "outage/reset_watch.h"

#include <algorithm>

namespace pktgen {

/// Frames on their way are missing as well, but not more of them than when all was well.
bool ResetWatch::is_out(const Snapshot& snapshot) {
  ways_.resize(snapshot.directions.size());
  bool is_out = false;
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    const Snapshot::OneWay& seen = snapshot.directions[i];
    Way& way = ways_[i];
    const std::uint64_t missing = seen.sent - std::min(seen.sent, seen.received);
    if (seen.received > way.received) way.came_at = snapshot.elapsed;
    way.received = seen.received;
    const bool has_lost = missing > way.most_missing + margin_;
    if (has_lost || !may_reset_) way.most_missing = std::max(way.most_missing, missing);
    is_out = is_out || has_lost || snapshot.elapsed - way.came_at >= kSilence;
  }
  return is_out;
}

ResetWatch::Step ResetWatch::see(const Snapshot& snapshot) {
  const bool is_out_now = is_out(snapshot);
  if (!may_reset_) {
    if (snapshot.elapsed < stable_for_) return Step::nothing;
    may_reset_ = true;
    since_ = snapshot.elapsed;
    return Step::may_reset;
  }
  if (is_out_now) {
    was_out_ = true;
    since_ = snapshot.elapsed;
  }
  return snapshot.elapsed - since_ >= (was_out_ ? stable_for_ : wait_) ? Step::has_enough : Step::nothing;
}

}  // namespace pktgen
