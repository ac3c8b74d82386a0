#include "lag/outage.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace pktgen {
namespace {

/// A run of a flow's missing frames, in seconds.
struct FlowSilence {
  double from = 0, to = 0;
  std::size_t flow = 0;
  std::uint64_t lost = 0;
  double lasted = 0;
  bool is_to_the_end = false;
};

constexpr double kGapsBetween = 3;  // of a flow, within which losses belong together

std::vector<FlowSilence> silences_of(const std::vector<StreamOutcome>& flows) {
  std::vector<FlowSilence> all;
  for (std::size_t flow = 0; flow < flows.size(); ++flow) {
    const double rate = flows[flow].load.count;
    if (rate <= 0) continue;
    for (const MissingRun& run : flows[flow].missing_runs) {
      const auto first = static_cast<double>(run.first), lost = static_cast<double>(run.count);
      all.push_back({.from = first / rate,
                     .to = (first + lost + kGapsBetween) / rate,
                     .flow = flow,
                     .lost = run.count,
                     .lasted = lost / rate,
                     .is_to_the_end = lost > kGapsBetween && run.first + run.count == flows[flow].tx.sent});
    }
  }
  std::ranges::sort(all, {}, &FlowSilence::from);
  return all;
}

Nanoseconds time_of(double time) { return Nanoseconds(std::llround(time * 1e9)); }

/// Silences that belong together.
LagOutage outage_of(const std::vector<FlowSilence>& together) {
  LagOutage outage{.at = time_of(together.front().from)};
  std::map<std::size_t, double> lasted;
  for (const FlowSilence& silence : together) {
    outage.lost += silence.lost;
    lasted[silence.flow] += silence.lasted;
    outage.flows_that_never_came_back += silence.is_to_the_end ? 1u : 0u;
  }
  double longest = 0, sum = 0;
  for (const auto& [flow, time] : lasted) {
    longest = std::max(longest, time);
    sum += time;
  }
  outage.flows = lasted.size();
  outage.longest = time_of(longest);
  outage.mean = time_of(sum / static_cast<double>(lasted.size()));
  return outage;
}

}  // namespace

std::vector<LagOutage> outages_of(const std::vector<StreamOutcome>& flows) {
  std::vector<LagOutage> outages;
  std::vector<FlowSilence> together;
  double until = 0;
  for (const FlowSilence& silence : silences_of(flows)) {
    if (!together.empty() && silence.from > until) {
      outages.push_back(outage_of(together));
      together.clear();
    }
    until = together.empty() ? silence.to : std::max(until, silence.to);
    together.push_back(silence);
  }
  if (!together.empty()) outages.push_back(outage_of(together));
  return outages;
}

}  // namespace pktgen
