#include "search/back_to_back.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "search/check.h"

namespace pktgen {
namespace {

Nanoseconds time_for(std::uint64_t frames, FramesPerSecond rate) {
  return Nanoseconds{static_cast<std::int64_t>(std::ceil(static_cast<double>(frames) * 1e9 / rate.count))};
}

double mean(const std::vector<std::uint64_t>& numbers) {
  const auto sum = std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
  return static_cast<double>(sum) / static_cast<double>(numbers.size());
}

double sample_deviation(const std::vector<std::uint64_t>& numbers, double mean) {
  double squares = 0;
  for (const std::uint64_t number : numbers) squares += std::pow(static_cast<double>(number) - mean, 2);
  return std::sqrt(squares / static_cast<double>(numbers.size() - 1));
}

}  // namespace

Result<void> BackToBack::check(const Goal& goal) {
  if (auto checked = check_load("line_rate", goal.line_rate); !checked) return checked;
  if (auto checked = check_load("throughput", goal.throughput); !checked) return checked;
  if (goal.precision_frames < 1 || goal.repetitions < 1)
    return fail(ErrorKind::plan, "precision_frames and repetitions: 1 or more is wanted, 0 was found");
  const double longest = goal.line_rate.count * seconds(kLongestBurst);
  if (goal.max_burst_frames >= 1 && static_cast<double>(goal.max_burst_frames) <= longest) return {};
  return fail(ErrorKind::plan,
              fmt::format("max_burst_frames: 1 to {:.0f} is wanted (30 seconds, RFC 9004), {} "
                          "was found",
                          std::floor(longest), goal.max_burst_frames));
}

BackToBack::BackToBack(const Goal& goal) : goal_(goal) { begin_repetition(); }

void BackToBack::begin_repetition() {
  low_ = 0;
  high_ = goal_.max_burst_frames + 1;
  lossy_ = 0;
}

std::optional<Question> BackToBack::next() const {
  if (!is_applicable() || reached_limit_ || bursts_.size() + unmeasured_ >= goal_.repetitions)
    return std::nullopt;
  const bool is_first = high_ > goal_.max_burst_frames;
  const std::uint64_t frames = is_first ? goal_.max_burst_frames : low_ + (high_ - low_) / 2;
  const Nanoseconds burst = time_for(frames, goal_.line_rate);
  return Question{.load = goal_.line_rate,
                  .duration = burst,
                  .burst_frames = frames,
                  .drain = time_for(frames, goal_.throughput) - burst + kShortestDrain};
}

void BackToBack::learn(const Question& question, const Reply& reply) {
  if (passes(reply, 0)) {
    low_ = question.burst_frames;
    reached_limit_ = low_ == goal_.max_burst_frames;
  } else {
    if (++lossy_ <= goal_.verifications) return;
    high_ = question.burst_frames;
  }
  lossy_ = 0;
  settle();
}

void BackToBack::settle() {
  // A burst of no frames passes, but is no measurement: the smallest is one frame.
  const std::uint64_t enough = low_ == 0 ? 1 : goal_.precision_frames;
  if (reached_limit_ || high_ - low_ > enough) return;
  bursts_.push_back(low_);
  begin_repetition();
}

void BackToBack::give_up(const Question&) {
  ++unmeasured_;
  begin_repetition();
}

BackToBack::Answer BackToBack::answer() const {
  Answer answer{.is_applicable = is_applicable(),
                .reached_limit = reached_limit_,
                .bursts = bursts_,
                .unmeasured = unmeasured_};
  if (bursts_.empty() || reached_limit_) return answer;
  answer.mean_frames = mean(bursts_);
  if (bursts_.size() > 1) answer.deviation_frames = sample_deviation(bursts_, *answer.mean_frames);
  answer.min_frames = std::ranges::min(bursts_);
  answer.max_frames = std::ranges::max(bursts_);
  const double implied_ns = *answer.mean_frames * 1e9 / goal_.line_rate.count;
  answer.buffer_time = Nanoseconds{std::llround(implied_ns)};
  answer.corrected_buffer_time =
      Nanoseconds{std::llround(implied_ns * (1 - goal_.throughput.count / goal_.line_rate.count))};
  return answer;
}

}  // namespace pktgen
