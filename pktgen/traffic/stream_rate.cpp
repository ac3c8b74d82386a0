#include "traffic/stream_rate.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/random.h"
#include "traffic/size_sequence.h"

namespace pktgen {
namespace {

constexpr FramesPerSecond kSlowestRate{0.001};

/// Other draws of the same stream have the same seed; these shall not follow them.
constexpr std::uint64_t kGaps = 0x67617073;

Result<FramesPerSecond> rate_of(Load load, const SizeMix& sizes, LinkBitsPerSecond link) {
  auto rate = mean_frames_per_second(load, link, mean_frame_bytes(sizes));
  if (rate && *rate < kSlowestRate)
    return fail(
        ErrorKind::plan,
        fmt::format("load is {:.3g} frames/s, less than one in a thousand seconds; say at least {}fps",
                    rate->count, kSlowestRate.count));
  return rate;
}

/// The same in what is spaced evenly: wire bytes if the load counts bits and there are several sizes.
Tempo tempo_of(FramesPerSecond rate, Load::Unit unit, const SizeMix& sizes) {
  if (unit == Load::Unit::frames_per_second || sizes.parts.size() == 1) return {rate.count, false};
  return {rate.count * mean_wire_bytes(sizes), true};
}

Result<StreamRate> burst_rate(const Schedule& schedule, const SizeMix& sizes, LinkBitsPerSecond link,
                              StreamRate rate) {
  if (schedule.burst_frames == 0)
    return fail(ErrorKind::plan, "bursts of 0 frames send nothing; say how many, like bursts:32");
  if (link.count == 0)
    return fail(ErrorKind::plan,
                "the link's speed isn't known, so nobody can say how long a burst takes at line rate; choose "
                "shape constant or poisson");
  const FramesPerSecond line{mean_line_rate(link, mean_frame_bytes(sizes))};
  rate.pace.line = tempo_of(line, Load::Unit::percent, sizes);
  rate.pace.burst_frames = schedule.burst_frames;
  rate.pace.burst_gap = schedule.burst_gap;
  if (!schedule.burst_gap) return rate;
  if (*schedule.burst_gap < Nanoseconds::zero())
    return fail(ErrorKind::plan, fmt::format("a gap of {} ns between bursts can't be; say 0ns or more",
                                             schedule.burst_gap->count()));
  const double burst = schedule.burst_frames;
  rate.mean = rate.most = {burst / (burst / line.count + seconds(*schedule.burst_gap))};
  return rate;
}

Result<StreamRate> ramp_rate(const Schedule& schedule, const SizeMix& sizes, LinkBitsPerSecond link,
                             StreamRate rate) {
  if (schedule.ramp_over <= Nanoseconds::zero())
    return fail(ErrorKind::plan, "a ramp takes more than no time; say a time like 10s");
  auto to = rate_of(schedule.ramp_to, sizes, link);
  if (!to) return within("the ramp's end", std::move(to.error()));
  rate.pace.ramp_to = tempo_of(*to, schedule.load.unit, sizes).per_second;
  rate.pace.ramp_over = schedule.ramp_over;
  rate.most = std::max(rate.mean, *to);
  rate.mean = *to;
  return rate;
}

Pace::Shape shape_of(Schedule::Shape shape) {
  switch (shape) {
    case Schedule::Shape::constant:
      return Pace::Shape::constant;
    case Schedule::Shape::poisson:
      return Pace::Shape::poisson;
    case Schedule::Shape::bursts:
      return Pace::Shape::bursts;
    case Schedule::Shape::ramp:
      return Pace::Shape::ramp;
  }
  return {};
}

}  // namespace

Result<StreamRate> stream_rate(const Schedule& schedule, const SizeMix& sizes, LinkBitsPerSecond link,
                               std::uint16_t stream) {
  StreamRate rate{.pace = {.shape = shape_of(schedule.shape),
                           .seed = draw(draw(schedule.seed, kGaps), stream),
                           .start_offset = schedule.start_offset,
                           .duration = schedule.duration,
                           .frames = schedule.frames}};
  const bool is_bursts = schedule.shape == Schedule::Shape::bursts;
  if (is_bursts && schedule.burst_gap) return burst_rate(schedule, sizes, link, rate);
  auto load = rate_of(schedule.load, sizes, link);
  if (!load) return tl::make_unexpected(std::move(load.error()));
  rate.mean = rate.most = *load;
  rate.pace.load = tempo_of(*load, schedule.load.unit, sizes);
  if (is_bursts) return burst_rate(schedule, sizes, link, rate);
  if (schedule.shape == Schedule::Shape::ramp) return ramp_rate(schedule, sizes, link, rate);
  return rate;
}

}  // namespace pktgen
