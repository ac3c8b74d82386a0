#include "app/calibration_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "app/search_goals.h"
#include "search/run_search.h"
#include "search/trial_reply.h"
#include "verdict/trial_verdict.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

/// What kept a higher load from passing: of the lowest of those that didn't.
std::string limit_above(const std::vector<Heard>& heard, std::optional<FramesPerSecond> ceiling) {
  const Heard* lowest = nullptr;
  for (const Heard& one : heard) {
    const bool failed = !one.reply.is_measured() || !passes(one.reply, 0);
    if (!failed || (ceiling && one.question.load <= *ceiling)) continue;
    if (lowest == nullptr || one.question.load < lowest->question.load) lowest = &one;
  }
  if (lowest == nullptr) return "";
  return lowest->reply.is_measured() ? lowest->reply.fell_short : lowest->reply.not_measured;
}

}  // namespace

CalibrationRun::CalibrationRun(const Plan& plan, Measurer& measurer, const Interrupt& interrupt,
                               RunRecord& record)
    : plan_(plan),
      measurer_(measurer),
      interrupt_(interrupt),
      record_(record),
      criteria_(criteria_for(plan.tolerance_percent, record.tagged, record.ports)) {}

Result<void> CalibrationRun::all(CalibrationAnswers& answers) {
  const LinkBitsPerSecond a = record_.ports[0].link, b = record_.ports[1].link;
  if (a != b)
    signs_.push_back(fmt::format("{} has a link of {}, {} one of {}, and the ends of a cable have the same",
                                 record_.ports[0].name, bits_text(static_cast<double>(a.count)),
                                 record_.ports[1].name, bits_text(static_cast<double>(b.count))));
  Result<void> done;
  for (const FrameBytes size : plan_.sizes) {
    if (is_to_end() || !done) break;
    answers.sizes.push_back({.size = size});
    done = measure_size(answers.sizes.back());
  }
  answers.slopes = slopes_of(answers.sizes, {a, b});
  answers.signs = signs_;
  look_for_store_and_forward(answers, record_.clock.is_virtual);
  return done;
}

Result<void> CalibrationRun::measure_size(SizeCalibration& found) {
  const std::size_t first_trial = record_.trials.size();
  for (const CeilingWay way : kCeilingWays) {
    auto ceiling = find_ceiling(found.size, way);
    if (!ceiling) return tl::make_unexpected(ceiling.error());
    found.ceilings.push_back(std::move(*ceiling));
    if (is_to_end()) return {};
  }
  return find_floor(found, first_trial);
}

Result<CeilingFound> CalibrationRun::find_ceiling(FrameBytes size, CeilingWay way) {
  const auto line = line_rate(size, way);
  if (!line) return tl::make_unexpected(line.error());
  const std::size_t first_trial = record_.trials.size();
  auto search = Search<Throughput>::begin(throughput_goal(plan_, *line),
                                          {.repeats = static_cast<std::uint32_t>(plan_.search.repeats)});
  if (!search) return tl::make_unexpected(search.error());
  const auto done = run_search(
      *search, [&](const Question& question) { return ask(question, size, way); },
      [](const Question&, const Reply&) { return Result<void>(); });
  if (!done) return tl::make_unexpected(done.error());
  const auto passed = search->answer().throughput;
  CeilingFound found{.way = way,
                     .line_rate = *line,
                     .is_line_rate = passed == *line,
                     .limited_by = limit_above(search->heard(), passed),
                     .course = search->course()};
  if (found.is_line_rate) found.ceiling = passed;
  else if (passed && found.course.ended == Ended::complete) found.ceiling = offered_at(*passed, first_trial);
  return found;
}

/// A load passes that misses what was asked by no more than the tolerance; what was shown is what was sent.
std::optional<FramesPerSecond> CalibrationRun::offered_at(FramesPerSecond load,
                                                          std::size_t first_trial) const {
  for (std::size_t i = record_.trials.size(); i-- > first_trial;) {
    const JudgedTrial& trial = record_.trials[i];
    if (trial.trial.load.amount != load.count || trial.trial.duration != plan_.duration) continue;
    FramesPerSecond lowest = load;
    for (const DirectionOutcome& way : trial.outcome.directions) lowest = std::min(lowest, offered_rate(way));
    return lowest;
  }
  return std::nullopt;
}

