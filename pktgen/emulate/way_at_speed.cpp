#include "emulate/way_at_speed.h"

#include <algorithm>
#include <cmath>

namespace pktgen {
namespace {

const SpeedSpec* find(const WaySpec& way, LinkBitsPerSecond speed) {
  const auto found = std::ranges::find(way.speeds, speed, &SpeedSpec::link);
  return found == way.speeds.end() ? nullptr : &*found;
}

}  // namespace

std::optional<WaySpec> way_at_speed(const WaySpec& way, LinkBitsPerSecond speed) {
  const SpeedSpec* const at = find(way, speed);
  if (!way.speeds.empty() && at == nullptr) return std::nullopt;
  WaySpec there = way;
  there.link = speed;
  if (there.kind == WaySpec::Kind::cable) there.egress_bits_per_second = 0;
  if (at == nullptr) return there;
  there.max_frame_bytes = at->max_frame_bytes.value_or(way.max_frame_bytes);
  there.latency_ns = at->latency_ns.value_or(way.latency_ns);
  there.capacity_frames_per_second = at->capacity_frames_per_second.value_or(way.capacity_frames_per_second);
  there.drop_every = at->drop_every.value_or(way.drop_every);
  there.drop_probability = at->drop_probability.value_or(way.drop_probability);
  return there;
}

std::optional<Nanoseconds> time_to_link(const WaySpec& way) {
  const SpeedSpec* const at = find(way, way.link);
  return at == nullptr ? std::nullopt : std::optional(Nanoseconds(std::llround(at->time_to_link_s * 1e9)));
}

}  // namespace pktgen
