#include "app/command_reset.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <utility>

#include "app/calibration_use.h"
#include "app/fit_to_ports.h"
#include "app/open_measurer.h"
#include "app/outage_run.h"
#include "app/publish.h"
#include "app/record.h"
#include "app/reset_trigger.h"
#include "app/search_goals.h"
#include "app/search_run.h"
#include "base/text.h"
#include "outage/outage_reply.h"
#include "outage/reset_watch.h"
#include "plan/values.h"
#include "rig/trial_streams.h"

namespace pktgen {
namespace {

constexpr Nanoseconds kVirtualWait = std::chrono::seconds(10);  // of virtual time, where nobody can act

/// A time in which nothing came that is no mere lull: ten frames' distance, and a millisecond at least.
Nanoseconds silence_at(FramesPerSecond load) {
  return std::max<Nanoseconds>(std::chrono::milliseconds(1), Nanoseconds(std::llround(1e10 / load.count)));
}

/// Resets of a device, one after the other.
class Resets {
 public:
  Resets(SearchRun& run, RunRecord& record, const Interrupt& interrupt)
      : run_(run), plan_(run.plan()), record_(record), interrupt_(interrupt) {}

  Result<void> all() {
    for (const FrameBytes size : plan_.sizes) {
      const auto load = load_of(size);
      if (!load) return tl::make_unexpected(load.error());
      if (!*load || run_.is_interrupted()) return {};
      if (auto done = measure(size, **load); !done || run_.is_interrupted()) return done;
    }
    return {};
  }

 private:
  /// As asked, or the throughput; nothing where there is none.
  Result<std::optional<FramesPerSecond>> load_of(FrameBytes size) {
    const auto asked = run_.rate_of(plan_.load, size);
    if (!asked) return tl::make_unexpected(asked.error());
    if (was_asked(plan_, "load")) return std::optional(*asked);
    const auto line_rate = run_.line_rate(size);
    if (!line_rate) return tl::make_unexpected(line_rate.error());
    auto found = run_.find<Throughput>(size, throughput_goal(plan_, *line_rate));
    if (!found) return tl::make_unexpected(found.error());
    record_.searched->throughput.push_back(std::move(*found));
    return record_.searched->throughput.back().answer.throughput;
  }

  Result<void> measure(FrameBytes size, FramesPerSecond load) {
    Reset::Goal goal = reset_goal(plan_, load);
    if (record_.clock.is_virtual && !was_asked(plan_, "wait")) goal.wait = kVirtualWait;
    const auto search = run_.run<Reset>(Reset::kName, size, goal,
                                        [&](const Question& question) { return ask(question, size, goal); });
    if (!search) return tl::make_unexpected(search.error());
    record_.outages->reset.push_back(run_.result_of(*search, size));
    return {};
  }

  Result<std::optional<Reply>> ask(const Question& question, FrameBytes size, const Reset::Goal& goal) {
    ++number_;
    const Trial trial = run_.trial_of(question, size);
    auto request = streams_of_trial(plan_, trial, record_.ports);
    if (!request) return tl::make_unexpected(request.error());
    request->silence = silence_at(question.load);
    const auto margin = static_cast<std::uint64_t>(question.load.count * seconds(request->silence));
    ResetWatch watch(goal.stable_for, goal.wait, margin);
    std::optional<UserCommand> command;
    std::optional<Error> fault;
    const auto look_on = [&](const Snapshot& seen) {
      const ResetWatch::Step step = watch.see(seen);
      if (step == ResetWatch::Step::may_reset) fault = begin_reset(command, goal);
      return !fault && step != ResetWatch::Step::has_enough && (!command || command->failure().empty());
    };
    const auto outcome = run_.send(*request, look_on);
    if (!outcome) return tl::make_unexpected(outcome.error());
    if (fault) return tl::make_unexpected(*fault);
    const std::string failure = command ? command->wait(goal.wait, interrupt_.token()) : std::string();
    record_.interrupted = interrupt_.token().stop_requested();
    if (!*outcome || record_.interrupted) return std::optional<Reply>();
    Trial sent = trial;
    sent.duration = (*outcome)->sending_time;
    run_.judge(sent, without_reset(**outcome));
    if (!failure.empty())
      return std::optional(Reply{.not_measured = "the command of --on-reset: " + failure});
    return std::optional(
        reset_reply({.stable_for = goal.stable_for, .size = size, .criteria = run_.criteria()}, **outcome));
  }

  /// Lets the command reset the device, or asks for it; an emulated one does it by itself.
  std::optional<Error> begin_reset(std::optional<UserCommand>& command, const Reset::Goal& goal) {
    if (!plan_.outage.on_reset.empty()) {
      command.emplace(*split_command(plan_.outage.on_reset));
      const auto started = command->start();
      return started ? std::nullopt : std::optional(started.error());
    }
    if (!record_.emulated)
      run_.say(fmt::format("reset the device now ({} reset, {} of {}); frames flow, and {} are waited for it",
                           plan_.outage.kind, number_, goal.repetitions, print_time(goal.wait)));
    return std::nullopt;
  }

  SearchRun& run_;
  const Plan& plan_;
  RunRecord& record_;
  const Interrupt& interrupt_;
  std::uint32_t number_ = 0;
};

}  // namespace

Result<int> run_reset(CheckedPlan checked) {
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
  record.outages = begin_outages(plan);
  SearchRun run(plan, **measurer, interrupt, record, *out);
  const auto measured = Resets(run, record, interrupt).all();
  if (!measured && record.trials.empty()) return tl::make_unexpected(measured.error());
  if (!measured) fmt::print(stderr, "pktgen: {}\n", measured.error().message);
  record.run = judge_all(plan, record);
  record.ports = (*measurer)->ports();
  return conclude(plan, record, std::move(*measurer), *out, measured);
}

}  // namespace pktgen
