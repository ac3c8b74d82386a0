#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/inversion.h"
#include "search/question.h"

namespace pktgen {

/// The loss at one load: RFC 2544 section 26.3, as a ratio.
struct LossPoint {
  FramesPerSecond load{};
  std::uint64_t offered = 0, lost = 0;
  std::optional<double> loss_ratio{};  ///< nothing: not measured, and the counts are 0
  bool passed = false;  ///< no more was lost than is accepted, and the device didn't fall short
  friend bool operator==(const LossPoint&, const LossPoint&) = default;
};

LossPoint loss_point(const Question& question, const Reply& reply, double accepted_loss_ratio);

/// The measured points with a higher one that passed above them.
std::vector<Inversion> inversions(std::span<const LossPoint> points);

}  // namespace pktgen
