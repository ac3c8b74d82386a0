#pragma once
#include <optional>
#include <vector>

#include "base/units.h"

namespace pktgen {

/// The mean, rounded down; nothing of none.
inline std::optional<Nanoseconds> mean_of(const std::vector<Nanoseconds>& times) {
  if (times.empty()) return std::nullopt;
  Nanoseconds sum{};
  for (const Nanoseconds time : times) sum += time;
  return sum / static_cast<std::int64_t>(times.size());
}

}  // namespace pktgen
