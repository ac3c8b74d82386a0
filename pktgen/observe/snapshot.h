#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace pktgen {

/// What is published while a trial runs: values only, each monotonic.
struct Snapshot {
  struct OneWay {
    std::uint64_t due = 0, sent = 0, received = 0;  ///< frames so far; received: first copies of ours
  };
  struct OneStream {
    std::uint64_t sent = 0, received = 0;
  };
  Nanoseconds elapsed{}, duration{};
  std::vector<OneWay> directions;  ///< in the trial's order
  std::uint64_t loss_events = 0;   ///< of a soak, so far; one that is filled by late frames is taken back
  std::vector<OneStream> streams = {};  ///< as they were asked for; none unless that was asked too
  std::string alarm = {};               ///< why this ends before its time; empty: it doesn't
};

}  // namespace pktgen
