#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "optics/module_timeline.h"
#include "trial/streams.h"
#include "verdict/evidence.h"
#include "verdict/verdict.h"

namespace pktgen {

/// That a monitor of a port's module changed in a soak: a power went to another level, a threshold was
/// crossed, or both in one reading.
struct ModuleMove {
  std::size_t port = 0;  ///< 0: the first
  Monitor monitor = Monitor::rx_power;
  unsigned lane = 0;                   ///< 0: of the whole module
  Nanoseconds at{};                    ///< the first reading that showed it
  bool is_beyond = false;              ///< a threshold
  std::optional<Nanoseconds> until{};  ///< the first reading within it again; nothing: none was
  std::string words;  ///< "rx power fell 4.2 dB from -3.0 to -7.2 dBm, below its low warning"
};

/// Of both ports, by time.
std::vector<ModuleMove> moves_of(const SoakOutcome& soak);

/// Those of `moves` that may have cost these frames: of what a sender or a receiver needs, less than two
/// readings apart from them, or beyond a threshold meanwhile.
std::vector<const ModuleMove*> moves_beside(const std::vector<ModuleMove>& moves, const LossEvent& event,
                                            const SoakOutcome& soak);

/// "0.3 s before the loss", "0.7 s after the loss began", "as the loss began".
std::string distance_text(const ModuleMove& move, const LossEvent& event);

/// The module that is to be looked at, of each direction, if it changed beside losses; where a module changed
/// and nothing was lost beside it, a note of that.
std::vector<Finding> findings_of_modules(const StreamsOutcome& outcome, const std::vector<ModuleMove>& moves,
                                         const Criteria& criteria);

}  // namespace pktgen
