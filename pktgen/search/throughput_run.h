#pragma once
#include <span>

#include "search/search.h"
#include "search/throughput.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// The throughput of one frame size, and how it was had.
struct SizeThroughput {
  FrameBytes size{};
  FramesPerSecond line_rate{};  ///< of each direction
  Throughput::Goal goal{};
  Throughput::Answer answer{};
  Course course{};
  std::optional<Heard> fell_short{};  ///< the lowest load that failed whatever was lost
};

/// The trial at the lowest load by which the device failed whatever was lost, as when it paused us.
std::optional<Heard> lowest_short(std::span<const Heard> heard);

/// Pass: there is an answer within the precision, and what couldn't be measured lies above a load that
/// failed, which rules it out. Fail: no load passed. Else not measured.
Verdict verdict_of(const SizeThroughput& found);

/// What a whole run says of itself.
struct ThroughputManner {
  bool is_quick = false;  ///< trials shorter than RFC 2544 wants
  bool interrupted = false;
};

/// Any fail makes the run fail, else any not measured makes it so. Tells loads that failed below one that
/// passed, trials that were given up, and what isn't as RFC 2544 wants it.
RunVerdict judge_throughput(std::span<const SizeThroughput> sizes, const ThroughputManner& manner);

}  // namespace pktgen
