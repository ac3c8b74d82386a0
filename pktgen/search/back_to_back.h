#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/question.h"

namespace pktgen {

/// Back-to-back frames, RFC 9004 (which updates RFC 2544 section 26.4): the longest burst at the line rate,
/// after silence, of which nothing is lost, by bisection over its length; the whole search repeated.
///
/// A device that forwards at the line rate has no buffer to measure: the search asks nothing. A repetition
/// with a burst that can't be measured has no result and is counted.
class BackToBack {
 public:
  static constexpr std::string_view kName = "back_to_back";

  struct Goal {
    FramesPerSecond line_rate{};         ///< the maximum theoretical frame rate of RFC 9004
    FramesPerSecond throughput{};        ///< measured before, without loss, same frames and directions
    std::uint64_t max_burst_frames = 0;  ///< the search limit: a burst that passes there is no result
    std::uint64_t precision_frames = 1;  ///< the step size
    std::uint32_t repetitions = 50;      ///< of the whole search
    std::uint32_t verifications = 0;     ///< loss verification, ETSI TST009 section 12.3.3: more tries of a
                                         ///< burst that lost frames; it passes if any loses none
    friend bool operator==(const Goal&, const Goal&) = default;
  };

  struct Answer {
    bool is_applicable = true;            ///< false: the throughput is the line rate
    bool reached_limit = false;           ///< a burst of `max_burst_frames` passed: raise it; there's no mean
    std::vector<std::uint64_t> bursts{};  ///< the longest of each repetition; 0: even one frame was lost
    std::uint32_t unmeasured = 0;         ///< repetitions without a result
    std::optional<double> mean_frames{};  ///< the benchmark
    std::optional<double> deviation_frames{};  ///< standard deviation of the sample; of two bursts and more
    std::uint64_t min_frames = 0, max_frames = 0;
    /// The mean burst at the line rate, RFC 9004 section 6.4.
    std::optional<Nanoseconds> buffer_time{};
    /// That without the frames which left the buffer meanwhile: times (1 - throughput / line rate).
    std::optional<Nanoseconds> corrected_buffer_time{};
    friend bool operator==(const Answer&, const Answer&) = default;
  };

  /// The longest burst that RFC 9004 lets a search ask for: 30 seconds.
  static constexpr Nanoseconds kLongestBurst = std::chrono::seconds(30);

  static Result<void> check(const Goal& goal);
  explicit BackToBack(const Goal& goal);

  /// The drain is what the buffer needs to empty at the throughput, and the shortest drain.
  std::optional<Question> next() const;
  void learn(const Question& question, const Reply& reply);
  void give_up(const Question& question);
  Answer answer() const;

 private:
  bool is_applicable() const { return goal_.throughput < goal_.line_rate; }
  void begin_repetition();
  void settle();

  Goal goal_;
  std::vector<std::uint64_t> bursts_{};
  std::uint32_t unmeasured_ = 0;
  bool reached_limit_ = false;
  std::uint64_t low_ = 0;    // passed; a burst of no frames does
  std::uint64_t high_ = 0;   // failed; above the limit before the limit was tried
  std::uint32_t lossy_ = 0;  // tries of this burst that lost frames
};

}  // namespace pktgen
