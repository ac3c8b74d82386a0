#include "search/throughput.h"

#include <fmt/format.h>

#include <algorithm>

#include "search/check.h"
#include "search/lower_of.h"

namespace pktgen {
Result<void> Throughput::check(const Goal& goal) {
  if (auto checked = check_load("max", goal.max); !checked) return checked;
  if (!(goal.precision.count >= 1)) {
    return fail(ErrorKind::plan, fmt::format("precision: 1 frame a second or more is wanted, {} was found",
                                             goal.precision.count));
  }
  if (auto checked = check_ratio("accepted_loss_ratio", goal.accepted_loss_ratio); !checked) return checked;
  if (auto checked = check_duration("final_duration", goal.final_duration); !checked) return checked;
  if (auto checked = check_duration("search_duration", goal.search_duration); !checked) return checked;
  if (goal.search_duration <= goal.final_duration) return {};
  return fail(ErrorKind::plan, "search_duration: at most final_duration is wanted, more was found");
}

std::optional<Question> Throughput::next() const {
  if (auto question = bound()) return question;
  return spot_check();
}

/// What narrows the bounds; nothing once they are found.
std::optional<Question> Throughput::bound() const {
  const Nanoseconds usual = distrusts_short_ ? goal_.final_duration : goal_.search_duration;
  const auto floor = highest_pass(distrusts_short_);
  if (!ceiling_ && !floor) return Question{.load = goal_.max, .duration = usual};
  const double low = floor.value_or(FramesPerSecond{0}).count;
  const double high = ceiling_.value_or(goal_.max).count;
  if (high - low > goal_.precision.count) {
    double load = (low + high) / 2;
    if (distrusts_short_ && !floor) load = std::max(load, high - back_off_);
    if (const double rounded = whole_frames({load}).count; rounded > low) load = rounded;
    return Question{.load = {load}, .duration = usual};
  }
  if (!floor || floor == highest_pass(true)) return std::nullopt;
  return Question{.load = *floor, .duration = goal_.final_duration};
}

/// The middle of the widest gap between loads tried, the lower of equals: where a hole could hide best.
std::optional<Question> Throughput::spot_check() const {
  if (spot_checks_ >= goal_.spot_checks) return std::nullopt;
  std::vector<FramesPerSecond> tried = unmeasured_;
  tried.insert(tried.end(), {FramesPerSecond{0}, goal_.max});
  for (const Judged& trial : judged_) tried.push_back(trial.load);
  std::ranges::sort(tried);
  FramesPerSecond widest{}, middle{};
  for (std::size_t i = 1; i < tried.size(); ++i) {
    const FramesPerSecond gap = whole_frames(tried[i] - tried[i - 1]);  // a fraction doesn't make it wider
    if (gap <= widest) continue;
    widest = gap;
    middle = whole_frames({(tried[i].count + tried[i - 1].count) / 2});
  }
  if (widest <= goal_.precision || middle.count < 1) return std::nullopt;
  return Question{.load = middle, .duration = goal_.search_duration};
}

void Throughput::learn(const Question& question, const Reply& reply) {
  const bool is_spot_check = !bound();
  const bool passed = passes(reply, goal_.accepted_loss_ratio);
  judged_.push_back({question.load, question.duration, passed});
  spot_checks_ += is_spot_check;
  if (passed) return;
  lowest_failed_ = lower_of(lowest_failed_, question.load);
  if (!ceiling_ || question.load < *ceiling_) lower(question);
}

void Throughput::give_up(const Question& question) {
  unmeasured_.push_back(question.load);
  // A spot check that says nothing changes nothing.
  if (!bound()) {
    ++spot_checks_;
    return;
  }
  lowest_unmeasured_ = lower_of(lowest_unmeasured_, question.load);
  lower(question);
}

void Throughput::lower(const Question& question) {
  const bool is_long = is_full_length(question.duration) && goal_.search_duration < goal_.final_duration;
  ceiling_ = question.load;
  back_off_ = distrusts_short_ ? back_off_ * 2 : goal_.precision.count;
  distrusts_short_ = distrusts_short_ || is_long;
}

std::optional<FramesPerSecond> Throughput::highest_pass(bool full_length_only) const {
  std::optional<FramesPerSecond> highest;
  for (const Judged& trial : judged_) {
    const bool counts = trial.passed && (!ceiling_ || trial.load < *ceiling_) &&
                        (!full_length_only || is_full_length(trial.duration));
    if (counts && (!highest || trial.load > *highest)) highest = trial.load;
  }
  return highest;
}

Throughput::Answer Throughput::answer() const {
  Answer answer{.throughput = highest_pass(true),
                .lowest_failed = lowest_failed_,
                .lowest_unmeasured = lowest_unmeasured_,
                .inversions = inversions(judged_)};
  if (answer.throughput) {
    const FramesPerSecond found = *answer.throughput;
    answer.is_within_precision =
        found == goal_.max || (lowest_failed_ && *lowest_failed_ - found <= goal_.precision);
  }
  return answer;
}

}  // namespace pktgen