/// At a load so low that no frame waits for another.
Result<void> CalibrationRun::find_floor(SizeCalibration& found, std::size_t first_trial) {
  const auto line = line_rate(found.size, CeilingWay::both);
  if (!line) return tl::make_unexpected(line.error());
  constexpr double kLow = 1000;
  const Question question{.load = {std::min(kLow, line->count / 10)}, .duration = plan_.duration};
  for (std::uint64_t tries = 0; tries <= plan_.search.repeats; ++tries) {
    const auto reply = ask(question, found.size, CeilingWay::both);
    if (!reply) return tl::make_unexpected(reply.error());
    if (!*reply) return {};
    if (!(*reply)->is_measured() || !(*reply)->fell_short.empty()) continue;
    for (const Direction direction : {Direction::a_to_b, Direction::b_to_a})
      found.floors[direction == Direction::a_to_b ? 0 : 1] = floor_of(direction, first_trial);
    return {};
  }
  return {};
}

/// Of the last trial, but the lowest of all trials of its size.
std::optional<LatencyFloor> CalibrationRun::floor_of(Direction direction, std::size_t first_trial) const {
  const LatencySummary last = direction_of(record_.trials.back().outcome, direction).latency;
  if (last.samples == 0 || last.negative > 0) return std::nullopt;
  LatencyFloor floor{
      .samples = last.samples, .min = last.min, .p50 = last.p50, .p99 = last.p99, .mean = last.mean};
  for (std::size_t i = first_trial; i < record_.trials.size(); ++i) {
    const LatencySummary one = direction_of(record_.trials[i].outcome, direction).latency;
    if (one.samples > 0) floor.min = std::min(floor.min, one.min);
  }
  return floor;
}

Result<std::optional<Reply>> CalibrationRun::ask(const Question& question, FrameBytes size, CeilingWay way) {
  record_.interrupted = interrupt_.token().stop_requested();
  if (is_to_end()) return std::optional<Reply>();
  const Trial trial = trial_for(
      question,
      {.size = size, .directions = directions_of(way), .load = {}, .duration = {}, .drain = plan_.drain});
  const std::size_t number = record_.trials.size() + 1;
  const auto show = [&](const Snapshot& seen) { progress_.show(trial, {number, number}, seen); };
  auto outcome = measurer_.measure(trial, {.show = show, .stop = interrupt_.token()});
  progress_.clear();
  if (!outcome) return tl::make_unexpected(outcome.error());
  record_.interrupted = interrupt_.token().stop_requested();
  if (record_.interrupted) return std::optional<Reply>();
  record_.trials.push_back({trial, std::move(*outcome), {}});
  JudgedTrial& kept = record_.trials.back();
  kept.verdicts = judge_trial(trial, kept.outcome, criteria_);
  record_.sample_files.emplace_back();
  const bool has_many_queues = plan_.tx_queues + plan_.rx_queues > 2;
  CableReply said = reply_on_cable(kept.outcome, kept.verdicts, has_many_queues);
  signs_ = std::move(said.signs);
  if (!signs_.empty()) return std::optional<Reply>();
  return std::optional(std::move(said.reply));
}

Result<FramesPerSecond> CalibrationRun::line_rate(FrameBytes size, CeilingWay way) const {
  std::optional<FramesPerSecond> slowest;
  for (const Direction direction : directions_of(way)) {
    const PortFacts& sender = record_.ports[direction == Direction::a_to_b ? 0 : 1];
    const auto rate = frames_per_second({Load::Unit::percent, 100}, sender.link, size);
    if (!rate) return within(sender.name, rate.error());
    slowest = slowest ? std::min(*slowest, *rate) : *rate;
  }
  return *slowest;
}

}  // namespace pktgen
