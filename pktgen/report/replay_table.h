#pragma once
#include <optional>
#include <string>

#include "report/document.h"

namespace pktgen {

/// What a replay's counts make: nothing where no time passed or the link's speed isn't known.
struct ReplayFigures {
  std::optional<FramesPerSecond> rate;
  std::optional<double> l1_bits_per_second, l2_bits_per_second, load_percent;
};
ReplayFigures figures_of(const ReplayOutcome& outcome);

/// One line: what was sent, how fast, how late, and what the other port counted.
Table make_replay_table(const ReplayRecord& replay, Verdict verdict);

/// One plain sentence.
std::string replay_conclusion(const ReplayRecord& replay, Verdict verdict);

}  // namespace pktgen
