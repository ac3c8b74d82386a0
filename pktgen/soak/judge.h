#pragma once
#include <optional>
#include <vector>

#include "soak/bit_errors.h"
#include "soak/module_moves.h"
#include "trial/streams.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// What a soak is held against.
struct SoakGoal {
  double ber = 1e-12;      ///< IEEE 802.3 asks for that or better
  bool must_show = false;  ///< a run too short to show it is no pass
};

/// The bit errors of one direction, or of both together.
struct SoakWay {
  std::optional<Direction> direction{};  ///< nothing: both
  BitErrors seen{};
  std::optional<double> upper{}, lower{};  ///< of the bit error ratio, at 95 %
  BerAnswer answer = BerAnswer::not_shown;
  std::optional<double> seconds_to_show{};  ///< from the start, at this rate and without another error
  std::optional<double> seconds_left{};     ///< until then; 0: it is shown
  std::uint64_t lost = 0;                   ///< frames without a CRC error: no bit errors
};

/// What came of a soak.
struct SoakVerdict {
  RunVerdict run;
  std::vector<SoakWay> ways;  ///< each direction that sent
  SoakWay both;
  std::vector<ModuleMove> moves;  ///< of the ports' modules, by time
};

/// Judges a soak: the tester is suspected first, as everywhere. Then frames lost without a CRC error are held
/// against the criteria's accepted loss, damaged ones against the bit error ratio, and a link that went down
/// fails. A module whose readings changed beside losses is named. `smallest` is the smallest frame that was
/// sent.
SoakVerdict judge_soak(const StreamsOutcome& outcome, FrameBytes smallest, const SoakGoal& goal,
                       const Criteria& criteria);

}  // namespace pktgen
