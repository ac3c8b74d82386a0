#pragma once
#include <cstdint>

#include "base/units.h"

namespace pktgen {

/// What the way needs to know of a frame that enters it.
struct Entering {
  FrameBytes size{};
  bool is_test = false;  ///< learning and control frames are never counted and never harmed
  /// Its headers. Read only by a device that learns, tells VLANs apart or has a LAG; all but the last look at
  /// no more than 16 bytes: destination, source, and a tag if there is one.
  const std::uint8_t* front = nullptr;
};

/// What a way counted; the port at its end reports some of it as its own counters.
struct WayCounters {
  std::uint64_t rx_crc_errors = 0, rx_missed = 0;  ///< of the receiving port
  std::uint64_t dropped_by_size = 0, dropped_by_fault = 0, dropped_by_queue = 0, dropped_by_flap = 0,
                dropped_by_policer = 0, dropped_by_reset = 0, dropped_by_lag = 0,
                dropped_by_filter = 0;  ///< a group's frame, or one of another VLAN
  std::uint64_t flooded = 0;            ///< frames to a destination the device hadn't learned
};

}  // namespace pktgen
