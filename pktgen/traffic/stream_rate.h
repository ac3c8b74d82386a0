#pragma once
#include "base/result.h"
#include "base/units.h"
#include "pace/pace.h"
#include "traffic/stream_spec.h"

namespace pktgen {

/// What a stream's schedule comes to on a link: checked, and in the numbers that `Departures` takes.
struct StreamRate {
  FramesPerSecond mean{};  ///< in the long run; of a ramp: once it has ended
  FramesPerSecond most{};  ///< the highest that lasts; of a ramp: of its higher end
  Pace pace{};
};

/// Loads in frames/s are spaced evenly, whatever the sizes. Loads in % and bits/s are spaced by what each
/// frame takes on the wire, so 100 % of any mix is back to back, and no frame comes sooner than the share
/// allows. `sizes` must be a mix that SizeSequence takes; `stream` keeps streams of one seed independent.
///
/// Fails (plan) for a load that is above the line for the mix's mean frame, is none, is below 0.001 frames/s,
/// or a percentage of a speed that isn't known; for a ramp to such a load; for bursts of nothing, with a gap
/// below zero, or on a link whose speed isn't known.
Result<StreamRate> stream_rate(const Schedule& schedule, const SizeMix& sizes, LinkBitsPerSecond link,
                               std::uint16_t stream = 0);

}  // namespace pktgen
