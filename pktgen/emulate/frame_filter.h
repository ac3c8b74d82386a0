#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/units.h"
#include "plan/device_spec.h"

namespace pktgen {

/// Frames that a switch keeps from a port by what they are: storm control, and ports of some VLANs only.
class FrameFilter {
 public:
  FrameFilter(const WaySpec& spec, TicksPerSecond clock)
      : carried_(spec.carried_vlans),
        leak_every_(spec.vlan_leak_every),
        broadcast_{spec.blocks_broadcast, gap_of(spec.broadcast_limit_frames_per_second, clock)},
        multicast_{spec.blocks_multicast, gap_of(spec.multicast_limit_frames_per_second, clock)} {}

  /// Whether it never has anything to do.
  static bool is_open(const WaySpec& spec) {
    return !spec.blocks_broadcast && !spec.blocks_multicast && spec.broadcast_limit_frames_per_second == 0 &&
           spec.multicast_limit_frames_per_second == 0 && spec.carried_vlans.empty();
  }

  /// Of a frame's first 16 bytes.
  bool lets_pass(const std::uint8_t* front, Ticks now) {
    if (!carries_vlan(front)) return false;
    if ((front[0] & 1) == 0) return true;
    const bool is_broadcast = std::all_of(front, front + 6, [](std::uint8_t byte) { return byte == 0xff; });
    return (is_broadcast ? broadcast_ : multicast_).lets_pass(now);
  }

  /// Leaks are counted from here on.
  void trial_starts() { others_ = 0; }

 private:
  /// Of one kind of group: nothing, or no frame sooner than a gap after the last one.
  struct Storm {
    bool blocks = false;
    Ticks gap{}, next{};

    bool lets_pass(Ticks now) {
      if (blocks || now < next) return false;
      next = now + gap;
      return true;
    }
  };

  /// Rounded down: frames at just the limit come a tick closer now and then.
  static Ticks gap_of(std::uint64_t limit, TicksPerSecond clock) {
    return {limit == 0 ? 0 : static_cast<std::uint64_t>(clock.count / static_cast<double>(limit))};
  }

  bool carries_vlan(const std::uint8_t* front) {
    if (carried_.empty() || load_be16(front + 12) != 0x8100) return true;
    const double vlan = load_be16(front + 14) & 0x0fff;
    if (std::ranges::find(carried_, vlan) != carried_.end()) return true;
    return leak_every_ != 0 && ++others_ % leak_every_ == 0;
  }

  std::vector<double> carried_;
  std::uint64_t leak_every_ = 0, others_ = 0;
  Storm broadcast_, multicast_;
};

}  // namespace pktgen
