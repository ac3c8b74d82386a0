#pragma once
#include <cstdint>
#include <vector>

#include "trial/streams.h"

namespace pktgen {

/// A time in which flows lost frames one behind the other: by the frame-loss method of RFC 6201 each was
/// silent for as long as its lost frames take at its rate.
struct LagOutage {
  Nanoseconds at{};               ///< from the start of sending to the first lost frame, to a flow's gap
  std::uint64_t flows = 0;        ///< that lost frames in it
  std::uint64_t lost = 0;         ///< frames of all of them
  Nanoseconds longest{}, mean{};  ///< of a flow
  std::uint64_t flows_that_never_came_back = 0;  ///< lost all to the end of sending
};

/// The outages of a send of flows at even rates whose missing numbers are told. Losses of several flows whose
/// times overlap, or lie closer than a few frames, are one.
std::vector<LagOutage> outages_of(const std::vector<StreamOutcome>& flows);

}  // namespace pktgen
