#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "search/back_to_back.h"
#include "search/frame_loss.h"
#include "search/ladder.h"
#include "search/mlr.h"
#include "search/search.h"
#include "search/throughput.h"
#include "trial/tester_limits.h"
#include "trial/trial.h"

namespace pktgen {

/// What a search found of one frame size, and how.
template <Strategy S>
struct SizeResult {
  FrameBytes size{};
  std::string direction{};      ///< "both" at the same time, "a>b", "b>a"
  FramesPerSecond line_rate{};  ///< of each direction
  typename S::Goal goal{};
  typename S::Answer answer{};
  Course course{};
  std::optional<Heard> fell_short{};  ///< the lowest load that failed whatever was lost
};

using SizeThroughput = SizeResult<Throughput>;
using SizeLoss = SizeResult<FrameLoss>;
using SizeBurst = SizeResult<BackToBack>;
using SizeMlr = SizeResult<Mlr>;

/// The latency of one direction at one load, of each frame of all repetitions.
struct LatencyAtLoad {
  Direction direction = Direction::a_to_b;
  FramesPerSecond load{};
  std::uint32_t repetitions = 0;  ///< measured
  std::uint64_t lost = 0;         ///< of their frames
  /// Smallest and largest of all; of the mean and the percentiles the median of the repetitions, RFC 8219
  /// section 7.2. Nothing: none was measured.
  std::optional<LatencySummary> latency{};
  std::optional<AboveFloor> above_floor{};  ///< without the tester's own; nothing: that isn't known
};

/// Latency over load, RFC 2544 section 26.2: at the throughput, and at parts of it.
struct SizeLatency {
  FrameBytes size{};
  std::string direction{};  ///< "both" at the same time, "a>b", "b>a"
  FramesPerSecond line_rate{};
  FramesPerSecond throughput{};
  std::uint32_t repetitions = 0;  ///< wanted of each load
  Ladder::Goal goal{};
  Course course{};
  std::vector<LatencyAtLoad> points{};
};

/// All that a run of searches found. A part that wasn't asked for is empty.
struct SearchAnswers {
  std::vector<SizeThroughput> throughput{};
  std::vector<SizeLatency> latency{};
  std::vector<SizeLoss> loss{};
  std::vector<SizeBurst> burst{};
  std::vector<SizeMlr> mlr{};
};

/// The trial at the lowest load by which the device failed whatever was lost, as when it paused us.
std::optional<Heard> lowest_short(std::span<const Heard> heard);

/// Of repetitions at one load: as `LatencyAtLoad::latency`; nothing of none with samples.
std::optional<LatencySummary> over_repetitions(std::span<const LatencySummary> each);

}  // namespace pktgen
