#pragma once
#include <vector>

#include "trial/streams.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// The verdict on a send, and on each of its streams.
struct StreamsVerdict {
  RunVerdict run;
  std::vector<Verdict> of_stream;
};

/// Judges each direction as a trial of its own, whose frames are of `smallest` bytes at least, and then its
/// streams. Where nobody received, only the sending is judged.
StreamsVerdict judge_streams(const StreamsOutcome& outcome, FrameBytes smallest, bool is_received,
                             const Criteria& criteria);

}  // namespace pktgen
