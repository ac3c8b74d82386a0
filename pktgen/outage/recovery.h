#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/question.h"

namespace pktgen {

/// System recovery, RFC 2544 section 26.5: for how long a device goes on losing frames after an overload has
/// become a load that it can carry. The same trial several times: 110 % of the throughput, or the line rate
/// if that is lower, then half of it.
///
/// A device that forwards at the line rate can't be overloaded: nothing is asked.
class Recovery {
 public:
  static constexpr std::string_view kName = "recovery";

  struct Goal {
    FramesPerSecond line_rate{};
    FramesPerSecond throughput{};  ///< measured or known before; same frames and directions
    Nanoseconds overload_for{};    ///< RFC 2544: 60 s and more
    Nanoseconds relief_for{};      ///< at half the load; what lasts longer isn't seen to end
    std::uint32_t repetitions = 5;
    friend bool operator==(const Goal&, const Goal&) = default;
  };

  struct Answer {
    bool is_applicable = true;  ///< false: the throughput is the line rate
    FramesPerSecond overload{}, relief{};
    std::vector<Outage> measured{};  ///< of each repetition that was: from the step to the last lost frame
    std::uint32_t without_loss = 0;  ///< repetitions whose overload lost nothing: they have no recovery
    std::uint32_t not_over = 0;      ///< repetitions that still lost frames as sending ended; in no figure
    std::uint32_t unmeasured = 0;    ///< repetitions that the tester couldn't do
    std::optional<Nanoseconds> mean{}, min{}, max{};
    Nanoseconds resolution{};  ///< between two frames after the step: as much longer it may have been
    Nanoseconds error{};       ///< on top, for frames that weren't sent
    friend bool operator==(const Answer&, const Answer&) = default;
  };

  static Result<void> check(const Goal& goal);
  explicit Recovery(const Goal& goal) : goal_(goal) {}

  /// The overload's load and the duration of both loads together.
  std::optional<Question> next() const;
  void learn(const Question& question, const Reply& reply);
  void give_up(const Question&) { ++unmeasured_; }
  Answer answer() const;

  /// What a device of such a goal is overloaded with.
  static FramesPerSecond overload_of(const Goal& goal);

 private:
  Goal goal_;
  std::vector<Outage> seen_{};
  std::uint32_t without_loss_ = 0, unmeasured_ = 0;
};

}  // namespace pktgen
