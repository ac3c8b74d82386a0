#include "app/command_switch.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "app/calibration_use.h"
#include "app/fit_to_ports.h"
#include "app/open_measurer.h"
#include "app/publish.h"
#include "app/record.h"
#include "app/search_goals.h"
#include "app/search_run.h"
#include "base/text.h"
#include "plan/values.h"
#include "rig/switch_streams.h"
#include "search/switch_fields.h"

namespace pktgen {
namespace {

constexpr Nanoseconds kUsualTrial = std::chrono::seconds(30);

/// The tests of one run, one after the other; each leaves its answer.
class SwitchTests {
 public:
  SwitchTests(SearchRun& run, SwitchAnswers& answers)
      : run_(run), plan_(run.plan()), asked_(plan_.switching), answers_(answers) {}

  Result<void> all() {
    using Test = Result<void> (SwitchTests::*)();
    constexpr std::pair<std::string_view, Test> kTests[] = {{"forwarding", &SwitchTests::forwarding},
                                                            {"mode", &SwitchTests::mode},
                                                            {"broadcast", &SwitchTests::broadcast},
                                                            {"multicast", &SwitchTests::multicast},
                                                            {"vlan", &SwitchTests::vlan},
                                                            {"ageing", &SwitchTests::ageing},
                                                            {"capacity", &SwitchTests::capacity},
                                                            {"learning-rate", &SwitchTests::learning_rate}};
    for (const auto& [name, test] : kTests) {
      if (std::ranges::find(answers_.asked, name) == answers_.asked.end()) continue;
      if (auto done = (this->*test)(); !done) return within(name, done.error());
      if (run_.is_interrupted()) break;
    }
    return {};
  }

 private:
  Result<void> forwarding() {
    for (const FrameBytes size : plan_.sizes) {
      const auto line_rate = run_.line_rate(size);
      if (!line_rate) return tl::make_unexpected(line_rate.error());
      auto found = run_.find<Throughput>(size, throughput_goal(plan_, *line_rate));
      if (!found) return tl::make_unexpected(found.error());
      answers_.forwarding.push_back(std::move(*found));
      if (run_.is_interrupted()) break;
    }
    return {};
  }

  Result<void> broadcast() { return of_group(Group::broadcast, "broadcast", answers_.broadcast); }
  Result<void> multicast() { return of_group(Group::multicast, "multicast", answers_.multicast); }

  Result<void> of_group(Group group, std::string_view name, std::vector<SizeThroughput>& all) {
    for (const FrameBytes size : plan_.sizes) {
      const auto line_rate = run_.line_rate(size);
      if (!line_rate) return tl::make_unexpected(line_rate.error());
      const auto ask = [&](const Question& question) {
        const Trial trial = run_.trial_of(question, size);
        return run_.ask_streams(question, trial, group_streams(trial, group));
      };
      const auto search = run_.run<Throughput>(name, size, throughput_goal(plan_, *line_rate), ask);
      if (!search) return tl::make_unexpected(search.error());
      all.push_back(run_.result_of(*search, size));
      if (run_.is_interrupted()) break;
    }
    return {};
  }

  /// The shortest latency of each size, at a load so low that no frame waits for another.
  Result<void> mode() {
    const std::size_t first = run_.record().trials.size();
    for (const FrameBytes size : plan_.sizes) {
      const auto line_rate = run_.line_rate(size);
      if (!line_rate) return tl::make_unexpected(line_rate.error());
      const FramesPerSecond load{std::min(1000.0, line_rate->count / 10)};
      const auto found =
          run_.find<Ladder>(size, {.loads = {load}, .duration = plan_.search.trial_duration}, false);
      if (!found) return tl::make_unexpected(found.error());
      if (run_.is_interrupted()) return {};
    }
    for (const Direction direction : plan_.directions) answers_.mode.push_back(mode_of(direction, first));
    return {};
  }

  ForwardingOfWay mode_of(Direction direction, std::size_t first) const {
    std::vector<LatencyOfSize> points;
    const auto& trials = run_.record().trials;
    for (std::size_t i = first; i < trials.size(); ++i)
      for (std::size_t way = 0; way < trials[i].outcome.directions.size(); ++way) {
        const DirectionOutcome& outcome = trials[i].outcome.directions[way];
        const bool counts = outcome.direction == direction && outcome.latency.samples > 0 &&
                            trials[i].verdicts[way].verdict != Verdict::not_measured;
        if (counts) points.push_back({trials[i].trial.size, static_cast<double>(outcome.latency.min)});
      }
    const std::size_t from = direction == Direction::a_to_b ? 0 : 1;
    const RunRecord& record = run_.record();
    LatencyPath path{.in = record.ports[from].link,
                     .out = record.ports[1 - from].link,
                     .tester_slope = asked_.tester_slope};
    if (!path.tester_slope) path.tester_slope = calibrated_slope(record, direction);
    if (record.clock.is_virtual && !path.tester_slope) path.tester_slope = 0;
    return {.direction = direction, .fit = fit_forwarding(points, path)};
  }

  Result<void> vlan() {
    answers_.isolated_vlans = asked_.isolated_vlans;
    if (asked_.isolated_vlans.empty()) return {};
    const auto line_rate = run_.line_rate(plan_.sizes.front());
    if (!line_rate) return tl::make_unexpected(line_rate.error());
    const auto streams = static_cast<double>(asked_.isolated_vlans.size() * 3 + 1);
    const VlanTrial trial{.isolated = asked_.isolated_vlans,
                          .connected = plan_.vlan,
                          .load = {std::min(1000.0, line_rate->count / 20 / streams)},
                          .duration = plan_.duration,
                          .drain = plan_.drain};
    const auto outcome = run_.send(vlan_streams(trial));
    if (!outcome) return tl::make_unexpected(outcome.error());
    if (*outcome) answers_.vlan = count_vlans(trial, **outcome);
    return {};
  }

