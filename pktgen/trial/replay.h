#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/units.h"
#include "trial/ledger.h"
#include "trial/trial.h"

namespace pktgen {

/// What a replay left behind. Its frames carry no signature: who got them is told by the ports' counters.
struct ReplayOutcome {
  std::uint64_t sent = 0;          ///< handed over to the port
  std::uint64_t bytes = 0;         ///< of these, with FCS
  std::uint64_t refused = 0;       ///< times that the port's ring was full
  std::uint64_t no_buffer = 0;     ///< times that there was no buffer
  std::uint64_t late_by_file = 0;  ///< frames that the file's reader had too late
  Nanoseconds largest_lag{};       ///< how late a frame was handed over at worst
  Nanoseconds sending_time{};      ///< from the start to the last frame's hand-over
  PortCounters sender{}, receiver{};
  LinkBitsPerSecond link{};  ///< of the sending port, zero if not known
  std::vector<LinkDown> link_downs;
  bool all_sent = false;  ///< the file's end was reached
  bool interrupted = false;
  std::optional<Standstill> standstill{};  ///< that ended it
};

}  // namespace pktgen
