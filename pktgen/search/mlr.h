#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/inversion.h"
#include "search/mlr_load.h"
#include "search/question.h"

namespace pktgen {

/// MLRsearch, draft-ietf-bmwg-mlrsearch-15: the conditional throughput for several goals at once, each trial
/// used for all of them.
///
/// Load classification, relevant bounds and conditional throughput are the draft's. Which load is next is
/// left free there; here each goal is reached by way of coarser ones (shorter sums, doubled widths), the
/// first load after the maximum is what the device forwarded there, steps away from it double, and between
/// two bounds the logarithm is halved. Of several goals' wishes the lowest load is tried first, for an upper
/// bound found low makes the others needless. Durations are of sending, without waits.
class Mlr {
 public:
  static constexpr std::string_view kName = "mlr";

  struct Goal {
    FramesPerSecond min{}, max{};  ///< max: the line rate, or what the port can send
    std::vector<MlrGoal> goals{};  ///< at least one
    Nanoseconds initial_duration = std::chrono::seconds(1);  ///< of the coarsest trials
    std::uint32_t coarser_targets = 2;                       ///< before each goal; at most 8
    friend bool operator==(const Goal&, const Goal&) = default;
  };

  /// Why a goal's result isn't regular, by the draft's definition.
  enum class Irregular : std::uint8_t {
    no,
    max_is_lower_bound,
    min_is_upper_bound,
    not_measured,
    unfinished
  };

  struct GoalAnswer {
    MlrGoal goal{};
    std::optional<FramesPerSecond> relevant_lower_bound{};  ///< the largest below the relevant upper bound
    std::optional<FramesPerSecond> relevant_upper_bound{};  ///< the smallest
    std::optional<FramesPerSecond> conditional_throughput{};
    Irregular irregular = Irregular::unfinished;
    std::vector<Inversion> inversions{};  ///< upper bounds below a lower bound
    friend bool operator==(const GoalAnswer&, const GoalAnswer&) = default;
  };

  struct Answer {
    std::vector<GoalAnswer> goals{};  ///< in the order asked
    std::optional<FramesPerSecond> lowest_unmeasured{};
    friend bool operator==(const Answer&, const Answer&) = default;
  };

  static Result<void> check(const Goal& goal);
  explicit Mlr(const Goal& goal);

  std::optional<Question> next() const;
  void learn(const Question& question, const Reply& reply);
  void give_up(const Question& question);
  Answer answer() const;

 private:
  /// What is known of the loads for one goal; nothing: no such load.
  struct Bounds {
    std::optional<double> lower{}, upper{};
  };
  /// One goal on its way, the coarsest target first and the goal itself last.
  struct Way {
    std::vector<MlrGoal> targets{};
    std::size_t at = 0;
    Bounds before{};  // of the target before
  };

  Bounds bounds(const MlrGoal& target, std::optional<double> ceiling) const;
  bool is_reached(const Bounds& bounds, const MlrGoal& target) const;
  double wanted_load(const Way& way) const;
  double first_guess() const;
  void settle();
  GoalAnswer answer_for(const Way& way) const;

  Goal goal_;
  std::vector<Way> ways_{};
  std::map<double, std::vector<MlrTrial>> loads_{};  // by frames a second
  std::optional<double> lowest_unmeasured_{};
};

/// "no", "max_is_lower_bound", "min_is_upper_bound", "not_measured", "unfinished".
std::string_view name_of(Mlr::Irregular irregular);

}  // namespace pktgen
