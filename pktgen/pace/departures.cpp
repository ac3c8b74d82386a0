#include "pace/departures.h"

#include <cmath>

#include "pace/exponential.h"

namespace pktgen {
namespace {

double ticks_of(Nanoseconds time, TicksPerSecond clock) {
  return static_cast<double>(time.count()) * clock.count / 1e9;
}

Ticks later(Ticks start, Nanoseconds by, TicksPerSecond clock) {
  return start + Ticks{static_cast<std::uint64_t>(std::llround(ticks_of(by, clock)))};
}

}  // namespace

Departures::Departures(const Pace& pace, TicksPerSecond clock, Ticks start, Ticks end)
    : end_(end), left_(pace.frames.value_or(~std::uint64_t{0})), counts_bytes_(pace.load.counts_bytes) {
  const Ticks begins = later(start, pace.start_offset, clock);
  if (pace.duration) end_ = std::min(end_, later(begins, *pace.duration, clock));
  next_ = (static_cast<Fine>(begins.count) << 64) + (Fine{1} << 63);
  take_shape(pace, clock);
  if (left_ == 0 || next() >= end_) next_ = kNowhere;
}

Departures::Fine Departures::fine(double ticks) {
  const double whole = std::floor(ticks);
  return (static_cast<Fine>(static_cast<std::uint64_t>(whole)) << 64) +
         static_cast<std::uint64_t>((ticks - whole) * 0x1p64);
}

void Departures::take_shape(const Pace& pace, TicksPerSecond clock) {
  is_constant_ = pace.shape == Pace::Shape::constant;
  is_even_ = is_constant_ && !counts_bytes_;
  const bool has_gap = pace.shape == Pace::Shape::bursts && pace.burst_gap;
  gap_ = fine(has_gap ? ticks_of(*pace.burst_gap, clock) : clock.count / pace.load.per_second);
  switch (pace.shape) {
    case Pace::Shape::constant:
      return;
    case Pace::Shape::poisson:
      shape_ = Random(pace.seed);
      return;
    case Pace::Shape::bursts:
      shape_ = Bursts{.constant = next_,
                      .line_gap = fine(clock.count / pace.line.per_second),
                      .keeps_load = !has_gap,
                      .line_counts_bytes = pace.line.counts_bytes,
                      .frames = pace.burst_frames,
                      .left = pace.burst_frames};
      return;
    case Pace::Shape::ramp:
      shape_ = Ramp{.start = next_,
                    .from = pace.load.per_second / clock.count,
                    .to = pace.ramp_to / clock.count,
                    .over = ticks_of(pace.ramp_over, clock)};
      return;
  }
}

Departures::Ahead Departures::ahead_in_shape() const {
  const auto* const bursts = std::get_if<Bursts>(&shape_);
  if (bursts == nullptr || bursts->line_counts_bytes) return {gap_, 1};
  return {bursts->line_gap, std::min<std::uint64_t>(left_, bursts->left)};
}

void Departures::advance_shape(std::uint64_t units, std::uint64_t wire_bytes, std::uint32_t frames) {
  if (auto* const random = std::get_if<Random>(&shape_))
    next_ += ((gap_ * units) >> 32) * exponential(random->next());
  else if (auto* const bursts = std::get_if<Bursts>(&shape_))
    advance_bursts(*bursts, units, wire_bytes, frames);
  else if (auto* const ramp = std::get_if<Ramp>(&shape_)) advance_ramp(*ramp, units);
}

void Departures::advance_bursts(Bursts& bursts, std::uint64_t units, std::uint64_t wire_bytes,
                                std::uint32_t frames) {
  if (bursts.keeps_load) bursts.constant += gap_ * units;
  next_ += bursts.line_gap * (bursts.line_counts_bytes ? wire_bytes : frames);
  bursts.left -= frames;
  if (bursts.left > 0) return;
  bursts.left = bursts.frames;
  // A burst of large frames may last longer than its share of time: the next waits for its end.
  next_ = bursts.keeps_load ? std::max(next_, bursts.constant) : next_ + gap_;
}

void Departures::advance_ramp(Ramp& ramp, std::uint64_t units) {
  ramp.units += units;
  const auto sent = static_cast<double>(ramp.units);
  const double in_ramp = (ramp.from + ramp.to) / 2 * ramp.over;
  if (sent < in_ramp) {
    // Where the integral of the rate, from * t + slope / 2 * t^2, has come to `sent`; no difference of near
    // numbers in it.
    const double slope = (ramp.to - ramp.from) / ramp.over;
    next_ = ramp.start + fine(2 * sent / (ramp.from + std::sqrt(ramp.from * ramp.from + 2 * slope * sent)));
    return;
  }
  next_ = ramp.start + fine(ramp.over + (sent - in_ramp) / ramp.to);
  gap_ = fine(1 / ramp.to);
  is_constant_ = true;
  is_even_ = !counts_bytes_;
}

}  // namespace pktgen
