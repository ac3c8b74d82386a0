#include "plan/search_values.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "plan/values.h"

namespace pktgen {
namespace {

Result<double> parse_share(std::string_view name, std::string_view text, double least) {
  const auto value = parse_number(text.ends_with('%') ? text.substr(0, text.size() - 1) : text);
  if (value && *value >= least && *value < 100) return *value;
  return fail(ErrorKind::plan, fmt::format("the {} of a goal is a share from {}% to below 100%, found {}",
                                           name, print_number(least), in_quotes(text)));
}

Result<void> store_part(MlrGoalPlan& goal, std::size_t place, std::string_view text) {
  constexpr double kLeastWidth = 0.0001;
  const auto store = [](auto& target, const auto& value) -> Result<void> {
    if (!value) return tl::make_unexpected(value.error());
    target = *value;
    return {};
  };
  switch (place) {
    case 0:
      return store(goal.loss_percent, parse_share("loss", text, 0));
    case 1:
      return store(goal.exceed_percent, parse_share("exceed ratio", text, 0));
    case 2:
      return store(goal.width_percent, parse_share("width", text, kLeastWidth));
    case 3:
      return store(goal.trial, parse_time(text));
    default:
      return store(goal.duration_sum, parse_time(text));
  }
}

}  // namespace

Result<std::vector<MlrGoalPlan>> parse_goals(std::string_view text) {
  constexpr std::size_t kParts = 5;
  std::vector<MlrGoalPlan> goals;
  for (const std::string_view one : split(text, ',')) {
    const std::vector<std::string_view> parts = split(one, ':');
    if (parts.size() > kParts)
      return fail(ErrorKind::plan,
                  fmt::format("wants LOSS:EXCEED:WIDTH:TRIAL:SUM at most, found {}", in_quotes(one)));
    MlrGoalPlan goal;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (auto stored = store_part(goal, i, parts[i]); !stored) return tl::make_unexpected(stored.error());
    if (parts.size() < kParts) goal.duration_sum = std::max(goal.duration_sum, goal.trial);
    if (goal.trial <= Nanoseconds::zero() || goal.duration_sum < goal.trial)
      return fail(ErrorKind::plan, fmt::format("the sum of a goal is at least as long as its trial, found {}",
                                               in_quotes(one)));
    goals.push_back(goal);
  }
  return goals;
}

std::string print_goals(const std::vector<MlrGoalPlan>& goals) {
  std::string text;
  for (const MlrGoalPlan& goal : goals)
    text += fmt::format("{}{}%:{}%:{}%:{}:{}", text.empty() ? "" : ",", print_number(goal.loss_percent),
                        print_number(goal.exceed_percent), print_number(goal.width_percent),
                        print_time(goal.trial), print_time(goal.duration_sum));
  return text;
}

Result<double> parse_step(std::string_view text) {
  constexpr double kLeast = 0.01, kMost = 10;
  const auto value = parse_number(text.ends_with('%') ? text.substr(0, text.size() - 1) : text);
  if (value && *value >= kLeast && *value <= kMost) return *value;
  return fail(
      ErrorKind::plan,
      fmt::format("wants a share of line rate from 0.01% to 10% (RFC 2544 allows no coarser one), found {}",
                  in_quotes(text)));
}

Result<Nanoseconds> parse_longest_burst(std::string_view text) {
  auto time = parse_time(text);
  if (!time) return time;
  if (*time > Nanoseconds::zero() && *time <= std::chrono::seconds(30)) return time;
  return fail(ErrorKind::plan, fmt::format("wants a time up to 30s (RFC 9004), found {}", in_quotes(text)));
}

Result<void> store_ways(Plan& plan, std::string_view text) {
  plan.search.each_way = text == "each" && is_among(plan.command, kSearches) && plan.command != "reset";
  auto directions = parse_directions(plan.search.each_way ? "both" : text);
  if (!directions && text == "each")
    return fail(ErrorKind::plan,
                "each way on its own is for searches, like throughput; wants both, a>b or b>a");
  if (!directions) return tl::make_unexpected(directions.error());
  plan.directions = std::move(*directions);
  return {};
}

std::string print_ways(const Plan& plan) {
  return plan.search.each_way ? "each" : print_directions(plan.directions);
}

void choose_search_times(Plan& plan) {
  using std::chrono::milliseconds, std::chrono::seconds;
  SearchPlan& search = plan.search;
  const bool is_quick = search.is_quick;
  if (!was_asked(plan, "duration")) {
    const auto usual = plan.command == "latency" ? seconds(120) : seconds(60);
    plan.duration = is_quick ? seconds(1) : usual;
  }
  if (!was_asked(plan, "rest")) search.rest = is_quick ? seconds(0) : seconds(5);
  if (is_quick && !was_asked(plan, "longest-burst")) search.longest_burst = milliseconds(200);
  if (was_asked(plan, "search-duration")) return;
  if (is_quick) search.trial_duration = milliseconds(100);
  search.trial_duration = std::min(search.trial_duration, plan.duration);
}

}  // namespace pktgen
