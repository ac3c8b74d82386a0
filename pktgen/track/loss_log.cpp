#include "track/loss_log.h"

#include <algorithm>
#include <ranges>

namespace pktgen {

std::uint64_t LossLog::add(Gap gap) {
  gap.id = ++newest_;
  gap.missing = gap.last - gap.first + 1;
  ++events_;
  frames_ += gap.missing;
  if (kept_.size() < most_) kept_.push_back(gap);
  else recent_[gap.id % kRecent] = gap;
  return gap.id;
}

void LossLog::fill(Gap& gap) {
  --gap.missing;
  --frames_;
  if (gap.missing == 0) --events_;
}

/// The newest first, for a frame is seldom very late.
void LossLog::filled(std::size_t stream, std::uint64_t number) {
  const auto recent = std::ranges::find_if(recent_, [&](const Gap& gap) { return has(gap, stream, number); });
  if (recent != recent_.end()) return fill(*recent);
  for (auto gap = kept_.rbegin(); gap != kept_.rend(); ++gap) {
    if (has(*gap, stream, number)) {
      fill(*gap);
      if (gap->missing == 0) kept_.erase(std::next(gap).base());
      return;
    }
    if (gap->stream == stream && gap->last < number) break;  // older ones are of lower numbers
  }
  ++unmatched_;
}

const Gap* LossLog::find(std::uint64_t id) const {
  const auto kept = std::ranges::lower_bound(kept_, id, {}, &Gap::id);
  if (kept != kept_.end() && kept->id == id) return &*kept;
  const Gap& recent = recent_[id % kRecent];
  return recent.id == id && recent.missing != 0 ? &recent : nullptr;
}

}  // namespace pktgen
