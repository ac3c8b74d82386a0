#include "trial/sweep.h"

#include <algorithm>

namespace pktgen {
namespace {

constexpr Load kProbeLoad{Load::Unit::percent, 1.0};
constexpr Nanoseconds kProbeDuration = std::chrono::milliseconds(50);

bool vanished(const Outcome& outcome) {
  return std::ranges::any_of(outcome.directions, [](const DirectionOutcome& d) {
    return d.ledger.sent > 0 && d.ledger.lost == d.ledger.sent;
  });
}

bool came(const Outcome& outcome) {
  return !outcome.directions.empty() &&
         std::ranges::all_of(outcome.directions,
                             [](const DirectionOutcome& d) { return d.ledger.delivered > 0; });
}

}  // namespace

std::optional<Trial> Sweep::next() const {
  Trial trial = goal_.each;
  if (!is_probing()) {
    trial.size = goal_.sizes[asked_];
    return trial;
  }
  if (!has_edge() || vanished_.count - came_.count <= 1) return std::nullopt;
  trial.size = {(came_.count + vanished_.count) / 2};
  trial.load = goal_.each.load.unit == Load::Unit::percent ? kProbeLoad : goal_.each.load;
  trial.duration = std::min(goal_.each.duration, kProbeDuration);
  trial.sample_frames = 0;
  return trial;
}

void Sweep::learn(const Trial& trial, const Outcome& outcome) {
  if (is_probing()) {
    ++probes_;
    // An answer that is neither leaves nothing to halve: the edge stays as wide as it is.
    if (came(outcome)) came_ = trial.size;
    else if (vanished(outcome)) vanished_ = trial.size;
    else vanished_ = came_;
    return;
  }
  ++asked_;
  if (came(outcome)) {
    came_ = std::max(came_, trial.size);
    if (vanished_ < came_) vanished_ = {};
  } else if (vanished(outcome) && vanished_.count == 0) {
    vanished_ = trial.size;
  }
}

std::optional<Sweep::Boundary> Sweep::boundary() const {
  if (!is_probing() || !has_edge() || vanished_.count - came_.count != 1) return std::nullopt;
  return Boundary{came_, vanished_, probes_};
}

}  // namespace pktgen
