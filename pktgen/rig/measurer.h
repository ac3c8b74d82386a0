#pragma once
#include <functional>
#include <stop_token>
#include <vector>

#include "base/result.h"
#include "observe/snapshot.h"
#include "trial/facts.h"
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

  /// As last read; links may change between trials.
  virtual std::vector<PortFacts> ports() const = 0;
  virtual ClockFacts clock() const = 0;
};

}  // namespace pktgen
