#include "link/link_log.h"

#include <algorithm>

namespace pktgen {

void LinkLog::add(const Down& down) {
  constexpr std::size_t kMost = 1000;
  if (downs_.size() == kMost) downs_.erase(downs_.begin());
  downs_.push_back(down);
  ++told_;
}

void LinkLog::look(Ticks now, bool is_up, std::optional<std::uint64_t> counted) {
  if (counted && !counted_first_) {
    counted_first_ =
        *counted - std::min<std::uint64_t>(*counted, is_up ? 0 : 1);  // this down is counted already
    told_ = 0;
  }
  const std::uint64_t gone = counted && *counted > *counted_first_ ? *counted - *counted_first_ : 0;
  if (is_up && is_down()) downs_.back().to = now;
  if (!is_up && !is_down()) {
    // A count that ran ahead of the look before this one told it already.
    const bool is_told = counted && gone <= told_ && !downs_.empty() && downs_.back().at_most;
    if (is_told) downs_.back() = {.from = downs_.back().from};
    else add({.from = now});
  }
  while (is_up && told_ < gone) add({.from = last_look_, .to = now, .at_most = true});
  is_up_ = is_up;
  last_look_ = now;
}

void LinkLog::excuse() {
  if (is_down()) downs_.pop_back();
  counted_first_.reset();
}

}  // namespace pktgen
