#include "search/ladder.h"

#include "search/check.h"

namespace pktgen {

Result<void> Ladder::check(const Goal& goal) {
  if (goal.loads.empty()) return fail(ErrorKind::plan, "loads: at least one is wanted, there is none");
  for (const FramesPerSecond load : goal.loads) {
    if (auto checked = check_load("loads", load); !checked) return checked;
  }
  if (auto checked = check_duration("duration", goal.duration); !checked) return checked;
  return check_ratio("accepted_loss_ratio", goal.accepted_loss_ratio);
}

std::optional<Question> Ladder::next() const {
  if (points_.size() == goal_.loads.size()) return std::nullopt;
  return Question{.load = goal_.loads[points_.size()], .duration = goal_.duration};
}

void Ladder::learn(const Question& question, const Reply& reply) {
  points_.push_back(loss_point(question, reply, goal_.accepted_loss_ratio));
}

Ladder::Answer Ladder::answer() const {
  Answer answer{points_, {}, inversions(points_)};
  std::optional<FramesPerSecond> lowest_failed;
  for (const LossPoint& point : points_) {
    if (point.loss_ratio && !point.passed && (!lowest_failed || point.load < *lowest_failed))
      lowest_failed = point.load;
  }
  for (const LossPoint& point : points_) {
    const bool is_below = !lowest_failed || point.load < *lowest_failed;
    if (point.passed && is_below && (!answer.highest_clean || point.load > *answer.highest_clean))
      answer.highest_clean = point.load;
  }
  return answer;
}

}  // namespace pktgen
