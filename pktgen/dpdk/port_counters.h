#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "plan/profile.h"
#include "trial/ledger.h"

namespace pktgen {

/// Reads a port's counters in our units and meanings, as its profile says. One thread reads, for some drivers
/// clear on read. Numbers only grow: differences are the caller's, resetting counters isn't to be relied on.
class PortCounterReader {
 public:
  PortCounterReader(std::uint16_t id, const PmdProfile::Stats& profile);

  /// What can't be read stays zero; a device that answers with all ones gives its last good numbers.
  PortCounters read();

 private:
  using Ids = std::vector<std::uint64_t>;
  Ids find(const std::vector<std::string>& names) const;
  std::uint64_t sum(const Ids& ids) const;
  bool is_dead(std::uint64_t value) const;

  std::uint16_t id_;
  PmdProfile::Stats profile_;
  Ids crc_, oversize_, pause_received_, pause_sent_;
  PortCounters last_{};
};

}  // namespace pktgen
