#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/units.h"

namespace pktgen {

/// When a link was down, as looks at it found. What came between two looks is known only where somebody else
/// counted it. Time is a parameter.
class LinkLog {
 public:
  struct Down {
    Ticks from{};          ///< the first look that found it down
    Ticks to = kNever;     ///< the first look that found it up again; kNever: still down
    bool at_most = false;  ///< no look found it down, a count did: it was down for less than this
    friend bool operator==(const Down&, const Down&) = default;
  };

  /// `counted`: how often it went down in its life, if anybody counts.
  void look(Ticks now, bool is_up, std::optional<std::uint64_t> counted = {});

  /// What happened since the last look was our own doing: it isn't told, and the next look begins anew.
  void excuse();

  /// The newest, 1,000 at most, in order.
  const std::vector<Down>& downs() const { return downs_; }
  bool is_up() const { return is_up_; }

 private:
  bool is_down() const { return !downs_.empty() && downs_.back().to == kNever; }
  void add(const Down& down);

  std::vector<Down> downs_;
  bool is_up_ = true;
  std::uint64_t told_ = 0;                      // since `counted_first_`
  std::optional<std::uint64_t> counted_first_;  // at the first look
  Ticks last_look_{};
};

}  // namespace pktgen
