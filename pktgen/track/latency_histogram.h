#pragma once
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pktgen {

/// Latencies in nanoseconds, log-linear: exact below 256, then 128 steps an octave, so a percentile is right
/// to 1/128. Smallest, largest and mean are exact. Nothing is thrown away: a difference of stamps whose upper
/// half is set (2^47 and above, of 48 bits) is an arrival before the departure, and counted apart.
class LatencyHistogram {
 public:
  LatencyHistogram() : counts_(kBuckets) {}

  /// A frame arrived at `now_ns` that was due at `due_ns`, of which the lower 48 bits count.
  void record(std::uint64_t now_ns, std::uint64_t due_ns) { record_many({&now_ns, 1}, {&due_ns, 1}); }

  /// The same value `times` times.
  void record_times(std::uint64_t value, std::uint64_t times) {
    counts_[bucket_of(value)] += times;
    sum_ += value * times;
    min_ = value < min_ ? value : min_;
    max_ = value > max_ ? value : max_;
  }

  /// The same for many frames.
  void record_many(std::span<const std::uint64_t> now_ns, std::span<const std::uint64_t> due_ns) {
    std::uint64_t sum = 0, least = min_, most = max_;
    std::uint64_t* const counts = counts_.data();
    for (std::size_t i = 0; i < now_ns.size(); ++i) {
      const std::uint64_t value = (now_ns[i] - due_ns[i]) & kMask;
      if (value >> (kValueBits - 1) != 0) [[unlikely]] {
        ++negative_;
        continue;
      }
      ++counts[bucket_of(value)];
      sum += value;
      least = value < least ? value : least;
      most = value > most ? value : most;
    }
    sum_ += sum;
    min_ = least;
    max_ = most;
  }

  /// The same in as little memory as its values need.
  struct Packed {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> counts{};  ///< buckets that hold something
    std::uint64_t sum = 0, min = ~std::uint64_t{0}, max = 0, negative = 0;
  };

  /// All that the other holds as well.
  void add(const LatencyHistogram& other);
  void add(const Packed& other);

  Packed packed() const;

  /// As if nothing had been recorded; no memory is taken or given back.
  void empty();

  std::uint64_t samples() const;
  std::uint64_t negative() const { return negative_; }
  std::uint64_t min() const { return max_ < min_ ? 0 : min_; }
  std::uint64_t max() const { return max_; }
  double mean() const;

  /// The value below or at which `share` (0..1) of the samples lie: the middle of its bucket, never outside
  /// min..max. Zero without samples.
  std::uint64_t percentile(double share) const;

 private:
  static constexpr unsigned kValueBits = 48, kStepBits = 7;
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << kValueBits) - 1;
  static constexpr std::size_t kBuckets = (kValueBits - kStepBits + 1) << kStepBits;

  static std::size_t bucket_of(std::uint64_t value) {
    const auto width = static_cast<unsigned>(std::bit_width(value | 0xff));
    const unsigned shift = width - (kStepBits + 1);
    return (static_cast<std::size_t>(shift) << kStepBits) + (value >> shift);
  }
  static std::uint64_t middle_of(std::size_t bucket);

  std::vector<std::uint64_t> counts_;
  std::uint64_t sum_ = 0, min_ = ~std::uint64_t{0}, max_ = 0, negative_ = 0;
};

}  // namespace pktgen
