#include "search/size_result.h"

#include <algorithm>

namespace pktgen {
namespace {

/// The middle one, or the mean of the two in the middle.
template <class Field>
double median(std::span<const LatencySummary> each, Field field) {
  std::vector<double> values;
  for (const LatencySummary& one : each)
    if (one.samples > 0) values.push_back(static_cast<double>(one.*field));
  std::ranges::sort(values);
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

}  // namespace

std::optional<Heard> lowest_short(std::span<const Heard> heard) {
  std::optional<Heard> lowest;
  for (const Heard& trial : heard)
    if (!trial.reply.fell_short.empty() && (!lowest || trial.question.load < lowest->question.load))
      lowest = trial;
  return lowest;
}

std::optional<LatencySummary> over_repetitions(std::span<const LatencySummary> each) {
  LatencySummary all{.min = ~std::uint64_t{0}};
  for (const LatencySummary& one : each) {
    if (one.samples == 0) continue;
    all.samples += one.samples;
    all.negative += one.negative;
    all.min = std::min(all.min, one.min);
    all.max = std::max(all.max, one.max);
  }
  if (all.samples == 0) return std::nullopt;
  for (const auto field : {&LatencySummary::p50, &LatencySummary::p90, &LatencySummary::p99,
                           &LatencySummary::p999, &LatencySummary::p9999})
    all.*field = static_cast<std::uint64_t>(median(each, field));
  all.mean = median(each, &LatencySummary::mean);
  return all;
}

}  // namespace pktgen
