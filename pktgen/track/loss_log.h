#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pktgen {

/// A test frame as its receiver saw it; nanoseconds of the tester's clock, of `due_ns` the lower 48 bits.
struct SeenFrame {
  std::uint64_t number = 0, due_ns = 0, arrival_ns = 0;
  friend bool operator==(const SeenFrame&, const SeenFrame&) = default;
};

/// Numbers of a stream that weren't there when a higher one came.
struct Gap {
  std::uint64_t id = 0;               ///< counts gaps from 1 on
  std::size_t stream = 0;             ///< its place in the receiver's table
  std::uint64_t first = 0, last = 0;  ///< of the numbers
  std::uint64_t missing = 0;          ///< of these, that haven't come since
  std::optional<SeenFrame> before{};  ///< number `first - 1`; nothing: `first` is the stream's first
  std::optional<SeenFrame> after{};   ///< number `last + 1`; nothing: nothing came any more
};

/// Gaps in the numbers of a port's streams, in memory taken beforehand: the first `most` of them whole, of
/// the rest their count. A gap that is filled by frames that were only late is none, and goes.
class LossLog {
 public:
  explicit LossLog(std::size_t most) : most_(most) { kept_.reserve(most); }

  /// Notes a gap, all of which is missing, and returns its id.
  std::uint64_t add(Gap gap);

  /// A number below the highest one came for the first time.
  void filled(std::size_t stream, std::uint64_t number);

  /// The gap, if it is still one and remembered.
  const Gap* find(std::uint64_t id) const;

  std::uint64_t events() const { return events_; }  ///< gaps of which something is missing
  std::uint64_t frames() const { return frames_; }  ///< all that is missing
  const std::vector<Gap>& kept() const { return kept_; }
  std::uint64_t unkept() const { return events_ - kept_.size(); }
  /// Numbers that came so late that their gap wasn't remembered any more: they are in `frames`, wrongly.
  std::uint64_t unmatched() const { return unmatched_; }

 private:
  static constexpr std::size_t kRecent = 64;  // gaps beyond `most_`, in which late frames are looked for

  static bool has(const Gap& gap, std::size_t stream, std::uint64_t number) {
    return gap.missing != 0 && gap.stream == stream && gap.first <= number && number <= gap.last;
  }
  void fill(Gap& gap);

  std::size_t most_;
  std::vector<Gap> kept_;
  std::array<Gap, kRecent> recent_{};
  std::uint64_t newest_ = 0, events_ = 0, frames_ = 0, unmatched_ = 0;
};

}  // namespace pktgen
