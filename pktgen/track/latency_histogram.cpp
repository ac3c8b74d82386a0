#include "track/latency_histogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pktgen {

void LatencyHistogram::add(const LatencyHistogram& other) {
  for (std::size_t i = 0; i < kBuckets; ++i) counts_[i] += other.counts_[i];
  sum_ += other.sum_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  negative_ += other.negative_;
}

void LatencyHistogram::add(const Packed& other) {
  for (const auto& [bucket, count] : other.counts) counts_[bucket] += count;
  sum_ += other.sum;
  min_ = std::min(min_, other.min);
  max_ = std::max(max_, other.max);
  negative_ += other.negative;
}

LatencyHistogram::Packed LatencyHistogram::packed() const {
  Packed out{.sum = sum_, .min = min_, .max = max_, .negative = negative_};
  const auto is_used = [](std::uint64_t count) { return count != 0; };
  out.counts.reserve(static_cast<std::size_t>(std::ranges::count_if(counts_, is_used)));
  for (std::uint32_t bucket = 0; bucket < kBuckets; ++bucket)
    if (is_used(counts_[bucket])) out.counts.emplace_back(bucket, counts_[bucket]);
  return out;
}

void LatencyHistogram::empty() {
  std::ranges::fill(counts_, 0);
  sum_ = max_ = negative_ = 0;
  min_ = ~std::uint64_t{0};
}

std::uint64_t LatencyHistogram::samples() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

double LatencyHistogram::mean() const {
  const std::uint64_t count = samples();
  return count == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count);
}

std::uint64_t LatencyHistogram::percentile(double share) const {
  const std::uint64_t count = samples();
  if (count == 0) return 0;
  const double exact_rank = std::ceil(share * static_cast<double>(count));
  const auto rank = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(exact_rank), 1, count);
  std::uint64_t below = 0;
  for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    below += counts_[bucket];
    if (below >= rank) return std::clamp(middle_of(bucket), min_, max_);
  }
  return max_;
}

std::uint64_t LatencyHistogram::middle_of(std::size_t bucket) {
  constexpr std::size_t kSteps = std::size_t{1} << kStepBits;
  if (bucket < 2 * kSteps) return bucket;
  const std::size_t shift = bucket / kSteps - 1;
  const std::uint64_t low = static_cast<std::uint64_t>(bucket - (shift << kStepBits)) << shift;
  return low + ((std::uint64_t{1} << shift) - 1) / 2;
}

}  // namespace pktgen
