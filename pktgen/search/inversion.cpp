#include "search/inversion.h"

#include <algorithm>

namespace pktgen {
namespace {

FramesPerSecond highest_pass_above(std::span<const Judged> trials, const Judged& failure) {
  FramesPerSecond highest{};
  for (const Judged& trial : trials) {
    if (trial.passed && trial.load > failure.load && trial.duration >= failure.duration)
      highest = std::max(highest, trial.load);
  }
  return highest;
}

}  // namespace

std::vector<Inversion> inversions(std::span<const Judged> trials) {
  std::vector<Inversion> found;
  for (const Judged& trial : trials) {
    if (trial.passed) continue;
    const FramesPerSecond passed = highest_pass_above(trials, trial);
    if (passed.count > 0) found.push_back({trial.load, passed});
  }
  std::ranges::sort(found, [](const Inversion& a, const Inversion& b) {
    return a.failed != b.failed ? a.failed < b.failed : a.passed > b.passed;
  });
  const auto same = [](const Inversion& a, const Inversion& b) { return a.failed == b.failed; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  return found;
}

}  // namespace pktgen
