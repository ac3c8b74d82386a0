#pragma once
#include <vector>

#include "search/question.h"
#include "trial/streams.h"
#include "verdict/trial_verdict.h"

namespace pktgen {

/// When a trial's overload ended, and for how long the smaller load followed.
struct OverloadTimes {
  Nanoseconds overload_for{}, relief_for{};
  double tolerance_percent = 0.1;  ///< of each load that may stay unsent
};

/// What is heard of a trial whose first half of streams overloaded the device and whose second half followed
/// (rig/overload_streams.h). Its one outage lasts from the step to when the lost frame of the highest number
/// was due, in the direction where that is longer; there is none where the overload lost nothing. `is_over`
/// unless the last tenth of the relief still lost frames.
///
/// Not measured where a direction isn't (`verdicts`), where more than the tolerance of either load wasn't
/// sent, and where the last lost frame can't be told.
Reply recovery_reply(const OverloadTimes& times, const StreamsOutcome& outcome,
                     const std::vector<TrialVerdict>& verdicts);

/// A trial in which a device was to be reset: one stream each way.
struct ResetTrial {
  Nanoseconds stable_for{};  ///< of forwarding that is wanted before and after
  FrameBytes size{};
  Criteria criteria{};
};

/// The outcome without what belongs to a reset: links that went down and an end before its time are no
/// shortfall.
Outcome without_reset(const StreamsOutcome& outcome);

/// What is heard of it: each time in which nothing came though frames were lost, or couldn't be sent as a
/// link was down. Not measured where there is none, where the first began too early or after a loss, where
/// the device hasn't forwarded for long enough after the last, and where the tester fell short.
Reply reset_reply(const ResetTrial& trial, const StreamsOutcome& outcome);

}  // namespace pktgen
