#include "app/search_goals.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <vector>

#include "base/text.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

constexpr std::uint32_t kSpotChecks = 3;  // of a whole range: its half, then its quarters
constexpr std::uint64_t kLatencyRepetitions = 20, kBurstRepetitions = 50;

/// RFC 2544 section 26.2 sends for two minutes.
Nanoseconds latency_duration(const Plan& plan) {
  const bool is_usual = !was_asked(plan, "duration") && !plan.search.is_quick;
  return is_usual ? Nanoseconds(std::chrono::seconds(120)) : plan.duration;
}

std::uint32_t repetitions(const Plan& plan, std::uint64_t usual, std::uint64_t quick) {
  const std::uint64_t asked = plan.search.repetitions;
  if (asked > 0) return static_cast<std::uint32_t>(asked);
  return static_cast<std::uint32_t>(plan.search.is_quick ? quick : usual);
}

}  // namespace

Throughput::Goal throughput_goal(const Plan& plan, FramesPerSecond line_rate) {
  return {.max = line_rate,
          .precision = {std::max(1.0, line_rate.count * plan.search.precision_percent / 100)},
          .accepted_loss_ratio = plan.search.accepted_loss_percent / 100,
          .search_duration = plan.search.trial_duration,
          .final_duration = plan.duration,
          .spot_checks = plan.command == "throughput" || plan.command == "rfc2544" ? kSpotChecks : 0};
}

Ladder::Goal latency_goal(const Plan& plan, FramesPerSecond throughput) {
  Ladder::Goal goal{.duration = latency_duration(plan)};
  for (const double part : {1.0, 0.9, 0.5, 0.1})
    goal.loads.insert(goal.loads.end(), latency_repetitions(plan), throughput * part);
  return goal;
}

FrameLoss::Goal loss_goal(const Plan& plan, FramesPerSecond line_rate) {
  return {.max = line_rate, .step_percent = plan.search.step_percent, .duration = plan.duration};
}

BackToBack::Goal burst_goal(const Plan& plan, FramesPerSecond line_rate, FramesPerSecond throughput) {
  const double longest = std::floor(line_rate.count * seconds(plan.search.longest_burst));
  return {.line_rate = line_rate,
          .throughput = throughput,
          .max_burst_frames = static_cast<std::uint64_t>(std::max(1.0, longest)),
          .repetitions = burst_repetitions(plan)};
}

Mlr::Goal mlr_goal(const Plan& plan, FramesPerSecond line_rate) {
  Mlr::Goal goal{.max = line_rate};
  Nanoseconds shortest = std::chrono::seconds(1);
  for (const MlrGoalPlan& one : plan.search.goals) {
    goal.goals.push_back({.loss_ratio = one.loss_percent / 100,
                          .exceed_ratio = one.exceed_percent / 100,
                          .final_duration = one.trial,
                          .duration_sum = one.duration_sum,
                          .width = one.width_percent / 100});
    shortest = std::min(shortest, one.trial);
  }
  goal.initial_duration = shortest;
  // One frame in the shortest trial is the least load that says anything.
  goal.min = {std::min(line_rate.count / 2, std::ceil(1 / seconds(shortest)))};
  return goal;
}

Recovery::Goal recovery_goal(const Plan& plan, FramesPerSecond line_rate, FramesPerSecond throughput) {
  return {.line_rate = line_rate,
          .throughput = throughput,
          .overload_for = plan.duration,
          .relief_for = plan.outage.relief,
          .repetitions = recovery_repetitions(plan)};
}

Reset::Goal reset_goal(const Plan& plan, FramesPerSecond load) {
  return {.load = load,
          .stable_for = plan.outage.stable,
          .wait = plan.outage.wait,
          .repetitions = reset_repetitions(plan)};
}

std::uint32_t recovery_repetitions(const Plan& plan) { return repetitions(plan, 5, 2); }
std::uint32_t reset_repetitions(const Plan& plan) { return repetitions(plan, 3, 1); }
std::uint32_t latency_repetitions(const Plan& plan) { return repetitions(plan, kLatencyRepetitions, 1); }
std::uint32_t burst_repetitions(const Plan& plan) { return repetitions(plan, kBurstRepetitions, 3); }

std::string unlike_rfc2544(const Plan& plan) {
  if (plan.command == "mlr") return "";
  std::vector<std::string> ways;
  if (plan.command == "reset" && plan.outage.stable < std::chrono::seconds(15))
    ways.emplace_back("less than the 15 s of forwarding before a reset that RFC 2544 section 26.6 wants");
  if (plan.command == "reset" && was_asked(plan, "load")) return join(ways, "; ");
  if (plan.duration < std::chrono::seconds(60))
    ways.emplace_back("trials were shorter than the 60 s that RFC 2544 section 24 wants");
  const bool is_whole = plan.command == "rfc2544";
  if ((is_whole || plan.command == "latency") && latency_duration(plan) < std::chrono::seconds(120) &&
      plan.duration >= std::chrono::seconds(60))
    ways.emplace_back("latency was measured for less than the 120 s of section 26.2");
  if ((is_whole || plan.command == "latency") && latency_repetitions(plan) < kLatencyRepetitions)
    ways.push_back(fmt::format("{} of the 20 repetitions of section 26.2", latency_repetitions(plan)));
  if ((is_whole || plan.command == "burst") && burst_repetitions(plan) < kBurstRepetitions)
    ways.push_back(fmt::format("{} of the 50 repetitions of a burst", burst_repetitions(plan)));
  return join(ways, "; ");
}

}  // namespace pktgen
