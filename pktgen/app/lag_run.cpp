#include "app/lag_run.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "app/event_commands.h"
#include "app/search_goals.h"
#include "base/text.h"
#include "plan/lag_values.h"
#include "plan/values.h"
#include "rig/switch_streams.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

// Of what a member carries: the reference flow beyond it, the others far below it.
constexpr double kOverload = 1.5, kLeastReference = 1.1, kOthers = 0.2;
constexpr double kOfLine = 0.95;        // of the port's line, for frames with random gaps
constexpr double kFramesOfAFlow = 100;  // from which a loss ratio is told
constexpr double kOfThroughput = 0.9, kFailoverShare = 0.5;

FramesPerSecond in_flows(LinkBitsPerSecond speed, FrameBytes size) {
  return {static_cast<double>(speed.count) / static_cast<double>(on_wire(size).count * 8)};
}

std::vector<FlowRate> even(std::size_t flows, FramesPerSecond load) {
  return std::vector<FlowRate>(flows, {.rate = {load.count / static_cast<double>(flows)}});
}

std::uint64_t sum_of(const std::vector<StreamOutcome>& flows, std::uint64_t (*value)(const StreamOutcome&)) {
  std::uint64_t sum = 0;
  for (const StreamOutcome& flow : flows) sum += value(flow);
  return sum;
}
std::uint64_t sent_of(const std::vector<StreamOutcome>& flows) {
  return sum_of(flows, [](const StreamOutcome& flow) { return flow.tx.sent; });
}
std::uint64_t missing_of(const std::vector<StreamOutcome>& flows) {
  return sum_of(flows, [](const StreamOutcome& flow) { return flow.missing; });
}

constexpr const char* kNoRate =
    "no rate of a member is known to choose a load by; say --load or --member-speed";

}  // namespace

std::vector<std::string> lag_tests_of(const Plan& plan) {
  if (!plan.lag.tests.empty()) return plan.lag.tests;
  std::vector<std::string> all;
  for (const std::string_view test : split(kLagTests, ' '))
    if (test != "failover" || !plan.lag.on_fail.empty()) all.emplace_back(test);
  if (plan.lag.is_round_robin)
    std::erase_if(all, [](const std::string& test) { return test == "distribution" || test == "fields"; });
  return all;
}

Result<void> LagRun::all() {
  using Test = Result<void> (LagRun::*)();
  constexpr std::pair<std::string_view, Test> kTests[] = {{"capacity", &LagRun::capacity},
                                                          {"distribution", &LagRun::distribution},
                                                          {"fields", &LagRun::fields},
                                                          {"reordering", &LagRun::reordering},
                                                          {"failover", &LagRun::failover}};
  if (plan_.lag.member_speed.count != 0) {
    answers_.member_rate = in_flows(plan_.lag.member_speed, size());
    answers_.is_member_rate_said = true;
  }
  if (!plan_.lag.member_counts.empty())
    answers_.counted = distribution_of_frames(plan_.lag.member_counts, plan_.lag.flows);
  predict();
  for (const auto& [name, test] : kTests) {
    if (std::ranges::find(answers_.asked, name) == answers_.asked.end()) continue;
    if (auto done = (this->*test)(); !done) return within(name, done.error());
    if (run_.is_interrupted()) break;
  }
  return {};
}

void LagRun::predict() {
  if (!plan_.lag.predict || !plan_.lag.members) return;
  std::array<MacAddress, 2> macs{};
  for (const std::size_t i : {0u, 1u})
    macs[i] = parse_mac(run_.record().ports[i == 0 ? sender() : 1 - sender()].mac).value_or(MacAddress{});
  LagPrediction predicted{.policy = *plan_.lag.predict};
  predicted.member_of =
      predict_members(plan_, flow_set_of(plan_), predicted.policy, *plan_.lag.members, macs);
  std::vector<std::uint64_t> on_member(*plan_.lag.members);
  for (const std::size_t member : predicted.member_of) ++on_member[member];
  predicted.distribution = distribution_of_flows(std::move(on_member), *plan_.lag.members);
  answers_.predicted = std::move(predicted);
}

StreamsRequest LagRun::request_of(std::size_t flows, FramesPerSecond load, Nanoseconds duration) const {
  return {.streams = flow_streams(plan_, flow_set_of(plan_), even(flows, load)),
          .duration = duration,
          .drain = plan_.drain};
}

Result<FlowsThroughput> LagRun::throughput_of(std::size_t flows, std::string_view title) {
  const auto line_rate = run_.line_rate(size());
  if (!line_rate) return tl::make_unexpected(line_rate.error());
  const auto ask = [&](const Question& question) {
    return run_.ask_streams(question, run_.trial_of(question, size()),
                            request_of(flows, question.load, question.duration));
  };
  const auto search = run_.run<Throughput>(title, size(), throughput_goal(plan_, *line_rate), ask);
  if (!search) return tl::make_unexpected(search.error());
  FlowsThroughput found{.flows = flows,
                        .throughput = search->answer().throughput,
                        .lowest_failed = search->answer().lowest_failed,
                        .trials = search->course().trials};
  if (!found.throughput && !search->course().given_up.empty())
    found.not_measured = search->course().given_up.back().reply.not_measured;
  else if (!found.throughput && !run_.is_interrupted()) found.not_measured = "no load passed";
  return found;
}

