#include "traffic/replay_timing.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pktgen {
namespace {

constexpr double kSlowest = 0.001, kFastest = 1e6;
constexpr Nanoseconds kHundredYears = std::chrono::hours(24 * 36525);

/// Cut where it is beyond all that is accepted, for a double may be beyond all that a count holds.
double within_years(double ns) { return std::min(ns, static_cast<double>(kHundredYears.count()) + 1e9); }

}  // namespace

Result<void> check(const ReplaySpec& spec, LinkBitsPerSecond link) {
  if (spec.loops == 0) return fail(ErrorKind::plan, "zero loops send nothing; say one or more, or for ever");
  if (spec.timing == ReplaySpec::Timing::recorded && !(spec.speed >= kSlowest && spec.speed <= kFastest))
    return fail(ErrorKind::plan,
                fmt::format("the recorded timing {:g} times as fast is out of range; say 0.001 to 1000000, "
                            "2 halves the gaps",
                            spec.speed));
  if (spec.timing != ReplaySpec::Timing::load) return {};
  const bool is_frames = spec.load.unit == Load::Unit::frames_per_second;
  const auto rate = frames_per_second(spec.load, link, is_frames ? kSmallestFrame : kLargestFrame);
  if (!rate) return tl::make_unexpected(rate.error());
  return {};
}

ReplayTiming::ReplayTiming(const ReplaySpec& spec, LinkBitsPerSecond link)
    : timing_(spec.timing), speed_(spec.speed) {
  if (timing_ != ReplaySpec::Timing::load) return;
  const double amount = spec.load.amount;
  switch (spec.load.unit) {
    case Load::Unit::frames_per_second:
      frame_ns_ = 1e9 / amount;
      break;
    case Load::Unit::percent:
      byte_ns_ = 8e9 / (static_cast<double>(link.count) * amount / 100);
      break;
    case Load::Unit::l1_bits_per_second:
    case Load::Unit::l2_bits_per_second:
      byte_ns_ = 8e9 / amount;
      break;
  }
  const bool is_l2 = spec.load.unit == Load::Unit::l2_bits_per_second;
  overhead_ = is_l2 ? kFcs : kFcs + kPreambleAndSfd + kInterFrameGap;
}

Nanoseconds ReplayTiming::scaled(Nanoseconds recorded) const {
  if (speed_ == 1.0) return recorded;
  return Nanoseconds(std::llround(within_years(static_cast<double>(recorded.count()) / speed_)));
}

Nanoseconds ReplayTiming::next_recorded(Nanoseconds recorded) {
  if (frames_ == 0) first_ = newest_ = recorded;
  newest_ = std::max(newest_, recorded);
  return std::min(scaled(newest_ - first_), kHundredYears + Nanoseconds(1)) + loop_began_;
}

Nanoseconds ReplayTiming::next_spaced(BufferBytes length) {
  const auto due = Nanoseconds(static_cast<std::int64_t>(position_.at.count));
  const double gap = frame_ns_ + byte_ns_ * static_cast<double>(length.count + overhead_);
  position_ += Period::of(within_years(gap));
  return due;
}

Result<Nanoseconds> ReplayTiming::next_due(Nanoseconds recorded, BufferBytes length) {
  Nanoseconds due{};
  if (timing_ == ReplaySpec::Timing::recorded) due = next_recorded(recorded);
  if (timing_ == ReplaySpec::Timing::load) due = next_spaced(length);
  ++frames_;
  if (due > kHundredYears)
    return fail(ErrorKind::plan,
                "would be due in more than a hundred years; its recorded time is wrong, or the replay is too "
                "slow; say a load instead");
  return due;
}

Result<void> ReplayTiming::begin_loop() {
  if (timing_ == ReplaySpec::Timing::recorded) {
    if (frames_ < 2)
      return fail(ErrorKind::plan,
                  "one frame alone has no recorded gap to repeat it by; say a load to loop at, or send it "
                  "once");
    const Nanoseconds span = newest_ - first_;
    const auto gaps = static_cast<std::int64_t>(frames_ - 1);
    loop_began_ += scaled(span) + scaled(span / gaps);
  }
  frames_ = 0;
  return {};
}

}  // namespace pktgen
