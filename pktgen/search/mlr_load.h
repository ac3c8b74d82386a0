#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/units.h"

namespace pktgen {

/// What a load must stand to pass: draft-ietf-bmwg-mlrsearch-15, search goal.
struct MlrGoal {
  double loss_ratio = 0;    ///< of a trial; more is a high-loss trial. 0 ... below 1
  double exceed_ratio = 0;  ///< part of the duration sum that high-loss trials may fill. 0 ... below 1
  Nanoseconds final_duration = std::chrono::seconds(60);  ///< of a trial; a shorter one is a short trial
  Nanoseconds duration_sum = std::chrono::seconds(60);    ///< of full-length trials at one load
  double width = 0.005;  ///< goal width: (upper - lower) / upper bound, at most. 1e-6 ... below 1
  friend bool operator==(const MlrGoal&, const MlrGoal&) = default;
};

/// A trial at some load. One in which the device fell short otherwise than by loss has the ratio 1.
struct MlrTrial {
  Nanoseconds duration{};  ///< of sending; waits aren't counted
  double loss_ratio = 0;
};

enum class MlrBound : std::uint8_t { undecided, lower, upper };

/// What the trials at one load make of it for `goal`: the code of the draft's appendix on load
/// classification. Its tables call a load a lower bound that its code calls an upper one; this is the code.
/// Short trials can make an upper bound, never a lower one.
MlrBound classify(std::span<const MlrTrial> trials, const MlrGoal& goal);

/// The part of a lower bound's load that `goal` may count on: 1 - the loss ratio of the quantile trial. The
/// draft's appendix on conditional throughput; time that was never measured counts as total loss.
double conditional_part(std::span<const MlrTrial> trials, const MlrGoal& goal);

}  // namespace pktgen
