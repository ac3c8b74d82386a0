#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "search/question.h"

namespace pktgen {

/// Address caching capacity, RFC 2889 section 5.7: the largest number of addresses of which a switch knows
/// each one afterwards, found exactly.
///
/// A question's burst is the number of addresses shown, its load the rate at which they are; of its reply
/// the offered are those that were asked after (all but the one that asks), the lost those that the switch
/// didn't know. The search bisects, but first tries the number that a trial with too many left known, and
/// the one above: a table that just fills up has its answer after three trials.
class AddressCapacity {
 public:
  static constexpr std::string_view kName = "address_capacity";

  struct Goal {
    std::uint64_t most = 65'536;          ///< tried first; 2 or more
    FramesPerSecond learning_rate{1000};  ///< slow enough for the switch: RFC 2889 says 50 may be
    friend bool operator==(const Goal&, const Goal&) = default;
  };

  struct Answer {
    std::optional<std::uint64_t> capacity{};           ///< all of them were known
    std::optional<std::uint64_t> lowest_failed{};      ///< some of them weren't
    std::optional<std::uint64_t> lowest_unmeasured{};  ///< given up
    std::uint64_t most_held = 0;  ///< known at most in a trial that failed, the one that asks included
    bool is_exact = false;        ///< one more failed
    bool reached_most = false;    ///< all that were to be tried were known: it may hold more
    friend bool operator==(const Answer&, const Answer&) = default;
  };

  static Result<void> check(const Goal& goal);
  explicit AddressCapacity(Goal goal) : goal_(goal) {}

  std::optional<Question> next() const;
  void learn(const Question& question, const Reply& reply);
  void give_up(const Question& question);
  Answer answer() const;

 private:
  std::uint64_t above() const { return ceiling_.value_or(goal_.most + 1); }

  Goal goal_;
  std::uint64_t known_ = 1;  // of so many all are: one address is there by asking
  std::optional<std::uint64_t> ceiling_{}, failed_{}, unmeasured_{};
  std::optional<std::uint64_t> hint_{};
  std::uint32_t hints_ = 0;  // taken from trials that failed
  std::uint64_t held_ = 0;
};

}  // namespace pktgen