  /// Each trial has addresses of its own, so nothing need be forgotten first.
  Result<void> ageing() {
    const auto ask = [&](const Question& question) {
      const Nanoseconds step = gap_of(question.load), shown = gap_of(kShowing);
      const auto steps = static_cast<std::int64_t>(question.burst_frames - 1);
      return ask_addresses({.addresses = question.burst_frames + 1,
                            .learning_rate = kShowing,
                            .asked_after = question.duration - step * steps,
                            .between_asked = step + shown});
    };
    return address_search<AgeingTime>(
        answers_.ageing, {.longest = asked_.longest_ageing, .resolution = asked_.ageing_resolution}, ask);
  }

  Result<void> capacity() {
    return address_search<AddressCapacity>(
        answers_.capacity,
        {.most = asked_.most_addresses, .learning_rate = {static_cast<double>(asked_.learning_rate)}},
        [&](const Question& question) { return ask_how_many(question); });
  }

  /// With as many addresses as there is room for; where none was learned there is no rate either.
  Result<void> learning_rate() {
    const auto line_rate = run_.line_rate(plan_.sizes.front());
    if (!line_rate) return tl::make_unexpected(line_rate.error());
    std::uint64_t addresses = asked_.learning_addresses;
    if (answers_.capacity) {
      const Verdict verdict = verdict_of(*answers_.capacity);
      if (verdict == Verdict::fail) return {};
      if (verdict == Verdict::pass) addresses = std::min(addresses, *answers_.capacity->answer.capacity);
    }
    const double least = std::max(1.0, static_cast<double>(addresses) * 2 / seconds(asked_.ageing));
    return address_search<LearningRate>(answers_.learning_rate,
                                        {.addresses = addresses,
                                         .least = {std::min(least, line_rate->count)},
                                         .max = *line_rate,
                                         .precision_ratio = asked_.learning_precision_percent / 100},
                                        [&](const Question& question) { return ask_how_many(question); });
  }

  template <Strategy S, class Ask>
  Result<void> address_search(std::optional<AddressSearch<S>>& kept, const typename S::Goal& goal, Ask ask) {
    const auto search = run_.run<S>(S::kName, plan_.sizes.front(), goal, ask);
    if (!search) return tl::make_unexpected(search.error());
    kept = AddressSearch<S>{.goal = search->goal(),
                            .answer = search->answer(),
                            .course = search->course(),
                            .heard = search->heard()};
    return {};
  }

  Result<std::optional<Reply>> ask_how_many(const Question& question) {
    const auto line_rate = run_.line_rate(plan_.sizes.front());
    if (!line_rate) return tl::make_unexpected(line_rate.error());
    answers_.silence = silence();
    const auto shown = static_cast<std::int64_t>(question.burst_frames);
    return ask_addresses({.addresses = question.burst_frames,
                          .learning_rate = question.load,
                          .silence = answers_.silence,
                          .asked_after = gap_of(question.load) * shown + std::chrono::milliseconds(100),
                          .between_asked = gap_of({std::min(10'000.0, line_rate->count / 4)})});
  }

  Result<std::optional<Reply>> ask_addresses(AddressTrial trial) {
    trial.first = next_address_;
    trial.size = plan_.sizes.front();
    trial.drain = plan_.drain;
    next_address_ += trial.addresses;
    const auto outcome = run_.send(address_streams(trial));
    if (!outcome) return tl::make_unexpected(outcome.error());
    if (!*outcome) return std::optional<Reply>();
    const AddressCount count = count_addresses(trial, **outcome);
    return std::optional<Reply>(
        {.offered = count.asked, .lost = count.asked - count.known, .not_measured = count.not_measured});
  }

  /// A tenth more than it takes to forget, as was said or found.
  Nanoseconds silence() const {
    Nanoseconds ageing = asked_.ageing;
    if (answers_.ageing) {
      const AgeingTime::Answer& found = answers_.ageing->answer;
      ageing = std::max(ageing, found.forgotten.value_or(found.remembered));
    }
    return ageing + ageing / 10;
  }

  static Nanoseconds gap_of(FramesPerSecond rate) { return Nanoseconds(std::llround(1e9 / rate.count)); }

  static constexpr FramesPerSecond kShowing{1000};

  SearchRun& run_;
  const Plan& plan_;
  const SwitchPlan& asked_;
  SwitchAnswers& answers_;
  std::uint64_t next_address_ = 0;
};

std::vector<std::string> tests_of(const Plan& plan) {
  if (!plan.switching.tests.empty()) return plan.switching.tests;
  std::vector<std::string> all;
  for (const std::string_view test : split(kSwitchTests, ' ')) all.emplace_back(test);
  return all;
}

}  // namespace

Result<int> run_switch(CheckedPlan checked) {
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
  record.switched = SwitchAnswers{.direction = print_directions(plan.directions), .asked = tests_of(plan)};
  SearchRun run(plan, **measurer, interrupt, record, *out);
  const auto measured = SwitchTests(run, *record.switched).all();
  if (!measured) fmt::print(stderr, "pktgen: {}\n", measured.error().message);
  record.run = judge_switch(*record.switched, record.interrupted);
  if (plan.duration < kUsualTrial)
    record.run.findings.push_back(
        {"short-trials",
         fmt::format("trials of {}, while RFC 2889 usually has 30 s", print_time(plan.duration)),
         "leave out --quick and --duration for a result that can be quoted", Effect::note});
  if (!measured && record.run.verdict == Verdict::pass) record.run.verdict = Verdict::not_measured;
  return conclude(plan, record, std::move(*measurer), *out, measured);
}

}  // namespace pktgen
