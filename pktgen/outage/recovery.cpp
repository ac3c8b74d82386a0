#include "outage/recovery.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "outage/mean.h"
#include "search/check.h"

namespace pktgen {

Result<void> Recovery::check(const Goal& goal) {
  if (auto checked = check_load("line_rate", goal.line_rate); !checked) return checked;
  if (auto checked = check_load("throughput", goal.throughput); !checked) return checked;
  if (auto checked = check_duration("overload_for", goal.overload_for); !checked) return checked;
  if (auto checked = check_duration("relief_for", goal.relief_for); !checked) return checked;
  if (goal.repetitions >= 1) return {};
  return fail(ErrorKind::plan, "repetitions: 1 or more is wanted, 0 was found");
}

FramesPerSecond Recovery::overload_of(const Goal& goal) {
  constexpr double kTooMuch = 1.1;
  return std::min(goal.throughput * kTooMuch, goal.line_rate);
}

std::optional<Question> Recovery::next() const {
  const std::size_t done = seen_.size() + without_loss_ + unmeasured_;
  if (goal_.throughput >= goal_.line_rate || done >= goal_.repetitions) return std::nullopt;
  return Question{.load = overload_of(goal_), .duration = goal_.overload_for + goal_.relief_for};
}

void Recovery::learn(const Question&, const Reply& reply) {
  if (reply.outages.empty()) ++without_loss_;
  else seen_.push_back(reply.outages.front());
}

Recovery::Answer Recovery::answer() const {
  Answer answer{.is_applicable = goal_.throughput < goal_.line_rate,
                .without_loss = without_loss_,
                .unmeasured = unmeasured_};
  if (!answer.is_applicable) return answer;
  answer.overload = overload_of(goal_);
  answer.relief = answer.overload * 0.5;
  answer.resolution = Nanoseconds(std::llround(1e9 / answer.relief.count));
  for (const Outage& one : seen_) {
    if (one.is_over) answer.measured.push_back(one);
    else ++answer.not_over;
    answer.error = std::max(answer.error, one.error);
  }
  std::vector<Nanoseconds> times;
  for (const Outage& one : answer.measured) times.push_back(one.lasted);
  answer.mean = mean_of(times);
  if (times.empty()) return answer;
  answer.min = std::ranges::min(times);
  answer.max = std::ranges::max(times);
  return answer;
}

}  // namespace pktgen
