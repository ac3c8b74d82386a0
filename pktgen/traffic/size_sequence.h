#pragma once
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "traffic/stream_spec.h"

namespace pktgen {

/// The mean of a mix in bytes: with the FCS, and with preamble and gap. Rounded once, from whole numbers.
double mean_frame_bytes(const SizeMix& mix);
double mean_wire_bytes(const SizeMix& mix);

/// Which part of a mix each frame of a stream is: a function of the frame's number.
///
/// In turn, the frames of each part lie as evenly as they can: number k of a part of weight w has its place
/// at (k + 1/2) / w of a cycle, and of two with the same place the earlier part comes first. At random,
/// frames are independent draws; probabilities are off by less than 10^-15.
class SizeSequence {
 public:
  /// The longest cycle, in frames.
  static constexpr std::uint64_t kLongestCycle = 1 << 20;

  /// Fails (plan) for a mix without parts, with more than 65,536 or a weight of zero, and for one in turn
  /// whose cycle (the sum of weights by their greatest common divisor) is longer than `kLongestCycle`.
  static Result<SizeSequence> of(const SizeMix& mix, std::uint64_t seed);

  /// The index of frame `n`'s part. Cheap when `n` goes on by one; the answer doesn't depend on what was
  /// asked before.
  std::uint16_t part_at(std::uint64_t n) {
    if (cycle_.empty()) return drawn(n);
    at_ = n == next_ ? at_ : n % cycle_.size();
    const std::uint16_t part = cycle_[at_];
    at_ = at_ + 1 == cycle_.size() ? 0 : at_ + 1;
    next_ = n + 1;
    return part;
  }

 private:
  /// One column of an alias table (Walker 1977, Vose 1991): below `below` the column's own part, else
  /// `other`.
  struct Column {
    std::uint64_t below = 0;
    std::uint16_t other = 0;
  };

  static std::vector<std::uint16_t> cycle_of(const std::vector<std::uint64_t>& weights);
  static std::vector<Column> columns_of(const std::vector<std::uint64_t>& weights, std::uint64_t sum);

  std::uint16_t drawn(std::uint64_t n) const {
    __extension__ using Wide = unsigned __int128;
    const Wide column = static_cast<Wide>(draw(seed_, n)) * columns_.size();
    const auto own = static_cast<std::uint16_t>(column >> 64);
    const Wide within = static_cast<Wide>(static_cast<std::uint64_t>(column)) * sum_;
    return static_cast<std::uint64_t>(within >> 64) < columns_[own].below ? own : columns_[own].other;
  }

  std::vector<std::uint16_t> cycle_{};  // of parts in turn
  std::uint64_t next_ = 0;              // whose part stands at `at_`
  std::size_t at_ = 0;
  std::vector<Column> columns_{};  // of random ones
  std::uint64_t sum_ = 0, seed_ = 0;
};

}  // namespace pktgen
