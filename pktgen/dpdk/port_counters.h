#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "counters/port_book.h"

namespace pktgen {

/// Reads a port's counters in our units and meanings, as its profile says. One thread reads, for some drivers
/// clear on read. Numbers only grow: differences are the caller's, resetting counters isn't to be relied on.
class PortCounterReader {
 public:
  PortCounterReader(std::uint16_t id, const CounterRules& rules);

  /// What can't be read stays as it was last.
  PortCounters read();

 private:
  using Clock = std::chrono::steady_clock;

  std::uint16_t id_;
  std::optional<PortBook> book_;
  std::vector<std::uint64_t> ids_;  // of the names that the book wants
  Clock::time_point last_read_;
};

}  // namespace pktgen
