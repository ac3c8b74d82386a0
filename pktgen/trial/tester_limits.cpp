#include "trial/tester_limits.h"

#include <algorithm>
#include <utility>

namespace pktgen {
namespace {

std::size_t index_of(Direction direction) { return direction == Direction::a_to_b ? 0 : 1; }

/// The calibrated sizes around one: the same twice where it was tried itself; nothing outside of them.
std::optional<std::pair<const SizeLimits*, const SizeLimits*>> neighbours(
    const std::vector<SizeLimits>& sizes, FrameBytes size) {
  const auto above = std::ranges::lower_bound(sizes, size, {}, &SizeLimits::size);
  if (above == sizes.end()) return std::nullopt;
  if (above->size == size) return std::pair(&*above, &*above);
  if (above == sizes.begin()) return std::nullopt;
  return std::pair(&*(above - 1), &*above);
}

FramesPerSecond rate_of(const SizeLimits& limits, Direction direction, bool both_at_once) {
  return (both_at_once ? limits.both : limits.one_way)[index_of(direction)];
}

std::optional<double> difference(double value, double floor) {
  return value >= floor ? std::optional(value - floor) : std::nullopt;
}

/// Frames of a mix a second; zero for a direction that sends nothing.
std::optional<FramesPerSecond> ceiling_of_mix(const TesterLimits& limits, const std::vector<SizeRate>& mix,
                                              Direction direction, bool both_at_once) {
  double frames = 0, busy = 0;
  for (const SizeRate& part : mix) {
    if (part.direction != direction) continue;
    const auto ceiling = limits.ceiling(part.size, direction, both_at_once);
    if (!ceiling || ceiling->rate.count <= 0) return std::nullopt;
    frames += part.rate.count;
    busy += part.rate.count / ceiling->rate.count;
  }
  return FramesPerSecond{busy > 0 ? frames / busy : 0};
}

}  // namespace

AboveFloor above(const LatencySummary& latency, const LatencyFloor& floor) {
  const auto plain = [](std::uint64_t value) { return static_cast<double>(value); };
  return {.min = difference(plain(latency.min), plain(floor.min)),
          .mean = difference(latency.mean, floor.mean),
          .p50 = difference(plain(latency.p50), plain(floor.p50)),
          .p99 = difference(plain(latency.p99), plain(floor.p99))};
}

std::optional<TesterLimits::Ceiling> TesterLimits::ceiling(FrameBytes size, Direction direction,
                                                           bool both_at_once) const {
  const auto found = neighbours(sizes, size);
  if (!found) return std::nullopt;
  const auto [below, above] = *found;
  const FramesPerSecond of_below = rate_of(*below, direction, both_at_once);
  const FramesPerSecond of_above = rate_of(*above, direction, both_at_once);
  return of_below < of_above ? Ceiling{of_below, below->size} : Ceiling{of_above, above->size};
}

std::optional<LatencyFloor> TesterLimits::floor(FrameBytes size, Direction direction) const {
  const auto found = neighbours(sizes, size);
  if (!found) return std::nullopt;
  const LatencyFloor& a = found->first->floor[index_of(direction)];
  const LatencyFloor& b = found->second->floor[index_of(direction)];
  return LatencyFloor{.samples = std::min(a.samples, b.samples),
                      .min = std::min(a.min, b.min),
                      .p50 = std::min(a.p50, b.p50),
                      .p99 = std::min(a.p99, b.p99),
                      .mean = std::min(a.mean, b.mean)};
}

std::optional<TesterLimits> limits_of_mix(const TesterLimits& limits, const std::vector<SizeRate>& mix) {
  if (mix.empty()) return std::nullopt;
  const auto sends = [&](Direction direction) {
    return std::ranges::find(mix, direction, &SizeRate::direction) != mix.end();
  };
  const bool both = sends(Direction::a_to_b) && sends(Direction::b_to_a);
  SizeLimits of_mix{.size = std::ranges::min(mix, {}, &SizeRate::size).size};
  for (const Direction direction : {Direction::a_to_b, Direction::b_to_a}) {
    const auto ceiling = ceiling_of_mix(limits, mix, direction, both);
    const auto floor = limits.floor(of_mix.size, direction);
    if (!ceiling || !floor) return std::nullopt;
    of_mix.one_way[index_of(direction)] = *ceiling;
    of_mix.floor[index_of(direction)] = *floor;
  }
  of_mix.both = of_mix.one_way;
  return TesterLimits{.links = limits.links, .is_virtual = limits.is_virtual, .sizes = {of_mix}};
}

}  // namespace pktgen
