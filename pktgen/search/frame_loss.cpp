#include "search/frame_loss.h"

#include <fmt/format.h>

#include "search/check.h"

namespace pktgen {
namespace {

constexpr double kLeastStepPercent = 0.01;
constexpr double kRounding = 1e-9;  // a tenth step of 10 % is 0 %, whatever binary fractions say

}  // namespace

Result<void> FrameLoss::check(const Goal& goal) {
  if (auto checked = check_load("max", goal.max); !checked) return checked;
  if (!(goal.step_percent >= kLeastStepPercent && goal.step_percent <= 10)) {
    return fail(ErrorKind::plan, fmt::format("step_percent: {} to 10 is wanted (RFC 2544 section 26.3), {} "
                                             "was found",
                                             kLeastStepPercent, goal.step_percent));
  }
  return check_duration("duration", goal.duration);
}

bool FrameLoss::has_ended_clean() const {
  const std::size_t count = points_.size();
  return count >= 2 && points_[count - 1].passed && points_[count - 2].passed;
}

std::optional<Question> FrameLoss::next() const {
  const double percent = 100.0 - static_cast<double>(points_.size()) * goal_.step_percent;
  if (has_ended_clean() || percent < kRounding) return std::nullopt;
  return Question{.load = {goal_.max.count * percent / 100.0}, .duration = goal_.duration};
}

}  // namespace pktgen
