#include "search/mlr_load.h"

#include <algorithm>

namespace pktgen {
namespace {

// Whole nanoseconds as doubles: sums are exact below 104 days.
double length(const MlrTrial& trial) { return static_cast<double>(trial.duration.count()); }

/// Time spent at one load by the kind of trial.
struct Sums {
  double full_low = 0, full_high = 0, short_low = 0, short_high = 0;
};

Sums sum_up(std::span<const MlrTrial> trials, const MlrGoal& goal) {
  Sums sums;
  for (const MlrTrial& trial : trials) {
    const bool is_full = trial.duration >= goal.final_duration;
    const bool is_high = trial.loss_ratio > goal.loss_ratio;
    double& sum =
        is_full ? (is_high ? sums.full_high : sums.full_low) : (is_high ? sums.short_high : sums.short_low);
    sum += length(trial);
  }
  return sums;
}

}  // namespace

MlrBound classify(std::span<const MlrTrial> trials, const MlrGoal& goal) {
  const Sums sums = sum_up(trials, goal);
  // Short trials without loss can only cancel short ones with it.
  const double allowed = sums.short_low * goal.exceed_ratio / (1 - goal.exceed_ratio);
  const double high = sums.full_high + std::max(0.0, sums.short_high - allowed);
  const double whole = std::max(sums.full_low + high, static_cast<double>(goal.duration_sum.count()));
  const double limit = whole * goal.exceed_ratio;
  const bool may_be_lower = high <= limit;
  const bool must_be_lower = whole - sums.full_low <= limit;
  if (may_be_lower == must_be_lower) return may_be_lower ? MlrBound::lower : MlrBound::upper;
  return MlrBound::undecided;
}

double conditional_part(std::span<const MlrTrial> trials, const MlrGoal& goal) {
  std::vector<MlrTrial> full;
  std::ranges::copy_if(trials, std::back_inserter(full),
                       [&](const MlrTrial& trial) { return trial.duration >= goal.final_duration; });
  std::ranges::stable_sort(full, {}, &MlrTrial::loss_ratio);
  double sum = 0;
  for (const MlrTrial& trial : full) sum += length(trial);
  double remaining = std::max(sum, static_cast<double>(goal.duration_sum.count())) * (1 - goal.exceed_ratio);
  double quantile = 1;
  for (const MlrTrial& trial : full) {
    quantile = trial.loss_ratio;
    remaining -= length(trial);
    if (remaining <= 0) return 1 - quantile;
  }
  return 0;
}

}  // namespace pktgen
