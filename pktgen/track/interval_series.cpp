#include "track/interval_series.h"

#include <utility>

namespace pktgen {

void IntervalSeries::add(Nanoseconds end, const std::array<IntervalCounts, 2>& so_far,
                         const std::array<LatencyHistogram, 2>& latency) {
  Interval next{.end = end};
  for (std::size_t i : {0u, 1u}) next.ways[i] = {so_far[i], latency[i].packed()};
  if (!all_.empty() && all_.back().asked < merged_) return merge_into(all_.back(), next);
  if (all_.size() == most_) {
    for (std::size_t i = 0; i < most_; i += 2) {
      merge_into(all_[i], all_[i + 1]);
      if (i != 0) all_[i / 2] = std::move(all_[i]);
    }
    all_.resize(most_ / 2);
    merged_ *= 2;
  }
  all_.push_back(std::move(next));
}

void IntervalSeries::merge_into(Interval& earlier, const Interval& later) {
  earlier.end = later.end;
  earlier.asked += later.asked;
  for (std::size_t i : {0u, 1u}) {
    earlier.ways[i].so_far = later.ways[i].so_far;
    scratch_.empty();
    scratch_.add(earlier.ways[i].latency);
    scratch_.add(later.ways[i].latency);
    earlier.ways[i].latency = scratch_.packed();
  }
}

}  // namespace pktgen