Result<void> LagRun::capacity() {
  const auto line_rate = run_.line_rate(size());
  if (!line_rate) return tl::make_unexpected(line_rate.error());
  answers_.capacity = LagCapacity{.line_rate = *line_rate};
  auto one = throughput_of(1, "one_flow");
  if (!one) return tl::make_unexpected(one.error());
  answers_.capacity->one = std::move(*one);
  if (run_.is_interrupted()) return {};
  const bool is_a_members = !plan_.lag.is_round_robin && !answers_.capacity->is_limited_by_port();
  if (!answers_.is_member_rate_said && is_a_members) answers_.member_rate = answers_.capacity->one.throughput;
  auto all = throughput_of(plan_.lag.flows, "all_flows");
  if (!all) return tl::make_unexpected(all.error());
  answers_.capacity->all = std::move(*all);
  return {};
}

/// What one flow can use is what one member carries.
Result<void> LagRun::find_member_rate() {
  if (answers_.member_rate || answers_.capacity || run_.is_interrupted()) return {};
  const auto one = throughput_of(1, "one_flow");
  if (!one) return tl::make_unexpected(one.error());
  answers_.member_rate = one->throughput;
  return {};
}

Result<void> LagRun::distribution() {
  auto found = place(flow_set_of(plan_));
  if (!found) return tl::make_unexpected(found.error());
  answers_.distribution = std::move(*found);
  if (answers_.predicted && answers_.distribution->distribution)
    answers_.predicted->agreeing =
        as_predicted(answers_.distribution->placement.member_of(), answers_.predicted->member_of);
  return {};
}

Result<void> LagRun::fields() {
  for (const FlowField field : plan_.lag.fields)
    for (const bool is_random : {false, true}) {
      FlowSet set = flow_set_of(plan_);
      set.fields = {field};
      set.is_random = is_random;
      auto found = place(set);
      if (!found) return tl::make_unexpected(found.error());
      answers_.fields.push_back(std::move(*found));
      if (run_.is_interrupted()) return {};
    }
  return {};
}

Result<LagPlacement> LagRun::place(const FlowSet& set) {
  LagPlacement found{.fields = set.fields, .is_random = set.is_random, .placement = Placement(set.flows)};
  if (auto rate = find_member_rate(); !rate) return tl::make_unexpected(rate.error());
  const auto line_rate = run_.line_rate(size());
  if (!line_rate) return tl::make_unexpected(line_rate.error());
  if (!answers_.member_rate) {
    found.placement.give_up("what a member carries isn't known; say --member-speed");
    return found;
  }
  const double member = answers_.member_rate->count;
  const FramesPerSecond others{member * kOthers},
      fast{std::min(member * kOverload, line_rate->count * kOfLine - others.count)};
  if (fast.count < member * kLeastReference) {
    found.placement.give_up(
        fmt::format("the port's {} can't overload a member of {}; use a port that is a third "
                    "faster, or members set to a lower speed",
                    rate_text(*line_rate), rate_text(*answers_.member_rate)));
    return found;
  }
  const FramesPerSecond each{others.count / static_cast<double>(set.flows - 1)};
  const std::vector<FlowRate> usual(set.flows, {.rate = each, .is_random = true});
  if (auto placed = place_with(found, set, usual, fast); !placed) return tl::make_unexpected(placed.error());
  if (found.placement.not_measured().empty() && found.placement.unplaced() > 0)
    found.placement.give_up(
        fmt::format("{} of {} flows stayed on no member after {} trials, so they don't stay "
                    "on any",
                    found.placement.unplaced(), set.flows, found.placement.trials()));
  if (found.placement.not_measured().empty())
    found.distribution =
        distribution_of_flows(found.placement.flows_on_members(), plan_.lag.members.value_or(0));
  return found;
}

Result<void> LagRun::place_with(LagPlacement& found, const FlowSet& set, const std::vector<FlowRate>& usual,
                                FramesPerSecond fast) {
  const Nanoseconds needed(static_cast<std::int64_t>(kFramesOfAFlow * 1e9 / usual.front().rate.count));
  while (const auto reference = found.placement.next()) {
    std::vector<FlowRate> rates = usual;
    rates[*reference] = {.rate = fast};
    const StreamsRequest request{.streams = flow_streams(plan_, set, rates),
                                 .duration = std::max(needed, plan_.search.trial_duration),
                                 .drain = plan_.drain};
    std::string shortfall;
    const auto outcome = send_measured(request, shortfall);
    if (!outcome) return tl::make_unexpected(outcome.error());
    if (!*outcome) found.placement.give_up(shortfall);
    else found.placement.learn(*reference, (*outcome)->streams);
  }
  return {};
}

