#pragma once
#include <cstdint>
#include <vector>

#include "base/units.h"

namespace pktgen {

/// What is published while a trial runs: values only, each monotonic.
struct Snapshot {
  struct OneWay {
    std::uint64_t due = 0, sent = 0, received = 0;  ///< frames so far; received: first copies of ours
  };
  Nanoseconds elapsed{}, duration{};
  std::vector<OneWay> directions;  ///< in the trial's order
};

}  // namespace pktgen
