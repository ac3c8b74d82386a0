#include "app/command_throughput.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "app/fit_to_ports.h"
#include "app/interrupt.h"
#include "app/open_measurer.h"
#include "app/progress.h"
#include "app/publish.h"
#include "app/record.h"
#include "plan/values.h"
#include "search/json_state.h"
#include "search/run_search.h"
#include "search/throughput_run.h"
#include "search/trial_reply.h"

namespace pktgen {
namespace {

constexpr int kInterrupted = 130;
constexpr std::uint32_t kSpotChecks = 3;  // of a whole range: its half, then its quarters

/// Of the slowest sender, for all directions have the same load.
Result<FramesPerSecond> line_rate_of(const Plan& plan, FrameBytes size, const std::vector<PortFacts>& ports) {
  std::optional<FramesPerSecond> slowest;
  for (const Direction direction : plan.directions) {
    const PortFacts& sender = ports[direction == Direction::a_to_b ? 0 : 1];
    const auto rate = frames_per_second({Load::Unit::percent, 100}, sender.link, size);
    if (!rate) return within(sender.name, rate.error());
    slowest = slowest ? std::min(*slowest, *rate) : *rate;
  }
  return *slowest;
}

Throughput::Goal goal_of(const Plan& plan, FramesPerSecond line_rate) {
  return {.max = line_rate,
          .precision = {std::max(1.0, line_rate.count * plan.search.precision_percent / 100)},
          .accepted_loss_ratio = plan.search.accepted_loss_percent / 100,
          .search_duration = plan.search.trial_duration,
          .final_duration = plan.duration,
          .spot_checks = kSpotChecks};
}

std::string journal_name(FrameBytes size) { return fmt::format("journal_{:04}.jsonl", size.count); }

/// A new search, or the one that a journal of the folder to resume from tells of, if it has the same goal.
Result<Search<Throughput>> begin_search(const Plan& plan, FrameBytes size, const Throughput::Goal& goal) {
  const Limits limits{.repeats = static_cast<std::uint32_t>(plan.search.repeats)};
  if (plan.search.resume.empty()) return Search<Throughput>::begin(goal, limits);
  const std::string path = plan.search.resume + "/" + journal_name(size);
  std::ifstream file(path, std::ios::binary);
  if (!file) return Search<Throughput>::begin(goal, limits);  // it was interrupted before this size
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto resumed = resume_journal<Throughput>(text);
  if (!resumed) return within(path, resumed.error());
  if (resumed->goal() == goal && resumed->limits() == limits) return resumed;
  return fail(ErrorKind::plan, fmt::format("{} is of another goal (line rate, precision, loss or durations); "
                                           "ask for the same, or leave out --resume",
                                           path));
}

/// Where each trial is written down before the search learns of it; nowhere without a folder.
class JournalFile {
 public:
  JournalFile(const std::optional<RunDirectory>& out, const Search<Throughput>& search, FrameBytes size) {
    if (!out) return;
    path_ = (out->path() / journal_name(size)).string();
    file_.open(path_, std::ios::binary);
    file_ << journal_head(search);
    for (const Heard& heard : search.heard()) file_ << journal_line(heard.question, heard.reply);
  }
  Result<void> add(const Question& question, const Reply& reply) {
    if (path_.empty()) return {};
    file_ << journal_line(question, reply) << std::flush;
    if (file_) return {};
    return fail(ErrorKind::environment, fmt::format("can't write {}; is the disk full?", path_));
  }

 private:
  std::string path_;
  std::ofstream file_;
};

/// One run over all sizes.
class ThroughputRun {
 public:
  ThroughputRun(const Plan& plan, Measurer& measurer, const Interrupt& interrupt, RunRecord& record)
      : plan_(plan),
        measurer_(measurer),
        interrupt_(interrupt),
        record_(record),
        criteria_(criteria_for(plan.tolerance_percent, record.tagged, record.ports)) {}

