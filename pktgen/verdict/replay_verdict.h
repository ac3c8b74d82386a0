#pragma once
#include "trial/replay.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// The verdict on a replay: pass if every frame was sent, and when it was due. Who got the frames isn't
/// judged, for they carry no signature. With `keeps_time` a frame may be late by a millisecond.
RunVerdict judge_replay(const ReplayOutcome& outcome, bool keeps_time);

}  // namespace pktgen
