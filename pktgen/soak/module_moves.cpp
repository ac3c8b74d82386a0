#include "soak/module_moves.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>

#include "optics/describe.h"
#include "optics/module_course.h"
#include "verdict/module_steps.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

std::string monitor_text(Monitor monitor, unsigned lane) {
  return std::string(name_of(monitor)) + (lane == 0 ? "" : fmt::format(" of lane {}", lane));
}

std::string step_text(const PowerStep& step) {
  const std::string name = monitor_text(step.monitor, step.lane);
  const auto from = to_dbm(step.from), to = to_dbm(step.to);
  if (from && to)
    return fmt::format("{} {} {:.1f} dB from {:.1f} to {:.1f} dBm", name, *to < *from ? "fell" : "rose",
                       std::abs(*from - *to), *from, *to);
  if (from) return fmt::format("{} fell from {:.1f} dBm to no light", name, *from);
  return fmt::format("{} rose from no light to {:.1f} dBm", name, to.value_or(0));
}

std::string limit_text(Excursion::Limit limit) {
  const bool is_high = limit == Excursion::Limit::high_alarm || limit == Excursion::Limit::high_warning;
  return fmt::format("{} its {}", is_high ? "above" : "below", name_of(limit));
}

/// Beyond an alarm threshold is beyond a warning too: only the former is told.
std::vector<Excursion> worst_of_each_reading(const std::vector<Excursion>& all) {
  std::vector<Excursion> worst;
  for (const Excursion& one : all) {
    const auto same = std::ranges::find_if(worst, [&](const Excursion& known) {
      return known.monitor == one.monitor && known.lane == one.lane && known.at == one.at;
    });
    if (same == worst.end()) worst.push_back(one);
    else if (one.limit < same->limit) *same = one;
  }
  return worst;
}

void add_moves(std::vector<ModuleMove>& moves, const ModuleTimeline& timeline, std::size_t port) {
  std::vector<ModuleMove> found;
  for (const PowerStep& step : timeline.steps)
    found.push_back(
        {.port = port, .monitor = step.monitor, .lane = step.lane, .at = step.at, .words = step_text(step)});
  for (const Excursion& one : worst_of_each_reading(timeline.excursions)) {
    auto step = std::ranges::find_if(found, [&](const ModuleMove& known) {
      return known.monitor == one.monitor && known.lane == one.lane && known.at == one.at;
    });
    if (step == found.end())
      step = found.insert(step, {.port = port,
                                 .monitor = one.monitor,
                                 .lane = one.lane,
                                 .at = one.at,
                                 .words = fmt::format("{} went to {}", monitor_text(one.monitor, one.lane),
                                                      short_text(one.monitor, one.worst))});
    step->is_beyond = true;
    step->until = one.until;
    step->words += ", " + limit_text(one.limit);
  }
  moves.insert(moves.end(), found.begin(), found.end());
}

std::size_t sender_of(Direction direction) { return direction == Direction::a_to_b ? 0 : 1; }

/// Whether what a monitor measures makes a difference to frames of that direction.
bool matters(const ModuleMove& move, Direction direction) {
  const bool sends = move.port == sender_of(direction);
  if (move.monitor == Monitor::rx_power) return !sends;
  if (move.monitor == Monitor::tx_power || move.monitor == Monitor::bias) return sends;
  return true;
}

bool is_beside(const ModuleMove& move, const LossEvent& event, Nanoseconds interval) {
  const Nanoseconds end = event.at + event.lasted;
  // A reading tells of what was since the one before it.
  const bool is_near = move.at - 2 * interval < end && move.at + 2 * interval > event.at;
  const bool is_meanwhile = move.is_beyond && move.at <= end && (!move.until || *move.until > event.at);
  return is_near || is_meanwhile;
}

/// A move, how many losses lie beside it, and the one that is nearest.
struct Suspect {
  const ModuleMove* move = nullptr;
  std::size_t losses = 0;
  const LossEvent* nearest = nullptr;
};

Nanoseconds apart(const ModuleMove& move, const LossEvent& event) {
  return move.at < event.at ? event.at - move.at : move.at - event.at;
}

