#include "app/command_sweep.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/calibration_use.h"
#include "app/fit_to_ports.h"
#include "app/interrupt.h"
#include "app/ladder_run.h"
#include "app/open_measurer.h"
#include "app/progress.h"
#include "app/publish.h"
#include "app/record.h"
#include "app/samples.h"
#include "link/link_wish.h"
#include "trial/sweep.h"
#include "verdict/run_verdict.h"

namespace pktgen {
namespace {

void say(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) fmt::print(stderr, "pktgen: {}\n", note);
}

Sweep make_sweep(const Plan& plan) {
  return Sweep({.sizes = plan.sizes,
                .each = {.directions = plan.directions,
                         .load = plan.load,
                         .duration = plan.duration,
                         .drain = plan.drain,
                         .sample_frames = plan.sample_frames}});
}

/// What the names of a trial's samples begin with: "0064_", with a ladder "2.5G_0064_".
std::string prefix_of(const Plan& plan, const RunRecord& record, const Trial& trial) {
  const std::string size = fmt::format("{:04}_", trial.size.count);
  return plan.link_speeds.empty() ? size : print_speed(plan.link_speeds[record.rungs.size()]) + "_" + size;
}

/// One trial after the other, as the search asks; probes for the boundary are no rows of the result.
Result<std::optional<Sweep::Boundary>> measure_sizes(const Plan& plan, Measurer& measurer,
                                                     const Interrupt& interrupt, RunRecord& record,
                                                     std::optional<RunDirectory>& out) {
  Progress progress;
  Sweep sweep = make_sweep(plan);
  const Criteria criteria = criteria_of(plan, record);
  const std::size_t trials = plan.sizes.size() * std::max(std::size_t{1}, plan.link_speeds.size());
  while (const auto trial = sweep.next()) {
    const TrialPlace place{record.trials.size() + 1, trials, sweep.is_probing()};
    const auto outcome =
        measurer.measure(*trial, {.show = [&](const Snapshot& seen) { progress.show(*trial, place, seen); },
                                  .stop = interrupt.token()});
    progress.clear();
    if (!outcome) return tl::make_unexpected(outcome.error());
    if (!place.is_probe) {
      record.trials.push_back({*trial, *outcome, judge_trial(*trial, *outcome, criteria)});
      record.sample_files.emplace_back();
      if (out) {
        auto files = write_samples(out->path(), prefix_of(plan, record, *trial), *outcome, record.clock);
        if (!files) return tl::make_unexpected(files.error());
        record.sample_files.back() = std::move(*files);
      }
    }
    record.interrupted = interrupt.token().stop_requested();
    if (record.interrupted) break;
    sweep.learn(*trial, *outcome);
  }
  return sweep.boundary();
}

Result<void> measure_all(const Plan& plan, Measurer& measurer, const Interrupt& interrupt, RunRecord& record,
                         std::optional<RunDirectory>& out) {
  const MeasureSizes measure = [&] { return measure_sizes(plan, measurer, interrupt, record, out); };
  if (!plan.link_speeds.empty()) {
    climb_ladder(plan, measurer, interrupt, record, measure);
    return {};
  }
  const auto boundary = measure();
  if (!boundary) return tl::make_unexpected(boundary.error());
  record.boundary = *boundary;
  const Criteria criteria = criteria_of(plan, record);
  record.run =
      judge_run(record.trials, criteria, {.boundary = record.boundary, .interrupted = record.interrupted});
  return {};
}

}  // namespace

Result<int> run_sweep(CheckedPlan checked) {
  const Interrupt interrupt;  // first, so that whatever is opened from here on is also closed
  auto out = open_directory(checked.plan);
  if (!out) return tl::make_unexpected(out.error());
  auto measurer = open_measurer(checked.plan);
  if (!measurer) return tl::make_unexpected(measurer.error());
  auto fitted = fit_to_ports(std::move(checked), (*measurer)->ports());
  if (!fitted) return tl::make_unexpected(fitted.error());
  say(fitted->notes);
  const Plan& plan = fitted->plan;
  RunRecord record = begin_record(plan, **measurer);
  if (auto looked = use_calibration(plan, record); !looked) return tl::make_unexpected(looked.error());
  const auto measured = measure_all(plan, **measurer, interrupt, record, *out);
  if (!measured && record.trials.empty()) return tl::make_unexpected(measured.error());
  if (!measured) fmt::print(stderr, "pktgen: {}\n", measured.error().message);
  record.ports = (*measurer)->ports();
  return conclude(plan, record, std::move(*measurer), *out, measured);
}

}  // namespace pktgen