  Result<void> measure(FrameBytes size, const std::optional<RunDirectory>& out) {
    const auto line_rate = line_rate_of(plan_, size, record_.ports);
    if (!line_rate) return tl::make_unexpected(line_rate.error());
    auto search = begin_search(plan_, size, goal_of(plan_, *line_rate));
    if (!search) return tl::make_unexpected(search.error());
    JournalFile journal(out, *search, size);
    const auto done = run_search(
        *search, [&](const Question& question) { return ask(question, size); },
        [&](const Question& question, const Reply& reply) { return journal.add(question, reply); });
    record_.throughput->sizes.push_back({.size = size,
                                         .line_rate = *line_rate,
                                         .goal = search->goal(),
                                         .answer = search->answer(),
                                         .course = search->course(),
                                         .fell_short = lowest_short(search->heard())});
    return done;
  }

 private:
  /// Nothing if it was interrupted: then its counts aren't those of the question.
  Result<std::optional<Reply>> ask(const Question& question, FrameBytes size) {
    const Trial trial = trial_for(
        question,
        {.size = size, .directions = plan_.directions, .load = {}, .duration = {}, .drain = plan_.drain});
    const std::size_t number = record_.trials.size() + 1;
    const auto outcome = measurer_.measure(trial, {.show =
                                                       [&](const Snapshot& seen) {
                                                         progress_.show(trial, {number, number}, seen);
                                                       },
                                                   .stop = interrupt_.token()});
    progress_.clear();
    if (!outcome) return tl::make_unexpected(outcome.error());
    record_.interrupted = interrupt_.token().stop_requested();
    if (record_.interrupted) return std::optional<Reply>();
    record_.trials.push_back({trial, *outcome, judge_trial(trial, *outcome, criteria_)});
    record_.sample_files.emplace_back();
    return std::optional(reply_to(question, *outcome, record_.trials.back().verdicts));
  }

  const Plan& plan_;
  Measurer& measurer_;
  const Interrupt& interrupt_;
  RunRecord& record_;
  Criteria criteria_;
  Progress progress_;
};

Result<void> measure_all(const Plan& plan, Measurer& measurer, const Interrupt& interrupt, RunRecord& record,
                         const std::optional<RunDirectory>& out) {
  record.throughput = ThroughputRecord{.direction = print_directions(plan.directions)};
  ThroughputRun run(plan, measurer, interrupt, record);
  Result<void> done{};
  for (const FrameBytes size : plan.sizes) {
    done = run.measure(size, out);
    if (!done || record.interrupted) break;
  }
  record.run = judge_throughput(
      record.throughput->sizes,
      {.is_quick = plan.duration < std::chrono::seconds(60), .interrupted = record.interrupted});
  return done;
}

}  // namespace

Result<int> run_throughput(CheckedPlan checked) {
  const Interrupt interrupt;  // first, so that whatever is opened from here on is also closed
  auto out = open_directory(checked.plan);
  if (!out) return tl::make_unexpected(out.error());
  auto measurer = open_measurer(checked.plan);
  if (!measurer) return tl::make_unexpected(measurer.error());
  auto fitted = fit_to_ports(std::move(checked), (*measurer)->ports());
  if (!fitted) return tl::make_unexpected(fitted.error());
  for (const std::string& note : fitted->notes) fmt::print(stderr, "pktgen: {}\n", note);
  RunRecord record = begin_record(fitted->plan, **measurer);
  const auto measured = measure_all(fitted->plan, **measurer, interrupt, record, *out);
  if (!measured && record.trials.empty()) return tl::make_unexpected(measured.error());
  if (!measured) fmt::print(stderr, "pktgen: {}\n", measured.error().message);
  record.ports = (*measurer)->ports();
  measurer->reset();  // interfaces are put back before anything can go wrong with a disk or a pipe
  if (const auto published = publish(fitted->plan, record, *out); !published)
    return tl::make_unexpected(published.error());
  if (!measured) return exit_code(measured.error().kind);
  return record.interrupted ? kInterrupted : exit_code(record.run.verdict);
}

}  // namespace pktgen
