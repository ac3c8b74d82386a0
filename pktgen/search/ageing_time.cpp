#include "search/ageing_time.h"

#include <fmt/format.h>

#include "base/text.h"
#include "search/check.h"

namespace pktgen {
namespace {

constexpr Nanoseconds kFinestResolution = std::chrono::milliseconds(10);

}  // namespace

Result<void> AgeingTime::check(const Goal& goal) {
  if (auto checked = check_duration("longest", goal.longest); !checked) return checked;
  if (goal.resolution >= kFinestResolution && goal.resolution * 2 <= goal.longest) return {};
  return fail(
      ErrorKind::plan,
      fmt::format("resolution: {} to half of the longest time, {}, is wanted, {} was found",
                  print_time(kFinestResolution), print_time(goal.longest), print_time(goal.resolution)));
}

Nanoseconds AgeingTime::step() const {
  return (forgotten_.value_or(goal_.longest) - remembered_) / static_cast<std::int64_t>(kProbes);
}

std::optional<Question> AgeingTime::next() const {
  const bool is_first = !forgotten_ && remembered_ == Nanoseconds::zero();
  if (is_given_up_ || (!is_first && !forgotten_)) return std::nullopt;
  if (forgotten_ && *forgotten_ - remembered_ <= goal_.resolution) return std::nullopt;
  return Question{.load = {1e9 / static_cast<double>(step().count())},
                  .duration = remembered_ + step() * static_cast<std::int64_t>(kProbes),
                  .burst_frames = kProbes};
}

void AgeingTime::learn(const Question& question, const Reply& reply) {
  const Nanoseconds each = step();
  if (forgotten_ && reply.lost == 0) {  // known after longer than it was forgotten after before
    contradicts_itself_ = is_given_up_ = true;
    return;
  }
  remembered_ += each * static_cast<std::int64_t>(reply.offered - reply.lost);
  if (reply.lost > 0) forgotten_ = remembered_ + each;
  else remembered_ = question.duration;
}

AgeingTime::Answer AgeingTime::answer() const {
  return {.remembered = remembered_,
          .forgotten = forgotten_,
          .is_within_resolution = forgotten_ && *forgotten_ - remembered_ <= goal_.resolution,
          .contradicts_itself = contradicts_itself_};
}

}  // namespace pktgen
