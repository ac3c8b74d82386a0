#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/period.h"
#include "plan/device_spec.h"

namespace pktgen {

/// What switches and hosts say unasked: LLDP, spanning tree, ARP and IPv6 neighbour discovery, each at its
/// own rate. The frames are whole and padded to 60 bytes.
class Chatter {
 public:
  Chatter(const WaySpec& spec, TicksPerSecond clock, Ticks start);

  struct Said {
    ByteView frame;
    Ticks at{};
  };

  /// The next frame said by `now`, in order of time; nothing if there is none.
  std::optional<Said> next(Ticks now);

  /// When the next frame will be said; the end of time if nobody speaks.
  Ticks next_time() const;

 private:
  struct Speaker {
    std::vector<std::uint8_t> frame;
    FinePoint at{};
    Period period{};
  };
  std::vector<Speaker> speakers_;
};

}  // namespace pktgen
