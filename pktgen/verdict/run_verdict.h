#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "trial/sweep.h"
#include "verdict/trial_verdict.h"

namespace pktgen {

/// A trial, its answer, and the verdict on each of its directions in the trial's order.
struct JudgedTrial {
  Trial trial;
  Outcome outcome;
  std::vector<TrialVerdict> verdicts;
};

/// The verdict on a whole run, with what is seen only across trials.
struct RunVerdict {
  Verdict verdict = Verdict::not_measured;
  std::vector<Finding> findings;
};

/// What else is known of a run when it is judged.
struct RunContext {
  std::optional<Sweep::Boundary> boundary{};  ///< the exact size at which frames begin to vanish, if probed
  bool interrupted = false;
};

/// Any fail makes the run fail, else any not measured makes it so, else it passes. A link that went down
/// fails it; a run without trials measured nothing.
RunVerdict judge_run(std::span<const JudgedTrial> trials, const Criteria& criteria,
                     const RunContext& context = {});

/// Sizes between which a direction begins to lose everything.
struct SizeLimit {
  FrameBytes largest_that_came{}, smallest_that_vanished{};
  friend bool operator==(const SizeLimit&, const SizeLimit&) = default;
};

/// The limit that the trials of one direction show; nothing unless small frames came and all from some size
/// on were lost without the tester's doing.
std::optional<SizeLimit> size_limit(std::span<const JudgedTrial> trials, Direction direction);

/// What a largest frame means to the person who set an MTU: "IP MTU 1500 with room for one tag".
std::string meaning_of(FrameBytes largest, bool tagged);

}  // namespace pktgen
