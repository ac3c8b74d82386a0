#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "search/question.h"

namespace pktgen {

/// How long a switch remembers an address that says nothing more (IEEE 802.1Q section 8.8.3; RFC 2889 needs
/// it to be known, and doesn't measure it).
///
/// Each question shows `kProbes` addresses and asks after each one once, one a step: its load is steps a
/// second, its duration the silence of the address that is asked after last. An address is asked after once,
/// for none of the answers may disturb another. Of a reply the lost are those that were forgotten, which are
/// taken for the oldest. Then the step in which it happened is looked at in the same way.
class AgeingTime {
 public:
  static constexpr std::string_view kName = "ageing_time";
  static constexpr std::uint64_t kProbes = 16;

  struct Goal {
    Nanoseconds longest = std::chrono::minutes(20);    ///< that is looked for
    Nanoseconds resolution = std::chrono::seconds(1);  ///< between the bounds of the answer
    friend bool operator==(const Goal&, const Goal&) = default;
  };

  struct Answer {
    Nanoseconds remembered{};                ///< still known after so long; zero: never seen to be known
    std::optional<Nanoseconds> forgotten{};  ///< not known any more; nothing: never seen to be forgotten
    bool is_within_resolution = false;
    bool contradicts_itself = false;  ///< a trial knew what one before had forgotten sooner
    friend bool operator==(const Answer&, const Answer&) = default;
  };

  static Result<void> check(const Goal& goal);
  explicit AgeingTime(Goal goal) : goal_(goal) {}

  std::optional<Question> next() const;
  void learn(const Question& question, const Reply& reply);
  void give_up(const Question&) { is_given_up_ = true; }  // every further one would lie within it
  Answer answer() const;

 private:
  Nanoseconds step() const;

  Goal goal_;
  Nanoseconds remembered_{};
  std::optional<Nanoseconds> forgotten_{};
  bool is_given_up_ = false, contradicts_itself_ = false;
};

}  // namespace pktgen
