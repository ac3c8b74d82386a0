#include "wire/link_model.h"

#include <cmath>
#include <fmt/format.h>

namespace pktgen {
namespace {

/// A share of 100 ppm above line rate is clock tolerance (IEEE 802.3); what is above that can't be sent.
constexpr double kClockTolerance = 1e-4;

/// What a frame takes on the wire beside its own bytes.
constexpr auto kBeside = static_cast<double>(on_wire({0}).count);

double unchecked(Load load, LinkBitsPerSecond link, double frame_bytes) {
  switch (load.unit) {
    case Load::Unit::percent:
      return mean_line_rate(link, frame_bytes).count * (load.amount / 100.0);
    case Load::Unit::frames_per_second:
      return load.amount;
    case Load::Unit::l1_bits_per_second:
      return load.amount / ((frame_bytes + kBeside) * 8);
    case Load::Unit::l2_bits_per_second:
      return load.amount / (frame_bytes * 8);
  }
  return 0;
}

}  // namespace

Result<FramesPerSecond> frames_per_second(Load load, LinkBitsPerSecond link, FrameBytes size) {
  return mean_frames_per_second(load, link, static_cast<double>(size.count));
}

Result<FramesPerSecond> mean_frames_per_second(Load load, LinkBitsPerSecond link, double mean_frame_bytes) {
  if (!std::isfinite(load.amount) || load.amount <= 0)
    return fail(ErrorKind::plan,
                fmt::format("load {} isn't a load; say more than zero, like 50% or 1000fps", load.amount));
  if (link.count == 0 && load.unit == Load::Unit::percent)
    return fail(ErrorKind::plan,
                "the link's speed isn't known, so a load in percent has no meaning; say it in frames or "
                "bits a second, like 1000fps or 1GbpsL2");
  const double asked = unchecked(load, link, mean_frame_bytes);
  if (link.count == 0) return FramesPerSecond{asked};
  const double most = mean_line_rate(link, mean_frame_bytes).count;
  if (asked > most * (1 + kClockTolerance))
    return fail(
        ErrorKind::plan,
        fmt::format("load is {:.0f} frames/s of {:g} bytes, {:.2f} Gb/s L1, but the link carries at most "
                    "{:.0f} frames/s ({:g} Gb/s); lower the load to 100% or less",
                    asked, mean_frame_bytes, asked * (mean_frame_bytes + kBeside) * 8 / 1e9, std::floor(most),
                    static_cast<double>(link.count) / 1e9));
  return FramesPerSecond{asked};
}

}  // namespace pktgen
