#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/inversion.h"
#include "search/question.h"

namespace pktgen {

/// Throughput, RFC 2544 section 26.1: the highest load at which no more is lost than is accepted, by
/// bisection from the maximum down.
///
/// Any loss, in however short a trial, rules a load and all above it out; only a trial of the full length
/// makes an answer. Where a long trial fails after a short one passed, short ones are trusted no more: the
/// search steps down in doubling steps with long ones until one passes, and bisects from there. A load that
/// can't be measured bounds the search like a failure, but is told apart.
class Throughput {
 public:
  static constexpr std::string_view kName = "throughput";

  struct Goal {
    FramesPerSecond max{};           ///< tried first: the line rate, or what the port can send
    FramesPerSecond precision{};     ///< 1 or more: how far below a load that failed the answer may lie
    double accepted_loss_ratio = 0;  ///< 0 ... below 1; 0 is the RFC's definition
    Nanoseconds search_duration = std::chrono::seconds(10);  ///< up to `final_duration`
    Nanoseconds final_duration = std::chrono::seconds(60);   ///< of the trial behind the answer
    std::uint32_t spot_checks = 0;  ///< trials in the widest gaps between loads tried, to find a hole
    friend bool operator==(const Goal&, const Goal&) = default;
  };

  struct Answer {
    /// The highest load that passed for `final_duration`, below each load that failed; nothing if none did.
    std::optional<FramesPerSecond> throughput{};
    std::optional<FramesPerSecond> lowest_failed{};
    std::optional<FramesPerSecond> lowest_unmeasured{};  ///< given up above the throughput
    bool is_within_precision = false;                    ///< of a load that failed, or the maximum passed
    std::vector<Inversion> inversions{};
    friend bool operator==(const Answer&, const Answer&) = default;
  };

  static Result<void> check(const Goal& goal);
  explicit Throughput(const Goal& goal) : goal_(goal) {}

  std::optional<Question> next() const;
  void learn(const Question& question, const Reply& reply);
  void give_up(const Question& question);
  Answer answer() const;

 private:
  std::optional<Question> bound() const;
  std::optional<Question> spot_check() const;
  std::optional<FramesPerSecond> highest_pass(bool full_length_only) const;
  bool is_full_length(Nanoseconds duration) const { return duration >= goal_.final_duration; }
  void lower(const Question& question);

  Goal goal_;
  std::vector<Judged> judged_{};
  std::vector<FramesPerSecond> unmeasured_{};  // spot checks too
  std::optional<FramesPerSecond> ceiling_{};   // the lowest load that failed or that ended the way up
  std::optional<FramesPerSecond> lowest_failed_{};
  std::optional<FramesPerSecond> lowest_unmeasured_{};
  bool distrusts_short_ = false;
  double back_off_ = 0;  // frames a second of the next step down, while no full-length trial has passed
  std::uint32_t spot_checks_ = 0;
};

}  // namespace pktgen
