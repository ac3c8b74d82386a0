#include "search/mlr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "search/check.h"

namespace pktgen {
namespace {

constexpr std::uint32_t kMostTargets = 8;
constexpr double kLeastWidth = 1e-6;
// Steps are a thousandth narrower than the width, so that loads rounded down are still within it.
constexpr double kMargin = 0.999;

/// A width as a difference of logarithms: such widths add up and can be halved.
double log_width(double width) { return -std::log1p(-width); }

Nanoseconds shorter(Nanoseconds time, double part) {
  return Nanoseconds{std::llround(static_cast<double>(time.count()) * part)};
}

/// The goal itself last; before it `count` coarser ones, each with twice the width and a shorter sum, down to
/// the initial duration.
std::vector<MlrGoal> targets_for(const MlrGoal& goal, std::uint32_t count, Nanoseconds initial) {
  const double whole = static_cast<double>(goal.duration_sum.count());
  const double ratio = std::min(1.0, static_cast<double>(initial.count()) / whole);
  std::vector<MlrGoal> targets;
  for (std::uint32_t k = count; k > 0; --k) {
    MlrGoal target = goal;
    target.duration_sum = shorter(goal.duration_sum, std::pow(ratio, static_cast<double>(k) / count));
    target.final_duration = std::min(goal.final_duration, target.duration_sum);
    target.width = -std::expm1(-std::ldexp(log_width(goal.width), static_cast<int>(k)));
    targets.push_back(target);
  }
  targets.push_back(goal);
  return targets;
}

Result<void> check_goal(const MlrGoal& goal) {
  if (auto checked = check_ratio("loss_ratio", goal.loss_ratio); !checked) return checked;
  if (auto checked = check_ratio("exceed_ratio", goal.exceed_ratio); !checked) return checked;
  if (auto checked = check_duration("final_duration", goal.final_duration); !checked) return checked;
  if (auto checked = check_duration("duration_sum", goal.duration_sum); !checked) return checked;
  if (goal.duration_sum < goal.final_duration)
    return fail(ErrorKind::plan, "duration_sum: at least final_duration is wanted, less was found");
  if (goal.width >= kLeastWidth && goal.width < 1) return {};
  return fail(ErrorKind::plan, fmt::format("width: {} or more and less than 1 is wanted, {} was found",
                                           kLeastWidth, goal.width));
}

std::optional<FramesPerSecond> as_load(std::optional<double> load) {
  if (!load) return std::nullopt;
  return FramesPerSecond{*load};
}

bool has_width(double lower, double upper, double width) { return (upper - lower) / upper <= width; }

}  // namespace

Result<void> Mlr::check(const Goal& goal) {
  if (auto checked = check_load("min", goal.min); !checked) return checked;
  if (auto checked = check_load("max", goal.max); !checked) return checked;
  if (goal.min >= goal.max) return fail(ErrorKind::plan, "min: less than max is wanted, as much was found");
  if (auto checked = check_duration("initial_duration", goal.initial_duration); !checked) return checked;
  if (goal.coarser_targets > kMostTargets) {
    return fail(ErrorKind::plan, fmt::format("coarser_targets: at most {} are wanted, {} were found",
                                             kMostTargets, goal.coarser_targets));
  }
  if (goal.goals.empty()) return fail(ErrorKind::plan, "goals: at least one is wanted, there is none");
  for (std::size_t i = 0; i < goal.goals.size(); ++i) {
    if (auto checked = check_goal(goal.goals[i]); !checked)
      return within(fmt::format("goals[{}]", i), checked.error());
  }
  return {};
}

Mlr::Mlr(const Goal& goal) : goal_(goal) {
  for (const MlrGoal& one : goal.goals)
    ways_.push_back({.targets = targets_for(one, goal.coarser_targets, goal.initial_duration)});
}

/// The smallest upper bound, and the largest lower bound strictly below it. A load that can't be measured is
/// the `ceiling`: it bounds the search as an upper bound would.
Mlr::Bounds Mlr::bounds(const MlrGoal& target, std::optional<double> ceiling) const {
  Bounds found;
  for (const auto& [load, trials] : loads_) {
    if (ceiling && load >= *ceiling) break;
    const MlrBound bound = classify(trials, target);
    if (bound == MlrBound::lower) found.lower = load;
    if (bound != MlrBound::upper) continue;
    found.upper = load;
    return found;
  }
  found.upper = ceiling;
  return found;
}

bool Mlr::is_reached(const Bounds& bounds, const MlrGoal& target) const {
  if (bounds.upper && *bounds.upper <= goal_.min.count) return true;
  if (!bounds.lower) return false;
  if (!bounds.upper) return *bounds.lower >= goal_.max.count;
  return has_width(*bounds.lower, *bounds.upper, target.width);
}

/// What the device forwarded at the maximum, if it lost as much as the strictest goal accepts.
double Mlr::first_guess() const {
  const auto at_max = loads_.find(goal_.max.count);
  if (at_max == loads_.end()) return goal_.max.count;
  double accepted = 1;
  for (const MlrGoal& goal : goal_.goals) accepted = std::min(accepted, goal.loss_ratio);
  const double forwarded = goal_.max.count * (1 - at_max->second.front().loss_ratio);
  return std::clamp(std::floor(forwarded / (1 - accepted)), goal_.min.count, goal_.max.count);
}

double Mlr::wanted_load(const Way& way) const {
  const Bounds known = bounds(way.targets[way.at], lowest_unmeasured_);
  const std::optional<double> lower = known.lower, upper = known.upper;
  const auto is_between = [&](double load) { return (!lower || load > *lower) && (!upper || load < *upper); };
  // First what the coarser target said.
  if (way.before.lower && is_between(*way.before.lower)) return *way.before.lower;
  if (way.before.upper && is_between(*way.before.upper)) return *way.before.upper;
  if (!lower && !upper) return goal_.max.count;
  const double guess = first_guess();
  if (way.at == 0 && is_between(guess)) return guess;

  // Then away from there, each step as long as all before it; then the middle.
  const double width = log_width(way.targets[way.at].width) * kMargin;
  const double above = way.before.upper.value_or(guess), below = way.before.lower.value_or(guess);
  const double up = lower ? *lower * std::exp(std::max(width, std::log(*lower / above))) : 0;
  const double down = upper ? *upper / std::exp(std::max(width, std::log(below / *upper))) : 0;
  double load = 0;
  if (!upper) load = up;
  else if (!lower) load = down;
  else {
    load = std::sqrt(*lower * *upper);
    if (*lower >= above) load = std::min(load, up);
    if (*upper <= below) load = std::max(load, down);
  }
  load = std::clamp(load, goal_.min.count, goal_.max.count);
  const double rounded = std::floor(load);
  return is_between(rounded) && rounded >= goal_.min.count && load < goal_.max.count ? rounded : load;
}

std::optional<Question> Mlr::next() const {
  std::optional<Question> wanted;
  for (const Way& way : ways_) {
    if (way.at == way.targets.size()) continue;
    const Question question{.load = {wanted_load(way)}, .duration = way.targets[way.at].final_duration};
    // The lowest load, then the longest trial, then the earlier goal.
    if (!wanted || std::tie(question.load, wanted->duration) < std::tie(wanted->load, question.duration))
      wanted = question;
  }
  return wanted;
}

void Mlr::learn(const Question& question, const Reply& reply) {
  loads_[question.load.count].push_back(
      {question.duration, reply.fell_short.empty() ? loss_ratio(reply) : 1.0});
  settle();
}

void Mlr::give_up(const Question& question) {
  lowest_unmeasured_ = std::min(lowest_unmeasured_.value_or(question.load.count), question.load.count);
  settle();
}

/// Moves each goal on to its first target that isn't reached.
void Mlr::settle() {
  for (Way& way : ways_) {
    while (way.at < way.targets.size()) {
      const Bounds known = bounds(way.targets[way.at], lowest_unmeasured_);
      if (!is_reached(known, way.targets[way.at])) break;
      way.before = known;
      ++way.at;
    }
  }
}

Mlr::GoalAnswer Mlr::answer_for(const Way& way) const {
  const MlrGoal& goal = way.targets.back();
  const Bounds found = bounds(goal, std::nullopt);
  GoalAnswer answer{.goal = goal,
                    .relevant_lower_bound = as_load(found.lower),
                    .relevant_upper_bound = as_load(found.upper)};
  if (found.lower)
    answer.conditional_throughput = {*found.lower * conditional_part(loads_.at(*found.lower), goal)};

  std::vector<Judged> judged;
  for (const auto& [load, trials] : loads_) {
    const MlrBound bound = classify(trials, goal);
    if (bound != MlrBound::undecided) judged.push_back({{load}, {}, bound == MlrBound::lower});
  }
  answer.inversions = inversions(judged);

  const bool has_both = found.lower && found.upper;
  if (has_both && has_width(*found.lower, *found.upper, goal.width)) answer.irregular = Irregular::no;
  else if (way.at < way.targets.size()) answer.irregular = Irregular::unfinished;
  else if (found.upper && *found.upper <= goal_.min.count) answer.irregular = Irregular::min_is_upper_bound;
  else if (!found.upper && found.lower && *found.lower >= goal_.max.count)
    answer.irregular = Irregular::max_is_lower_bound;
  else answer.irregular = Irregular::not_measured;
  return answer;
}

Mlr::Answer Mlr::answer() const {
  Answer answer;
  for (const Way& way : ways_) answer.goals.push_back(answer_for(way));
  answer.lowest_unmeasured = as_load(lowest_unmeasured_);
  return answer;
}

std::string_view name_of(Mlr::Irregular irregular) {
  constexpr std::string_view kNames[] = {"no", "max_is_lower_bound", "min_is_upper_bound", "not_measured",
                                         "unfinished"};
  return kNames[static_cast<std::size_t>(irregular)];
}

}  // namespace pktgen
