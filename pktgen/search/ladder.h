#pragma once
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "search/loss_point.h"

namespace pktgen {

/// Each load of a list once, in its order, whatever comes out.
class Ladder {
 public:
  static constexpr std::string_view kName = "ladder";

  struct Goal {
    std::vector<FramesPerSecond> loads{};             ///< each above zero
    Nanoseconds duration = std::chrono::seconds(10);  ///< of each trial
    double accepted_loss_ratio = 0;                   ///< 0 ... below 1
    friend bool operator==(const Goal&, const Goal&) = default;
  };

  struct Answer {
    std::vector<LossPoint> points{};                 ///< in the order asked
    std::optional<FramesPerSecond> highest_clean{};  ///< that passed, below each load that failed
    std::vector<Inversion> inversions{};
    friend bool operator==(const Answer&, const Answer&) = default;
  };

  static Result<void> check(const Goal& goal);
  explicit Ladder(Goal goal) : goal_(std::move(goal)) {}

  std::optional<Question> next() const;
  void learn(const Question& question, const Reply& reply);
  void give_up(const Question& question) { points_.push_back({.load = question.load}); }
  Answer answer() const;

 private:
  Goal goal_;
  std::vector<LossPoint> points_{};
};

}  // namespace pktgen
