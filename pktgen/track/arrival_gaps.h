#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace pktgen {

/// A time in which nothing of a stream came, between two frames that did.
struct SilentTime {
  std::uint64_t from_ns = 0, to_ns = 0;            ///< arrival of the last before and of the first after
  std::uint64_t last_before = 0, first_after = 0;  ///< their numbers
  std::uint64_t came_before = 0;                   ///< numbers that had come until then, each once
  friend bool operator==(const SilentTime&, const SilentTime&) = default;
};

/// Keeps the times in which nothing of one stream came for longer than `least_ns` and a number was passed
/// over: the first `kMost` of them. Where none was passed over our own receiver may have stood still, so then
/// only what is `kLull` times longer is kept.
class ArrivalGaps {
 public:
  static constexpr std::size_t kMost = 64;
  static constexpr std::uint64_t kLull = 100;
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  explicit ArrivalGaps(std::uint64_t least_ns = kNone) : least_ns_(least_ns) {
    if (least_ns != kNone) gaps_.reserve(kMost);
  }

  /// Frames that came, in order of arrival; `came_before` numbers had come until then.
  void on_many(std::span<const std::uint64_t> arrived_ns, std::span<const std::uint64_t> sequences,
               std::uint64_t came_before) {
    const bool may_be_silent = has_begun_ && arrived_ns.back() - newest_ns_ > least_ns_;
    if (may_be_silent) [[unlikely]]
      look(arrived_ns, sequences, came_before);
    has_begun_ = true;
    newest_ns_ = arrived_ns.back();
    newest_ = sequences.back();
  }

  const std::vector<SilentTime>& gaps() const { return gaps_; }
  std::uint64_t beyond() const { return beyond_; }  ///< how many more there were

 private:
  /// A number that came twice counts twice here: `came_before` is of the burst's begin.
  void look(std::span<const std::uint64_t> arrived_ns, std::span<const std::uint64_t> sequences,
            std::uint64_t came_before) {
    for (std::size_t i = 0; i < arrived_ns.size(); ++i) {
      const std::uint64_t silent = arrived_ns[i] - std::min(arrived_ns[i], newest_ns_);
      const bool counts = silent > least_ns_ && (sequences[i] > newest_ + 1 || silent / kLull > least_ns_);
      if (counts && gaps_.size() < kMost)
        gaps_.push_back({newest_ns_, arrived_ns[i], newest_, sequences[i], came_before + i});
      else if (counts) ++beyond_;
      newest_ns_ = arrived_ns[i];
      newest_ = sequences[i];
    }
  }

  std::uint64_t least_ns_;
  bool has_begun_ = false;
  std::uint64_t newest_ns_ = 0, newest_ = 0;
  std::uint64_t beyond_ = 0;
  std::vector<SilentTime> gaps_{};
};

}  // namespace pktgen
