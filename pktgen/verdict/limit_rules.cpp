#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "verdict/rules.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

/// What the tester was shown to do, if it is about a tester with this link.
const TesterLimits* limits_of(const Evidence& e) {
  const bool holds = e.criteria.limits && e.criteria.limits->links[e.sender()] == e.way.link;
  return holds ? &*e.criteria.limits : nullptr;
}

/// "64 bytes"; between two sizes that were tried, also which one stands for this.
std::string shown_with(FrameBytes size, FrameBytes of) {
  if (of == size) return fmt::format("{} bytes", size.count);
  return fmt::format("{} bytes (of {}, the nearest size that was tried)", size.count, of.count);
}

}  // namespace

/// A tester beyond its ceiling may drop what it doesn't count, but no more than the excess: what it was shown
/// to carry it carries. What came ever later may have waited in its own rings.
std::optional<Found> above_calibrated_ceiling(const Evidence& e) {
  const TesterLimits* const limits = limits_of(e);
  const std::uint64_t lost = e.ledger().lost;
  if (limits == nullptr || (lost == 0 && !delivered_too_slowly(e))) return std::nullopt;
  const auto ceiling = limits->ceiling(e.size, e.way.direction, e.outcome.directions.size() > 1);
  if (!ceiling) return std::nullopt;
  const double could = ceiling->rate.count * (1 + kClockTolerance) * seconds(e.way.sending_time) + 1;
  const double sent = static_cast<double>(e.tx().sent);
  if (sent <= could) return std::nullopt;
  const double excess = sent - ceiling->rate.count * seconds(e.way.sending_time);
  const auto own = static_cast<std::uint64_t>(std::ceil(excess));
  const std::string doubt = lost > 0 ? fmt::format("up to {} of the {} missing may be its own loss",
                                                   thousands(std::min(own, lost)), thousands(lost))
                                     : std::string("what came ever later may have waited in its own rings");
  return Found{fmt::format("sent {}, where the tester was shown to do {} of {} on a plain cable: {}",
                           rate_text(offered_rate(e.way)), rate_text(ceiling->rate),
                           shown_with(e.size, ceiling->of), doubt),
               fmt::format("lower the load to {} or less, or give the tester more (cores, queues, a better "
                           "slot) and run pktgen calibrate again",
                           rate_text(ceiling->rate)),
               own};
}

/// In real time the lowest of more frames is a little lower: a tenth is left for that.
std::optional<Found> latency_below_floor(const Evidence& e) {
  const TesterLimits* const limits = limits_of(e);
  const LatencySummary& latency = e.way.latency;
  if (limits == nullptr || latency.samples == 0) return std::nullopt;
  const auto floor = limits->floor(e.size, e.way.direction);
  if (!floor || floor->samples == 0) return std::nullopt;
  const std::uint64_t scatter = limits->is_virtual ? 0 : floor->min / 10;
  if (latency.min + scatter >= floor->min) return std::nullopt;
  return Found{
      fmt::format("the shortest latency is {} ns, the tester's own on a plain cable was {} ns: no device is "
                  "faster than no device",
                  thousands(latency.min), thousands(floor->min)),
      "don't trust the latency of this trial: the clock, or the calibration (something lay in its cable), is "
      "wrong; run pktgen calibrate again on a plain cable"};
}

}  // namespace pktgen
