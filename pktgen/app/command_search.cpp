#include "app/command_search.h"

#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

#include "app/calibration_use.h"
#include "app/fit_to_ports.h"
#include "app/open_measurer.h"
#include "app/outage_run.h"
#include "app/publish.h"
#include "app/record.h"
#include "app/search_goals.h"
#include "app/search_run.h"
#include "plan/values.h"
#include "verdict/load_plateau.h"

namespace pktgen {
namespace {

/// The searches of one command, one frame size after the other.
class Searches {
 public:
  Searches(SearchRun& run, RunRecord& record)
      : run_(run), plan_(run.plan()), answers_(*record.searched), outages_(record.outages) {}

  Result<void> all() {
    if (!plan_.search.each_way) return all_sizes();
    for (const auto& ways : std::vector<std::vector<Direction>>{
             {Direction::a_to_b}, {Direction::b_to_a}, {Direction::a_to_b, Direction::b_to_a}}) {
      run_.turn_to(ways);
      if (auto done = all_sizes(); !done || run_.is_interrupted()) return done;
    }
    return {};
  }

  /// What trials of several loads say together: those of the loss rate, or else on the way to the throughput.
  std::vector<Finding> notes() const {
    std::vector<const JudgedTrial*> trials;
    for (const auto& [first, end] : ladders_)
      for (std::size_t i = first; i < end; ++i) trials.push_back(&run_.record().trials[i]);
    std::vector<Finding> notes = load_plateaus(trials);
    for (Finding& found : one_way_losses(trials)) notes.push_back(std::move(found));
    return notes;
  }

 private:
  void note_trials(std::size_t first) { ladders_.emplace_back(first, run_.record().trials.size()); }

  Result<void> all_sizes() {
    for (const FrameBytes size : plan_.sizes) {
      const auto line_rate = run_.line_rate(size);
      if (!line_rate) return tl::make_unexpected(line_rate.error());
      if (auto done = one(size, *line_rate); !done) return done;
      if (run_.is_interrupted()) break;
    }
    return {};
  }

  bool is(std::string_view words) const { return is_among(plan_.command, words); }

  Result<void> one(FrameBytes size, FramesPerSecond line_rate) {
    if (is("mlr")) return keep(answers_.mlr, run_.find<Mlr>(size, mlr_goal(plan_, line_rate)));
    std::optional<FramesPerSecond> throughput;
    const std::size_t first = run_.record().trials.size();
    if (is("recovery") && plan_.outage.throughput) {
      const auto known = run_.rate_of(*plan_.outage.throughput, size);
      if (!known) return within("throughput", known.error());
      return recovery(size, line_rate, *known);
    }
    if (is("throughput latency burst recovery rfc2544")) {
      auto done = keep(answers_.throughput, run_.find<Throughput>(size, throughput_goal(plan_, line_rate)));
      if (!done || run_.is_interrupted()) return done;
      throughput = answers_.throughput.back().answer.throughput;
    }
    // A load that was never seen to pass is nothing to measure a latency or a buffer at.
    if (!is("loss rfc2544")) note_trials(first);
    if (throughput && is("latency rfc2544"))
      if (auto done = latency(size, line_rate, *throughput); !done || run_.is_interrupted()) return done;
    if (is("loss rfc2544")) {
      const std::size_t first_loss = run_.record().trials.size();
      auto done = keep(answers_.loss, run_.find<FrameLoss>(size, loss_goal(plan_, line_rate)));
      note_trials(first_loss);
      if (!done || run_.is_interrupted()) return done;
    }
    if (throughput && is("burst rfc2544")) {
      auto done =
          keep(answers_.burst, run_.find<BackToBack>(size, burst_goal(plan_, line_rate, *throughput)));
      if (!done || run_.is_interrupted()) return done;
    }
    return throughput && is("recovery rfc2544") ? recovery(size, line_rate, *throughput) : Result<void>();
  }

  Result<void> recovery(FrameBytes size, FramesPerSecond line_rate, FramesPerSecond throughput) {
    return keep(outages_->recovery,
                measure_recovery(run_, size, recovery_goal(plan_, line_rate, throughput)));
  }

