#pragma once
#include <cassert>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "search/question.h"

namespace pktgen {

/// How a search goes about it. It asks and learns; it never waits, sends or prints, and what it asks next
/// depends on nothing but its goal and what it has learnt.
template <class S>
concept Strategy = requires(S strategy, const S& known, const typename S::Goal& goal,
                            const Question& question, const Reply& reply) {
  { S::kName } -> std::convertible_to<std::string_view>;
  { S::check(goal) } -> std::same_as<Result<void>>;
  S{goal};
  { known.next() } -> std::same_as<std::optional<Question>>;
  strategy.learn(question, reply);  // of a measured reply to what `next` asked
  strategy.give_up(question);       // what `next` asked can't be measured
  { known.answer() } -> std::same_as<typename S::Answer>;
};

/// What bounds a search beside its goal.
struct Limits {
  std::uint32_t repeats = 3;      ///< of a trial that wasn't measured, before it is given up
  std::uint32_t trials = 10'000;  ///< at most, repeats included
  Nanoseconds time = kForever;    ///< of sending and draining, in all
  friend bool operator==(const Limits&, const Limits&) = default;
};

/// A question and what was heard.
struct Heard {
  Question question{};
  Reply reply{};
  friend bool operator==(const Heard&, const Heard&) = default;
};

enum class Ended : std::uint8_t { not_yet, complete, trials_used_up, time_used_up };

/// "not_yet", "complete", "trials_used_up", "time_used_up".
constexpr std::string_view name_of(Ended ended) {
  constexpr std::string_view kNames[] = {"not_yet", "complete", "trials_used_up", "time_used_up"};
  return kNames[static_cast<std::size_t>(ended)];
}

/// How a search went: part of its answer, for an answer from trials that weren't measured isn't whole.
struct Course {
  Ended ended = Ended::not_yet;
  std::uint64_t trials = 0;        ///< in all
  std::uint64_t not_measured = 0;  ///< of them
  Nanoseconds time{};              ///< of sending and draining
  std::vector<Heard> given_up{};   ///< what couldn't be measured, with the last reply
  friend bool operator==(const Course&, const Course&) = default;
};

/// A search of any kind: repeats what wasn't measured, keeps what was heard, ends in time.
///
///     next -> measure -> learn, until next() is nothing; then answer()
///
/// A trial that wasn't measured is asked for again up to `Limits::repeats` times and is then given up: it is
/// never a loss and never a pass. What was heard is the whole state (json_state.h).
template <Strategy S>
class Search {
 public:
  using Goal = typename S::Goal;

  /// Fails (plan) for a goal that can't be reached, naming the field.
  static Result<Search> begin(Goal goal, Limits limits = {}) {
    if (auto checked = S::check(goal); !checked) return within(S::kName, checked.error());
    return Search(std::move(goal), limits);
  }

  /// The next trial; nothing once the search has ended.
  std::optional<Question> next() const { return look_ahead().question; }

  /// Takes in the reply to what `next()` asks.
  void learn(const Question& question, Reply reply) {
    assert(next() == question);
    if (reply.is_measured()) reply.not_measured = nonsense_in(reply);
    heard_.push_back({question, std::move(reply)});
    course_.trials = heard_.size();
    course_.time += question.duration + question.drain;
    if (heard_.back().reply.is_measured()) {
      in_vain_ = 0;
      strategy_.learn(question, heard_.back().reply);
      return;
    }
    ++course_.not_measured;
    if (++in_vain_ <= limits_.repeats) return;
    in_vain_ = 0;
    course_.given_up.push_back(heard_.back());
    strategy_.give_up(question);
  }

  /// What is known so far; the whole answer once `course().ended` is `complete`.
  typename S::Answer answer() const { return strategy_.answer(); }

  Course course() const {
    Course course = course_;
    course.ended = look_ahead().ended;
    return course;
  }

  const Goal& goal() const { return goal_; }
  const Limits& limits() const { return limits_; }
  const std::vector<Heard>& heard() const { return heard_; }

 private:
  struct Ahead {
    std::optional<Question> question{};
    Ended ended = Ended::not_yet;
  };

  Search(Goal goal, Limits limits) : goal_(std::move(goal)), limits_(limits), strategy_(goal_) {}

  Ahead look_ahead() const {
    std::optional<Question> wanted = in_vain_ > 0 ? heard_.back().question : strategy_.next();
    if (!wanted) return {{}, Ended::complete};
    if (heard_.size() >= limits_.trials) return {{}, Ended::trials_used_up};
    if (course_.time + wanted->duration + wanted->drain > limits_.time) return {{}, Ended::time_used_up};
    return {wanted, Ended::not_yet};
  }

  Goal goal_;
  Limits limits_;
  S strategy_;
  std::vector<Heard> heard_{};
  Course course_;
  std::uint32_t in_vain_ = 0;  // replies in a row that weren't measured
};

}  // namespace pktgen
