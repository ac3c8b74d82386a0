#pragma once
#include <string>
#include <vector>

#include "search/question.h"
#include "trial/trial.h"
#include "verdict/trial_verdict.h"

namespace pktgen {

/// What a trial on what should be a plain cable says.
struct CableReply {
  Reply reply{};  ///< a tester that fell short for want of speed is a load that failed, not one to repeat
  std::vector<std::string> signs{};  ///< of a device, or of a cable that isn't fine; a calibration ends there
};

/// `verdicts` are those of the outcome's directions. Where a port has several queues, frames that come out of
/// order prove nothing.
CableReply reply_on_cable(const Outcome& outcome, const std::vector<TrialVerdict>& verdicts,
                          bool has_many_queues);

}  // namespace pktgen
