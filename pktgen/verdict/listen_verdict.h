#pragma once
#include "trial/listen.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// The verdict on one stream that was heard: fail if numbers are missing or came twice.
Verdict verdict_of(const HeardStream& stream);

/// The verdict on a listening: what the port itself dropped makes it not measured, and so does silence.
RunVerdict judge_listening(const ListenOutcome& outcome);

}  // namespace pktgen