  template <class Found>
  static Result<void> keep(std::vector<Found>& all, Result<Found> found) {
    if (!found) return tl::make_unexpected(found.error());
    all.push_back(std::move(*found));
    return {};
  }

  Result<void> latency(FrameBytes size, FramesPerSecond line_rate, FramesPerSecond throughput) {
    const std::size_t first = run_.record().trials.size();
    // A journal has counts, no latencies: these are measured anew.
    const auto found = run_.find<Ladder>(size, latency_goal(plan_, throughput), false);
    if (!found) return tl::make_unexpected(found.error());
    SizeLatency kept{.size = size,
                     .direction = found->direction,
                     .line_rate = line_rate,
                     .throughput = throughput,
                     .repetitions = latency_repetitions(plan_),
                     .goal = found->goal,
                     .course = found->course};
    FramesPerSecond last{};
    for (const FramesPerSecond load : found->goal.loads) {
      if (load == std::exchange(last, load)) continue;
      for (const Direction direction : run_.directions())
        kept.points.push_back(latency_at(size, load, direction, first));
    }
    answers_.latency.push_back(std::move(kept));
    return {};
  }

  /// Of the trials from `first` on that were measured at this load.
  LatencyAtLoad latency_at(FrameBytes size, FramesPerSecond load, Direction direction,
                           std::size_t first) const {
    LatencyAtLoad point{.direction = direction, .load = load};
    std::vector<LatencySummary> each;
    const auto& trials = run_.record().trials;
    for (std::size_t i = first; i < trials.size(); ++i) {
      if (trials[i].trial.load.amount != load.count) continue;
      for (std::size_t way = 0; way < trials[i].outcome.directions.size(); ++way) {
        const DirectionOutcome& outcome = trials[i].outcome.directions[way];
        if (outcome.direction != direction || trials[i].verdicts[way].verdict == Verdict::not_measured)
          continue;
        ++point.repetitions;
        point.lost += outcome.ledger.lost;
        each.push_back(outcome.latency);
      }
    }
    point.latency = over_repetitions(each);
    const auto limits = run_.record().limits();
    const auto floor = limits && point.latency ? limits->floor(size, direction) : std::nullopt;
    if (floor) point.above_floor = above(*point.latency, *floor);
    return point;
  }

  SearchRun& run_;
  const Plan& plan_;
  SearchAnswers& answers_;
  std::optional<OutageAnswers>& outages_;
  std::vector<std::pair<std::size_t, std::size_t>> ladders_;  // of the record's trials
};

}  // namespace

Result<int> run_searches(CheckedPlan checked) {
  const Interrupt interrupt;  // first, so that whatever is opened from here on is also closed
  auto out = open_directory(checked.plan);
  if (!out) return tl::make_unexpected(out.error());
  auto measurer = open_measurer(checked.plan);
  if (!measurer) return tl::make_unexpected(measurer.error());
  auto fitted = fit_to_ports(std::move(checked), (*measurer)->ports());
  if (!fitted) return tl::make_unexpected(fitted.error());
  const Plan& plan = fitted->plan;
  for (const std::string& note : fitted->notes) fmt::print(stderr, "pktgen: {}\n", note);

  RunRecord record = begin_record(plan, **measurer);
  if (auto looked = use_calibration(plan, record); !looked) return tl::make_unexpected(looked.error());
  record.searched = SearchAnswers{};
  SearchRun run(plan, **measurer, interrupt, record, *out);
  if (is_among(plan.command, "recovery rfc2544")) record.outages = begin_outages(plan);
  Searches searches(run, record);
  const auto measured = searches.all();
  if (!measured && record.trials.empty()) return tl::make_unexpected(measured.error());
  if (!measured) fmt::print(stderr, "pktgen: {}\n", measured.error().message);
  record.run = judge_all(plan, record);
  for (Finding& note : searches.notes()) record.run.findings.push_back(std::move(note));
  record.ports = (*measurer)->ports();
  return conclude(plan, record, std::move(*measurer), *out, measured);
}

}  // namespace pktgen
