#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "trial/trial.h"

namespace pktgen {

/// Frames of one VLAN and direction that should not have come, and those that did.
struct VlanCount {
  std::uint16_t vlan = 0;
  Direction direction = Direction::a_to_b;
  std::uint64_t sent = 0, leaked = 0;
  std::string leaked_kinds{};  ///< "unicast, broadcast"
};

struct VlanCounts {
  std::vector<VlanCount> counts{};
  std::string not_measured{};  ///< why it means nothing that no leak was seen; else empty
};

}  // namespace pktgen
