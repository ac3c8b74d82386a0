#pragma once
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/interrupt.h"
#include "app/progress.h"
#include "plan/plan.h"
#include "plan/values.h"
#include "report/run_directory.h"
#include "report/run_record.h"
#include "rig/measurer.h"
#include "search/json_state.h"
#include "search/run_search.h"
#include "search/size_result.h"

namespace pktgen {

/// The trials of a run of searches: measured, judged and kept in `record`; each search with its journal.
class SearchRun {
 public:
  SearchRun(const Plan& plan, Measurer& measurer, const Interrupt& interrupt, RunRecord& record,
            const std::optional<RunDirectory>& out);

  const Plan& plan() const { return plan_; }
  bool is_interrupted() const { return record_.interrupted; }
  const RunRecord& record() const { return record_; }

  /// The ways that the trials from now on load; those of the plan before.
  void turn_to(std::vector<Direction> directions) { directions_ = std::move(directions); }
  const std::vector<Direction>& directions() const { return directions_; }

  /// Of the slowest sender, for all directions have the same load. Fails (port) where no speed is known.
  Result<FramesPerSecond> line_rate(FrameBytes size) const;
  /// The same of any load. Fails (plan) above line rate.
  Result<FramesPerSecond> rate_of(const Load& load, FrameBytes size) const;

  /// What a search to `goal` finds, from the journal to resume from on. What was found before the end of an
  /// interrupted one is found too; `record` then says that it was. Fails for a goal that can't be, for a
  /// journal of another one, and where nothing more can be measured.
  template <Strategy S>
  Result<SizeResult<S>> find(FrameBytes size, const typename S::Goal& goal, bool may_resume = true) {
    const auto search = run<S>(
        S::kName, size, goal, [&](const Question& question) { return ask(question, size); }, may_resume);
    if (!search) return tl::make_unexpected(search.error());
    return result_of(*search, size);
  }

  /// The same of a search whose questions something else puts: `ask(question)` as in run_search.h. `title`
  /// tells its journal from others.
  template <Strategy S, class Ask>
  Result<Search<S>> run(std::string_view title, FrameBytes size, const typename S::Goal& goal, Ask&& ask,
                        bool may_resume = true) {
    const Limits limits{.repeats = static_cast<std::uint32_t>(plan_.search.repeats)};
    const std::string name = journal_name(title, size);
    auto text = may_resume ? journal_to_resume(name) : Result<std::optional<std::string>>();
    if (!text) return tl::make_unexpected(text.error());
    auto search = *text ? resume_journal<S>(**text) : Search<S>::begin(goal, limits);
    if (!search)
      return *text ? within(plan_.search.resume + "/" + name, search.error())
                   : Result<Search<S>>(tl::make_unexpected(search.error()));
    if (search->goal() != goal || search->limits() != limits) return of_another_goal(name);
    begin_journal(name, journal_head(*search), search->heard());
    const auto done = run_search(*search, ask, [&](const Question& question, const Reply& reply) {
      return write_down(journal_line(question, reply));
    });
    if (!done) return tl::make_unexpected(done.error());
    return std::move(*search);
  }

  /// What a search found of a size.
  template <Strategy S>
  SizeResult<S> result_of(const Search<S>& search, FrameBytes size) const {
    return {.size = size,
            .direction = print_directions(directions_),
            .line_rate = *line_rate(size),
            .goal = search.goal(),
            .answer = search.answer(),
            .course = search.course(),
            .fell_short = lowest_short(search.heard())};
  }

  /// A trial whose streams `request` says, judged and kept as one that a plan says. Nothing if interrupted.
  Result<std::optional<Reply>> ask_streams(const Question& question, const Trial& trial,
                                           const StreamsRequest& request);

  /// Looks on while streams are sent; false: that was enough.
  using LookOn = std::function<bool(const Snapshot&)>;

  /// What became of streams that make no trial of one load; nothing if it was interrupted.
  Result<std::optional<StreamsOutcome>> send(const StreamsRequest& request, const LookOn& look_on = {});

  /// Keeps a trial that something else sent, among those of the result; gives the verdicts on it.
  const std::vector<TrialVerdict>& judge(const Trial& trial, Outcome outcome);

  const Criteria& criteria() const { return criteria_; }

  /// A line on standard error, in the place of the progress.
  void say(std::string_view text);

  /// The trial that a question of one load is.
  Trial trial_of(const Question& question, FrameBytes size) const;

 private:
  std::string journal_name(std::string_view search, FrameBytes size) const;
  /// Nothing where none is to be resumed, or it was interrupted before this size.
  Result<std::optional<std::string>> journal_to_resume(const std::string& name) const;
  tl::unexpected<Error> of_another_goal(const std::string& name) const;
  void begin_journal(const std::string& name, const std::string& head, const std::vector<Heard>& heard);
  Result<void> write_down(const std::string& line);
  /// Nothing if it was interrupted: then its counts aren't those of the question.
  Result<std::optional<Reply>> ask(const Question& question, FrameBytes size);
  std::optional<Reply> keep(const Question& question, const Trial& trial, Outcome outcome);
  /// Waits until the device has settled; false if it was interrupted.
  bool is_to_go_on();
  void rest();

  const Plan& plan_;
  Measurer& measurer_;
  const Interrupt& interrupt_;
  RunRecord& record_;
  const std::optional<RunDirectory>& out_;
  Criteria criteria_;
  Progress progress_;
  std::vector<Direction> directions_;
  bool has_sent_ = false;
  std::string journal_path_;
  std::ofstream journal_;
};

}  // namespace pktgen
