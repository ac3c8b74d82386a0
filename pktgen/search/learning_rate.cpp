#include "search/learning_rate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "search/check.h"
#include "search/lower_of.h"

namespace pktgen {
namespace {

constexpr double kFinestPrecision = 0.0001;

}  // namespace

Result<void> LearningRate::check(const Goal& goal) {
  if (goal.addresses < 2)
    return fail(ErrorKind::plan, fmt::format("addresses: 2 or more are wanted, {} found", goal.addresses));
  if (auto checked = check_load("least", goal.least); !checked) return checked;
  if (auto checked = check_load("max", goal.max); !checked) return checked;
  if (goal.max < goal.least)
    return fail(ErrorKind::plan, fmt::format("max: at least the least rate, {}, is wanted, {} was found",
                                             goal.least.count, goal.max.count));
  if (goal.precision_ratio >= kFinestPrecision && goal.precision_ratio < 1) return {};
  return fail(ErrorKind::plan, fmt::format("precision_ratio: {} to below 1 is wanted, {} was found",
                                           kFinestPrecision, goal.precision_ratio));
}

bool LearningRate::is_close(FramesPerSecond low, FramesPerSecond high) const {
  return high.count - low.count <= high.count * goal_.precision_ratio;
}

std::optional<Question> LearningRate::next() const {
  const auto ask = [&](FramesPerSecond rate) {
    const double time_ns = static_cast<double>(goal_.addresses) / rate.count * 1e9;
    return Question{
        .load = rate, .duration = Nanoseconds(std::llround(time_ns)), .burst_frames = goal_.addresses};
  };
  if (!ceiling_) return passed_ ? std::nullopt : std::optional(ask(goal_.max));
  if (!passed_) {
    if (*ceiling_ <= goal_.least) return std::nullopt;
    // The least rate isn't known to pass, but it is the lowest that is tried.
    if (is_close(goal_.least, *ceiling_)) return ask(goal_.least);
  }
  const FramesPerSecond low = passed_.value_or(goal_.least);
  if (is_close(low, *ceiling_)) return std::nullopt;
  const double middle = std::sqrt(low.count * ceiling_->count);
  const double rounded = std::floor(middle);
  return ask({rounded > low.count ? rounded : middle});
}

void LearningRate::learn(const Question& question, const Reply& reply) {
  if (passes(reply, 0)) {
    passed_ = question.load;
    return;
  }
  ceiling_ = question.load;
  failed_ = lower_of(failed_, question.load);
}

void LearningRate::give_up(const Question& question) {
  ceiling_ = question.load;
  unmeasured_ = lower_of(unmeasured_, question.load);
}

LearningRate::Answer LearningRate::answer() const {
  return {
      .rate = passed_,
      .lowest_failed = failed_,
      .lowest_unmeasured = unmeasured_,
      .is_within_precision = passed_ && (*passed_ == goal_.max || (failed_ && is_close(*passed_, *failed_)))};
}

}  // namespace pktgen
