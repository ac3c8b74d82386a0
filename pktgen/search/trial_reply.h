#pragma once
#include <vector>

#include "search/question.h"
#include "trial/trial.h"
#include "verdict/trial_verdict.h"

namespace pktgen {

/// `each` with the load, duration and drain that `question` asks for. A burst becomes the load at which its
/// frames stand back to back, for half a frame longer than they take: then just so many are due.
Trial trial_for(const Question& question, Trial each);

/// What a search hears of a trial that wasn't interrupted (an interrupted one is no reply): the sums of all
/// directions.
///
/// Not measured where any direction isn't, with the rules that say so, and where a burst hadn't the frames
/// asked for in each direction. Lost are the frames that the link or the device didn't bring whole: lost,
/// corrupted, and dropped for a wrong FCS. Rules by which the device failed whatever was lost, such as
/// "peer-pauses-us", make it fall short; but not that a burst came out slowly, for that is what buffers do.
Reply reply_to(const Question& question, const Outcome& outcome, const std::vector<TrialVerdict>& verdicts);

}  // namespace pktgen
