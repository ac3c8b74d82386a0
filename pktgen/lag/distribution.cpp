#include "lag/distribution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

namespace pktgen {
namespace {

Distribution distribute(std::vector<std::uint64_t> on_member, std::uint64_t flows) {
  std::ranges::sort(on_member, std::greater());
  Distribution all{.counts = std::move(on_member), .flows = flows};
  const auto sum =
      static_cast<double>(std::accumulate(all.counts.begin(), all.counts.end(), std::uint64_t{0}));
  const auto members = static_cast<double>(all.counts.size());
  if (sum == 0 || members < 1) return all;
  all.largest_share = static_cast<double>(all.counts.front()) / sum;
  all.imbalance = all.largest_share * members;
  const double even = static_cast<double>(flows) / members;
  for (const std::uint64_t count : all.counts) {
    const double here = static_cast<double>(count) / sum * static_cast<double>(flows);
    all.chi2 += (here - even) * (here - even) / even;
  }
  if (all.counts.size() > 1) all.critical_chi2 = critical_chi2(all.counts.size() - 1);
  return all;
}

}  // namespace

Distribution distribution_of_flows(std::vector<std::uint64_t> on_member, std::size_t members) {
  on_member.resize(std::max(on_member.size(), members));
  const std::uint64_t flows = std::accumulate(on_member.begin(), on_member.end(), std::uint64_t{0});
  return distribute(std::move(on_member), flows);
}

Distribution distribution_of_frames(std::vector<std::uint64_t> on_member, std::uint64_t flows) {
  return distribute(std::move(on_member), flows);
}

double critical_chi2(std::size_t degrees) {
  constexpr std::array kTable{6.63,  9.21,  11.34, 13.28, 15.09, 16.81, 18.48, 20.09,
                              21.67, 23.21, 24.72, 26.22, 27.69, 29.14, 30.58};
  constexpr double kOneInAHundred = 2.326348;  // of the normal distribution
  if (degrees >= 1 && degrees <= kTable.size()) return kTable[degrees - 1];
  const auto n = static_cast<double>(degrees);
  const double part = 2 / (9 * n);
  return n * std::pow(1 - part + kOneInAHundred * std::sqrt(part), 3);
}

}  // namespace pktgen
