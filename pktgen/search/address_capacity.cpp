#include "search/address_capacity.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

#include "search/check.h"
#include "search/lower_of.h"

namespace pktgen {
namespace {

constexpr std::uint64_t kFewest = 2, kMost = 10'000'000;
constexpr std::uint32_t kHints = 2;  // a table of buckets gives ever other ones: then halves are quicker

}  // namespace

Result<void> AddressCapacity::check(const Goal& goal) {
  if (goal.most < kFewest || goal.most > kMost)
    return fail(ErrorKind::plan,
                fmt::format("most: {} to {} addresses are wanted, {} were found", kFewest, kMost, goal.most));
  return check_load("learning_rate", goal.learning_rate);
}

std::optional<Question> AddressCapacity::next() const {
  if (above() - known_ <= 1) return std::nullopt;
  const std::uint64_t middle = known_ + (above() - known_) / 2;
  const std::uint64_t addresses = !ceiling_ ? goal_.most : hint_.value_or(middle);
  const double time_ns = static_cast<double>(addresses) / goal_.learning_rate.count * 1e9;
  return Question{
      .load = goal_.learning_rate, .duration = Nanoseconds(std::llround(time_ns)), .burst_frames = addresses};
}

void AddressCapacity::learn(const Question& question, const Reply& reply) {
  const bool was_hint = hint_ == question.burst_frames;
  hint_.reset();
  if (passes(reply, 0)) {
    known_ = question.burst_frames;
    if (was_hint && known_ + 1 < above()) hint_ = known_ + 1;
    return;
  }
  ceiling_ = question.burst_frames;
  failed_ = lower_of(failed_, question.burst_frames);
  const std::uint64_t held = reply.offered - reply.lost + 1;
  held_ = std::max(held_, held);
  const std::uint64_t hint = std::max(held, kFewest);  // where none was known the fewest tell whether any is
  if (hint <= known_ || hint >= *ceiling_ || hints_ == kHints) return;
  hint_ = hint;
  ++hints_;
}

void AddressCapacity::give_up(const Question& question) {
  hint_.reset();
  ceiling_ = question.burst_frames;
  unmeasured_ = lower_of(unmeasured_, question.burst_frames);
}

AddressCapacity::Answer AddressCapacity::answer() const {
  Answer answer{.lowest_failed = failed_, .lowest_unmeasured = unmeasured_, .most_held = held_};
  if (known_ < kFewest) return answer;
  answer.capacity = known_;
  answer.reached_most = known_ == goal_.most;
  answer.is_exact = failed_ == known_ + 1;
  return answer;
}

}  // namespace pktgen
