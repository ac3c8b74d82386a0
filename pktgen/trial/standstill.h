#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/units.h"

namespace pktgen {

/// What stood still for a second in a trial, which then was ended.
struct Standstill {
  enum class What : std::uint8_t {
    worker,      ///< made no step
    send_queue,  ///< a port took no frame: its ring was full all the time
    counters     ///< a port took frames, and its own counters say that none left
  };
  What what = What::worker;
  std::size_t which = 0;  ///< a worker's core; a port: 0 the first, 1 the second
  Nanoseconds at{};       ///< since when, from the start of sending
  bool hangs = false;     ///< a worker that didn't even end: what it counted can't be read
  friend bool operator==(const Standstill&, const Standstill&) = default;
};

/// What stood still, and since when, as a clause; `port` is the name of the port.
std::string describe(const Standstill& standstill, std::string_view port);

}  // namespace pktgen
