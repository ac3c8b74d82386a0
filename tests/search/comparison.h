#pragma once
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "search/mlr.h"
#include "search/simulated.h"
#include "search/throughput.h"

namespace pktgen::comparison {

enum class Kind : std::uint8_t {
  clean,      ///< loses only what is above its capacity
  noisy,      ///< and of what it forwards a frame in ten million, at random
  collapsing  ///< forwards a tenth less than its capacity once more than that comes
};

/// A device whose capacity was drawn evenly from 6.93 to 7.07 million frames a second.
struct Sample {
  Kind kind{};
  double capacity = 0;
  Device device{};

  /// The highest load of which no more than this ratio is lost. A collapsing device knows no little loss.
  double carries(double loss_ratio) const {
    return kind == Kind::collapsing ? capacity : capacity / (1 - loss_ratio);
  }
};

inline Sample sample(Kind kind, std::uint64_t seed) {
  const double drawn = static_cast<double>(draw(seed, 0) >> 11) * 0x1p-53;
  const double capacity = std::floor(6.93e6 + drawn * 0.14e6);
  if (kind == Kind::collapsing) return {kind, capacity, collapsing_device(capacity, 0.9 * capacity)};
  const Device clean = device_of_capacity(capacity);
  return {kind, capacity, kind == Kind::clean ? clean : losing_at_random(clean, 1e-7, seed)};
}

/// What a search found for one of its goals.
struct Found {
  std::string goal{};
  double loss_ratio = 0;
  double load = 0;  ///< frames a second; 0: none passed
};

struct Run {
  std::size_t trials = 0;
  double time = 0;  ///< seconds of sending and of waiting for stragglers
  std::vector<Found> found{};
};

inline constexpr double kPrecision = 35'000;  // frames a second: 0.5 % of 7 million, as kWidth
inline constexpr double kWidth = 0.005;

inline Run bisection(const Device& device, Nanoseconds on_the_way, Nanoseconds at_the_end,
                     double accepted = 0) {
  const auto search = searched<Throughput>({.max = kLine,
                                            .precision = {kPrecision},
                                            .accepted_loss_ratio = accepted,
                                            .search_duration = on_the_way,
                                            .final_duration = at_the_end},
                                           device);
  const double load = search.answer().throughput.value_or(FramesPerSecond{0}).count;
  return {search.course().trials,
          seconds(search.course().time),
          {{accepted > 0 ? "0.001 % lost" : "nothing lost", accepted, load}}};
}

inline Run mlr(const Device& device, const std::vector<MlrGoal>& goals) {
  const auto search = searched<Mlr>({.min = {9'001}, .max = kLine, .goals = goals}, device);
  Run run{search.course().trials, seconds(search.course().time), {}};
  for (const auto& answer : search.answer().goals) {
    std::string name = answer.goal.loss_ratio > 0 ? "0.5 % lost" : "nothing lost";
    if (answer.goal.exceed_ratio > 0) name += ", in half of the time";
    const double load = answer.relevant_lower_bound.value_or(FramesPerSecond{0}).count;
    run.found.push_back({std::move(name), answer.goal.loss_ratio, load});
  }
  return run;
}

struct Contender {
  const char* name;
  Run (*run)(const Device&);
};

inline std::vector<Contender> contenders() {
  using std::chrono::seconds;
  static constexpr Nanoseconds kShort = seconds(1), kMinute = seconds(60);
  return {
      {"bisection, 60 s", [](const Device& device) { return bisection(device, kMinute, kMinute); }},
      {"bisection, 10 s then 60 s",
       [](const Device& device) { return bisection(device, seconds(10), kMinute); }},
      {"the same, accepting 0.001 %",
       [](const Device& device) { return bisection(device, seconds(10), kMinute, 1e-5); }},
      {"MLR, 60 s", [](const Device& device) { return mlr(device, {{.width = kWidth}}); }},
      {"MLR, 60 s, two goals",
       [](const Device& device) {
         return mlr(device, {{.width = kWidth}, {.loss_ratio = 0.005, .exceed_ratio = 0.5, .width = kWidth}});
       }},
      {"bisection, 1 s", [](const Device& device) { return bisection(device, kShort, kShort); }},
      {"MLR, 1 s, 21 s in all, two goals",
       [](const Device& device) {
         const MlrGoal none{
             .exceed_ratio = 0.5, .final_duration = kShort, .duration_sum = seconds(21), .width = kWidth};
         MlrGoal some = none;
         some.loss_ratio = 0.005;
         return mlr(device, {none, some});
       }},
  };
}

/// What a contender did on many devices. Middle values are the lower of two.
struct Tally {
  std::string goal{};
  std::size_t trials = 0;      ///< in the middle
  double time = 0, worst = 0;  ///< seconds, in the middle and at most
  double error = 0;            ///< of the truth, in the middle; -1: no load passed
  double lowest = 0, highest = 0;
  std::size_t above = 0;  ///< answers more than a millionth above the truth
};

template <class Value>
Value middle_of(std::vector<Value> values) {
  std::ranges::sort(values);
  return values.at((values.size() - 1) / 2);
}

/// One for each goal of the contender; of devices of the seeds 1 to `devices`.
inline std::vector<Tally> tallies(const Contender& contender, Kind kind, std::size_t devices) {
  std::vector<std::size_t> trials;
  std::vector<double> times;
  std::vector<std::vector<double>> errors;
  std::vector<Tally> of_goals;
  for (std::uint64_t seed = 1; seed <= devices; ++seed) {
    const Sample tried = sample(kind, seed);
    const Run run = contender.run(tried.device);
    trials.push_back(run.trials);
    times.push_back(run.time);
    errors.resize(run.found.size());
    of_goals.resize(run.found.size());
    for (std::size_t i = 0; i < run.found.size(); ++i) {
      const Found& found = run.found[i];
      errors[i].push_back(found.load / tried.carries(found.loss_ratio) - 1);
      of_goals[i].goal = found.goal;
      of_goals[i].above += errors[i].back() > 1e-6;
    }
  }
  for (std::size_t i = 0; i < of_goals.size(); ++i) {
    Tally& tally = of_goals[i];
    tally.trials = middle_of(trials);
    tally.time = middle_of(times);
    tally.worst = std::ranges::max(times);
    tally.error = middle_of(errors[i]);
    tally.lowest = std::ranges::min(errors[i]);
    tally.highest = std::ranges::max(errors[i]);
  }
  return of_goals;
}

}  // namespace pktgen::comparison
