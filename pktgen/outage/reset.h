#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/question.h"

namespace pktgen {

/// Reset, RFC 2544 section 26.6 as RFC 6201 has it: for how long a device that is reset forwards nothing. Who
/// resets it is somebody else; each trial sees the device before, in and after one reset.
class Reset {
 public:
  static constexpr std::string_view kName = "reset";

  struct Goal {
    FramesPerSecond load{};
    Nanoseconds stable_for{};  ///< of forwarding, before the reset and after it; RFC 2544: 15 s and more
    Nanoseconds wait{};        ///< from when the device may be reset to its first frame after that
    std::uint32_t repetitions = 3;
    friend bool operator==(const Goal&, const Goal&) = default;
  };

  /// One reset, by both methods of RFC 6201 section 4.
  struct Figure {
    std::vector<Outage> outages{};  ///< in order, of both directions
    Nanoseconds by_timestamps{};    ///< from the last frame before the first to the first after the last
    std::optional<Nanoseconds> by_loss{};   ///< lost frames by offered rate; nothing where a link was down
    std::uint32_t most_in_a_direction = 0;  ///< outages
    std::uint64_t lost_outside = 0;         ///< frames that no outage explains
    Nanoseconds value() const { return by_loss.value_or(by_timestamps); }
    friend bool operator==(const Figure&, const Figure&) = default;
  };

  struct Answer {
    std::vector<Figure> resets{};
    std::uint32_t unmeasured = 0;
    std::optional<Nanoseconds> mean{}, min{}, max{};  ///< of their values
    Nanoseconds resolution{};                         ///< between two frames
    friend bool operator==(const Answer&, const Answer&) = default;
  };

  static Result<void> check(const Goal& goal);
  explicit Reset(const Goal& goal) : goal_(goal) {}

  /// The longest that the trial may take.
  std::optional<Question> next() const;
  void learn(const Question& question, const Reply& reply);
  void give_up(const Question&) { ++unmeasured_; }
  Answer answer() const;

 private:
  Goal goal_;
  std::vector<Figure> resets_{};
  std::uint32_t unmeasured_ = 0;
};

}  // namespace pktgen
