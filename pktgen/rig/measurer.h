#pragma once
#include <functional>
#include <stop_token>
#include <vector>

#include "base/result.h"
#include "observe/snapshot.h"
#include "traffic/replay_script.h"
#include "trial/facts.h"
#include "trial/replay.h"
#include "trial/trial.h"

namespace pktgen {

/// Looks on while a trial runs, and may end it.
struct Watch {
  std::function<void(const Snapshot&)> show = [](const Snapshot&) {};
  std::stop_token stop;
};

/// The one seam between questions and devices: everything above it is values.
class Measurer {
 public:
  virtual ~Measurer() = default;
  Measurer() = default;
  Measurer(const Measurer&) = delete;
  Measurer& operator=(const Measurer&) = delete;

  /// Runs one trial from ready to drained. An error means that nothing more can be measured (port gone).
  virtual Result<Outcome> measure(const Trial& trial, const Watch& watch) = 0;

  /// Sends what `script` makes of a file from the first port, until its end, `duration` (zero: for ever) or
  /// until it is asked to stop. An error is one of the file or of the ports; frames before it were sent.
  virtual Result<ReplayOutcome> replay(ReplayScript& script, Nanoseconds duration, const Watch& watch) = 0;

  /// As last read; links may change between trials.
  virtual std::vector<PortFacts> ports() const = 0;
  virtual ClockFacts clock() const = 0;
};

}  // namespace pktgen
