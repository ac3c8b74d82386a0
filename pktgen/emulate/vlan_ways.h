#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "emulate/policer.h"
#include "plan/device_spec.h"

namespace pktgen {

/// What a device does to single VLANs.
class VlanWays {
 public:
  struct Vlan {
    std::uint64_t id = 0;
    Ticks latency{};
    Policer policer;
  };

  VlanWays(const WaySpec& spec, TicksPerSecond clock) {
    for (const VlanSpec& vlan : spec.vlans) {
      const double latency = static_cast<double>(vlan.latency_ns) * 1e-9 * clock.count;
      vlans_.push_back({vlan.id,
                        {static_cast<std::uint64_t>(latency + 0.5)},
                        {vlan.policer_l2_bits_per_second, vlan.policer_burst_bytes, clock}});
    }
  }

  static bool any_is_slower(const WaySpec& spec) {
    return std::ranges::any_of(spec.vlans, [](const VlanSpec& vlan) { return vlan.latency_ns != 0; });
  }

  /// That of a frame's outer tag; null for a frame without one, and for a VLAN that nothing is said of.
  Vlan* find(const std::uint8_t* front) {
    if (vlans_.empty()) return nullptr;
    const std::uint16_t type = load_be16(front + 12);
    if (type != 0x8100 && type != 0x88a8) return nullptr;
    const auto found = std::ranges::find(vlans_, load_be16(front + 14) & 0x0fffu, &Vlan::id);
    return found == vlans_.end() ? nullptr : &*found;
  }

 private:
  std::vector<Vlan> vlans_;
};

}  // namespace pktgen
