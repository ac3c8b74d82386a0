#include "app/search_run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <iterator>
#include <mutex>
#include <stop_token>

#include "app/calibration_use.h"
#include "search/trial_reply.h"

namespace pktgen {

SearchRun::SearchRun(const Plan& plan, Measurer& measurer, const Interrupt& interrupt, RunRecord& record,
                     const std::optional<RunDirectory>& out)
    : plan_(plan),
      measurer_(measurer),
      interrupt_(interrupt),
      record_(record),
      out_(out),
      criteria_(criteria_of(plan, record)),
      directions_(plan.directions) {}

Result<FramesPerSecond> SearchRun::line_rate(FrameBytes size) const {
  return rate_of({Load::Unit::percent, 100}, size);
}

Result<FramesPerSecond> SearchRun::rate_of(const Load& load, FrameBytes size) const {
  std::optional<FramesPerSecond> slowest;
  for (const Direction direction : directions_) {
    const PortFacts& sender = record_.ports[direction == Direction::a_to_b ? 0 : 1];
    const auto rate = frames_per_second(load, sender.link, size);
    if (!rate) return within(sender.name, rate.error());
    slowest = slowest ? std::min(*slowest, *rate) : *rate;
  }
  return *slowest;
}

std::string SearchRun::journal_name(std::string_view search, FrameBytes size) const {
  const std::string_view way = !plan_.search.each_way                ? ""
                               : directions_.size() > 1              ? "_both"
                               : directions_[0] == Direction::a_to_b ? "_a_to_b"
                                                                     : "_b_to_a";
  return fmt::format("journals/{}_{:04}{}.jsonl", search, size.count, way);
}

Result<std::optional<std::string>> SearchRun::journal_to_resume(const std::string& name) const {
  if (plan_.search.resume.empty()) return std::optional<std::string>();
  std::ifstream file(plan_.search.resume + "/" + name, std::ios::binary);
  if (file) return std::optional(std::string{std::istreambuf_iterator<char>(file), {}});
  if (std::filesystem::is_directory(plan_.search.resume)) return std::optional<std::string>();
  return fail(ErrorKind::environment, fmt::format("--resume: there is no folder {}; give the --out of an "
                                                  "interrupted run",
                                                  plan_.search.resume));
}

tl::unexpected<Error> SearchRun::of_another_goal(const std::string& name) const {
  return fail(ErrorKind::plan, fmt::format("{}/{} is of another goal (line rate, precision, loss or "
                                           "durations); ask for the same, or leave out --resume",
                                           plan_.search.resume, name));
}

void SearchRun::begin_journal(const std::string& name, const std::string& head,
                              const std::vector<Heard>& heard) {
  if (!out_) return;
  journal_path_ = (out_->path() / name).string();
  std::error_code ignored;  // opening the file fails then, and so does the first line
  std::filesystem::create_directory(out_->path() / "journals", ignored);
  journal_ = std::ofstream(journal_path_, std::ios::binary);
  journal_ << head;
  for (const Heard& one : heard) journal_ << journal_line(one.question, one.reply);
}

Result<void> SearchRun::write_down(const std::string& line) {
  if (!out_) return {};
  journal_ << line << std::flush;
  if (journal_) return {};
  return fail(ErrorKind::environment, fmt::format("can't write {}; is the disk full?", journal_path_));
}

bool SearchRun::is_to_go_on() {
  if (has_sent_) rest();
  has_sent_ = true;
  record_.interrupted = interrupt_.token().stop_requested();
  return !record_.interrupted;
}

Trial SearchRun::trial_of(const Question& question, FrameBytes size) const {
  return trial_for(
      question, {.size = size, .directions = directions_, .load = {}, .duration = {}, .drain = plan_.drain});
}

Result<std::optional<Reply>> SearchRun::ask(const Question& question, FrameBytes size) {
  if (!is_to_go_on()) return std::optional<Reply>();
  const Trial trial = trial_of(question, size);
  const std::size_t number = record_.trials.size() + 1;
  const auto show = [&](const Snapshot& seen) { progress_.show(trial, {number, number}, seen); };
  auto outcome = measurer_.measure(trial, {.show = show, .stop = interrupt_.token()});
  progress_.clear();
  if (!outcome) return tl::make_unexpected(outcome.error());
  return keep(question, trial, std::move(*outcome));
}

Result<std::optional<Reply>> SearchRun::ask_streams(const Question& question, const Trial& trial,
                                                    const StreamsRequest& request) {
  auto outcome = send(request);
  if (!outcome) return tl::make_unexpected(outcome.error());
  if (!*outcome) return std::optional<Reply>();
  Outcome total = std::move((*outcome)->total);
  for (DirectionOutcome& way : total.directions)
    if (const auto asked = frames_per_second(trial.load, way.link, trial.size)) way.load = *asked;
  return keep(question, trial, std::move(total));
}

Result<std::optional<StreamsOutcome>> SearchRun::send(const StreamsRequest& request, const LookOn& look_on) {
  if (!is_to_go_on()) return std::optional<StreamsOutcome>();
  std::stop_source end;
  const std::stop_callback on_interrupt(interrupt_.token(), [&] { end.request_stop(); });
  const auto show = [&](const Snapshot& seen) {
    progress_.show_streams(seen);
    if (look_on && !look_on(seen)) end.request_stop();
  };
  auto outcome = measurer_.stream(request, {.show = show, .stop = end.get_token()});
  progress_.clear();
  if (!outcome) return tl::make_unexpected(outcome.error());
  record_.interrupted = interrupt_.token().stop_requested();
  if (record_.interrupted) return std::optional<StreamsOutcome>();
  return std::optional(std::move(*outcome));
}

const std::vector<TrialVerdict>& SearchRun::judge(const Trial& trial, Outcome outcome) {
  record_.trials.push_back({trial, std::move(outcome), {}});
  JudgedTrial& kept = record_.trials.back();
  kept.verdicts = judge_trial(trial, kept.outcome, criteria_);
  record_.sample_files.emplace_back();
  return kept.verdicts;
}

void SearchRun::say(std::string_view text) {
  progress_.clear();
  fmt::print(stderr, "pktgen: {}\n", text);
}

/// Counts of a trial that was interrupted aren't those of its question.
std::optional<Reply> SearchRun::keep(const Question& question, const Trial& trial, Outcome outcome) {
  record_.interrupted = interrupt_.token().stop_requested();
  if (record_.interrupted) return {};
  const std::vector<TrialVerdict>& verdicts = judge(trial, std::move(outcome));
  return reply_to(question, record_.trials.back().outcome, verdicts);
}

/// RFC 2544 section 23. Virtual time has nothing that would settle.
void SearchRun::rest() {
  if (record_.clock.is_virtual || plan_.search.rest <= Nanoseconds::zero()) return;
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  changed.wait_for(lock, interrupt_.token(), plan_.search.rest, [] { return false; });
}

}  // namespace pktgen
