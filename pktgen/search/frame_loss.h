#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/loss_point.h"

namespace pktgen {

/// Frame loss rate, RFC 2544 section 26.3: 100 % of the line rate, then less and less, until two trials in a
/// row lose nothing. A trial that can't be measured breaks the row.
class FrameLoss {
 public:
  static constexpr std::string_view kName = "frame_loss";

  struct Goal {
    FramesPerSecond max{};                            ///< 100 %: the line rate
    double step_percent = 10;                         ///< above 0, at most 10: the RFC allows no coarser one
    Nanoseconds duration = std::chrono::seconds(60);  ///< of each trial
    friend bool operator==(const Goal&, const Goal&) = default;
  };

  struct Answer {
    std::vector<LossPoint> points{};      ///< from the highest load down
    bool ended_clean = false;             ///< two in a row lost nothing; else the loads were used up
    std::vector<Inversion> inversions{};  ///< loads that lost frames below one that lost none
    friend bool operator==(const Answer&, const Answer&) = default;
  };

  static Result<void> check(const Goal& goal);
  explicit FrameLoss(const Goal& goal) : goal_(goal) {}

  std::optional<Question> next() const;
  void learn(const Question& question, const Reply& reply) {
    points_.push_back(loss_point(question, reply, 0));
  }
  void give_up(const Question& question) { points_.push_back({.load = question.load}); }
  Answer answer() const { return {points_, has_ended_clean(), inversions(points_)}; }

 private:
  bool has_ended_clean() const;

  Goal goal_;
  std::vector<LossPoint> points_{};
};

}  // namespace pktgen
