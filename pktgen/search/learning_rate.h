#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "search/question.h"

namespace pktgen {

/// Address learning rate, RFC 2889 section 5.8: the highest rate of new addresses at which a switch learns
/// each one, by bisection of the rate's logarithm, for it may be anything from 50 a second to line rate.
///
/// Questions and replies as of AddressCapacity; the number of addresses is fixed and must be one that fits.
class LearningRate {
 public:
  static constexpr std::string_view kName = "learning_rate";

  struct Goal {
    std::uint64_t addresses = 1000;  ///< 2 or more, not above the capacity
    FramesPerSecond least{}, max{};  ///< `max` is tried first
    double precision_ratio = 0.01;   ///< how far below a rate that failed the answer may lie, of that rate
    friend bool operator==(const Goal&, const Goal&) = default;
  };

  struct Answer {
    std::optional<FramesPerSecond> rate{};  ///< all were learned
    std::optional<FramesPerSecond> lowest_failed{}, lowest_unmeasured{};
    bool is_within_precision = false;
    friend bool operator==(const Answer&, const Answer&) = default;
  };

  static Result<void> check(const Goal& goal);
  explicit LearningRate(Goal goal) : goal_(goal) {}

  std::optional<Question> next() const;
  void learn(const Question& question, const Reply& reply);
  void give_up(const Question& question);
  Answer answer() const;

 private:
  bool is_close(FramesPerSecond low, FramesPerSecond high) const;

  Goal goal_;
  std::optional<FramesPerSecond> passed_{}, ceiling_{}, failed_{}, unmeasured_{};
};

}  // namespace pktgen
