#include "wire/link_model.h"

#include <cmath>
#include <fmt/format.h>

namespace pktgen {
namespace {

/// A share of 100 ppm above line rate is clock tolerance (IEEE 802.3); what is above that can't be sent.
constexpr double kClockTolerance = 1e-4;

double unchecked(Load load, LinkBitsPerSecond link, FrameBytes size) {
  switch (load.unit) {
    case Load::Unit::percent:
      return line_rate(link, size).count * (load.amount / 100.0);
    case Load::Unit::frames_per_second:
      return load.amount;
    case Load::Unit::l1_bits_per_second:
      return load.amount / static_cast<double>(on_wire(size).count * 8);
    case Load::Unit::l2_bits_per_second:
      return load.amount / static_cast<double>(size.count * 8);
  }
  return 0;
}

}  // namespace

Result<FramesPerSecond> frames_per_second(Load load, LinkBitsPerSecond link, FrameBytes size) {
  if (!std::isfinite(load.amount) || load.amount <= 0)
    return fail(ErrorKind::plan,
                fmt::format("load {} isn't a load; say more than zero, like 50% or 1000fps", load.amount));
  if (link.count == 0 && load.unit == Load::Unit::percent)
    return fail(ErrorKind::plan,
                "the link's speed isn't known, so a load in percent has no meaning; say it in frames or "
                "bits a second, like 1000fps or 1GbpsL2");
  const double asked = unchecked(load, link, size);
  if (link.count == 0) return FramesPerSecond{asked};
  const double most = line_rate(link, size).count;
  if (asked > most * (1 + kClockTolerance))
    return fail(
        ErrorKind::plan,
        fmt::format("load is {:.0f} frames/s of {} bytes, {:.2f} Gb/s L1, but the link carries at most "
                    "{:.0f} frames/s ({:g} Gb/s); lower the load to 100% or less",
                    asked, size.count, l1_bits_per_second({asked}, size) / 1e9, std::floor(most),
                    static_cast<double>(link.count) / 1e9));
  return FramesPerSecond{asked};
}

}  // namespace pktgen