/// Repeated where the tester fell short. Nothing if that didn't help, or somebody stopped it.
Result<std::optional<StreamsOutcome>> LagRun::send_measured(const StreamsRequest& request,
                                                            std::string& shortfall) {
  for (std::uint64_t again = 0; again <= plan_.search.repeats; ++again) {
    auto outcome = run_.send(request);
    if (!outcome) return tl::make_unexpected(outcome.error());
    if (!*outcome) {
      shortfall = "the run was stopped by hand";
      return std::optional<StreamsOutcome>();
    }
    shortfall = tester_shortfall(**outcome);
    if (shortfall.empty()) return outcome;
  }
  return std::optional<StreamsOutcome>();
}

/// That all flows together may have without more than one member.
std::optional<FramesPerSecond> LagRun::safe_rate(std::size_t flows) const {
  if (answers_.capacity) {
    const FlowsThroughput& found = flows == 1 ? answers_.capacity->one : answers_.capacity->all;
    if (found.throughput) return found.throughput;
  }
  return answers_.member_rate;
}

/// As asked, or a share of what was found to pass.
Result<std::optional<FramesPerSecond>> LagRun::load_for(std::size_t flows, double share) {
  if (was_asked(plan_, "load")) {
    const auto asked = frames_per_second(plan_.load, run_.record().ports[sender()].link, size());
    if (!asked) return tl::make_unexpected(asked.error());
    return std::optional(*asked);
  }
  if (!safe_rate(flows))
    if (auto found = find_member_rate(); !found) return tl::make_unexpected(found.error());
  const auto rate = safe_rate(flows);
  return rate ? std::optional(FramesPerSecond{rate->count * share}) : std::nullopt;
}

Result<void> LagRun::reordering() {
  for (const std::size_t flows : {std::size_t{1}, static_cast<std::size_t>(plan_.lag.flows)}) {
    if (auto done = order_of(flows); !done) return done;
    if (run_.is_interrupted()) return {};
  }
  return {};
}

Result<void> LagRun::order_of(std::size_t flows) {
  const auto load = load_for(flows, kOfThroughput);
  if (!load) return tl::make_unexpected(load.error());
  LagOrder order{.flows = flows, .load = load->value_or(FramesPerSecond{}), .duration = plan_.duration};
  if (!*load) {
    order.not_measured = kNoRate;
    if (!run_.is_interrupted()) answers_.reordering.push_back(std::move(order));
    return {};
  }
  StreamsRequest request = request_of(flows, **load, plan_.duration);
  request.measures_order = true;
  const auto outcome = send_measured(request, order.not_measured);
  if (!outcome) return tl::make_unexpected(outcome.error());
  if (run_.is_interrupted()) return {};
  if (*outcome) {
    const std::vector<StreamOutcome>& each = (*outcome)->streams;
    order.seen = (*outcome)->reordering[sender()].value_or(Reordering{});
    order.sent = sent_of(each);
    order.missing = missing_of(each);
    order.reordered_flows = static_cast<std::uint64_t>(std::ranges::count_if(
        each, [](const StreamOutcome& flow) { return flow.rx && flow.rx->reordered > 0; }));
  }
  answers_.reordering.push_back(std::move(order));
  return {};
}

/// Once, whatever the tester does: what was done to the device can't be asked again.
Result<void> LagRun::failover() {
  const auto flows = static_cast<std::size_t>(plan_.lag.flows);
  const auto load = load_for(flows, kFailoverShare);
  if (!load) return tl::make_unexpected(load.error());
  if (run_.is_interrupted()) return {};
  LagFailover seen{.load = load->value_or(FramesPerSecond{}), .duration = plan_.duration, .flows = flows};
  if (!*load) {
    seen.not_measured = kNoRate;
    answers_.failover = std::move(seen);
    return {};
  }
  StreamsRequest request = request_of(flows, **load, plan_.duration);
  request.measures_order = request.tells_missing = true;
  std::vector<PlannedCommand> planned;
  if (!plan_.lag.on_fail.empty())
    planned.push_back({"on-fail", *split_command(plan_.lag.on_fail), plan_.duration / 4});
  if (!plan_.lag.on_rejoin.empty())
    planned.push_back({"on-rejoin", *split_command(plan_.lag.on_rejoin), plan_.duration * 5 / 8});
  EventCommands commands(std::move(planned));
  const auto outcome = run_.send(request, [&](const Snapshot& now) {
    commands.look(now.elapsed);
    return true;
  });
  seen.commands = commands.end();
  if (!outcome) return tl::make_unexpected(outcome.error());
  if (!*outcome) return {};
  seen.not_measured = tester_shortfall(**outcome);
  seen.sent = sent_of((*outcome)->streams);
  seen.missing = missing_of((*outcome)->streams);
  if (seen.not_measured.empty()) seen.outages = outages_of((*outcome)->streams);
  seen.order = (*outcome)->reordering[sender()].value_or(Reordering{});
  answers_.failover = std::move(seen);
  return {};
}

}  // namespace pktgen
