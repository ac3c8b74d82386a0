#pragma once
#include <vector>

#include "verdict/evidence.h"
#include "verdict/verdict.h"

namespace pktgen {

/// The verdict on one direction of a trial, and why.
struct TrialVerdict {
  Verdict verdict = Verdict::not_measured;
  std::vector<Finding> findings;  ///< about the tester first
};

/// Judges one direction. The tester is suspected first: where it fell short the verdict is `not_measured`,
/// and of the device's loss only that is told which the tester can't explain, without a figure.
TrialVerdict judge_trial(const Outcome& outcome, const DirectionOutcome& way, FrameBytes size,
                         const Criteria& criteria);

/// Judges each direction of `trial`, in the trial's order; also of one that wasn't started.
std::vector<TrialVerdict> judge_trial(const Trial& trial, const Outcome& outcome, const Criteria& criteria);

/// What `outcome` says of `direction`; an empty one if it says nothing.
DirectionOutcome direction_of(const Outcome& outcome, Direction direction);

/// Criteria with the names and MTUs of up to two ports.
Criteria criteria_for(double tolerance_percent, bool tagged, const std::vector<PortFacts>& ports);

}  // namespace pktgen