std::optional<Suspect> suspect_of(const SoakOutcome& soak, const std::vector<ModuleMove>& moves,
                                  Direction direction) {
  std::vector<Suspect> all;
  for (const ModuleMove& move : moves) all.push_back({.move = &move});
  for (const LossEvent& event : soak.events) {
    if (event.direction != direction) continue;
    for (const ModuleMove* const move : moves_beside(moves, event, soak)) {
      Suspect& one = all[static_cast<std::size_t>(move - moves.data())];
      ++one.losses;
      if (one.nearest == nullptr || apart(*move, event) < apart(*move, *one.nearest)) one.nearest = &event;
    }
  }
  const auto most = std::ranges::max_element(all, {}, &Suspect::losses);
  if (most == all.end() || most->losses == 0) return std::nullopt;
  return *most;
}

std::string module_text(const StreamsOutcome& outcome, std::size_t port, const Criteria& criteria) {
  const auto& module = outcome.total.modules.at(port);
  const std::string name = names_of(criteria).at(port);
  return fmt::format("the module of {} ({})", name.empty() ? port == 0 ? "a" : "b" : name,
                     module ? name_of(*module) : "a module without a name");
}

Finding beside_loss(const StreamsOutcome& outcome, const Suspect& suspect, std::size_t losses,
                    const Criteria& criteria) {
  const ModuleMove& move = *suspect.move;
  return {"module-moved-beside-loss",
          fmt::format("{}: {} may be the cause: {} at {} s, {}; {} of {} gaps in the numbers lie beside it",
                      name_of(suspect.nearest->direction), module_text(outcome, move.port, criteria),
                      move.words, seconds_text(move.at), distance_text(move, *suspect.nearest),
                      thousands(suspect.losses), thousands(losses)),
          std::string(next_step_for(move.monitor)), Effect::note};
}

Finding without_loss(const StreamsOutcome& outcome, std::span<const ModuleMove* const> moves,
                     const Criteria& criteria) {
  const ModuleMove& first = *moves.front();
  return {"module-moved",
          fmt::format("{}: {} at {} s{}; no frames were lost beside it",
                      module_text(outcome, first.port, criteria), first.words, seconds_text(first.at),
                      moves.size() == 1 ? "" : fmt::format(", the first of {} changes", moves.size())),
          std::string(next_step_for(first.monitor)) + ", if it goes on", Effect::note};
}

}  // namespace

std::vector<ModuleMove> moves_of(const SoakOutcome& soak) {
  std::vector<ModuleMove> moves;
  for (std::size_t port = 0; port < soak.modules.size(); ++port)
    if (soak.modules[port]) add_moves(moves, *soak.modules[port], port);
  std::ranges::stable_sort(moves, {}, &ModuleMove::at);
  return moves;
}

std::vector<const ModuleMove*> moves_beside(const std::vector<ModuleMove>& moves, const LossEvent& event,
                                            const SoakOutcome& soak) {
  std::vector<const ModuleMove*> beside;
  for (const ModuleMove& move : moves)
    if (matters(move, event.direction) && is_beside(move, event, soak.modules.at(move.port)->interval))
      beside.push_back(&move);
  return beside;
}

std::string distance_text(const ModuleMove& move, const LossEvent& event) {
  if (move.at == event.at) return "as the loss began";
  const std::string apart_text = seconds_text(apart(move, event));
  return move.at < event.at ? fmt::format("{} s before the loss", apart_text)
                            : fmt::format("{} s after the loss began", apart_text);
}

std::vector<Finding> findings_of_modules(const StreamsOutcome& outcome, const std::vector<ModuleMove>& moves,
                                         const Criteria& criteria) {
  const SoakOutcome& soak = *outcome.soak;
  std::vector<Finding> findings;
  for (const DirectionOutcome& way : outcome.total.directions)
    if (const auto suspect = suspect_of(soak, moves, way.direction))
      findings.push_back(
          beside_loss(outcome, *suspect, soak.all_events.at(sender_of(way.direction)), criteria));
  for (const std::size_t port : {0u, 1u}) {
    std::vector<const ModuleMove*> of_port;
    for (const ModuleMove& move : moves)
      if (move.port == port) of_port.push_back(&move);
    const bool is_beside_loss = std::ranges::any_of(soak.events, [&](const LossEvent& event) {
      return std::ranges::any_of(moves_beside(moves, event, soak),
                                 [&](const ModuleMove* move) { return move->port == port; });
    });
    if (!of_port.empty() && !is_beside_loss) findings.push_back(without_loss(outcome, of_port, criteria));
  }
  return findings;
}

}  // namespace pktgen
