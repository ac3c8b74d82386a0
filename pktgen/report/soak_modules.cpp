#include "report/soak_modules.h"

#include <algorithm>
#include <fmt/format.h>

#include "optics/module_course.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

constexpr std::size_t kMostLosses = 20, kMostMoves = 20;
constexpr int kNear = 10;  // intervals: a reading farther away says nothing about a loss
constexpr const char* kEnds[] = {"a", "b"};

/// The least of all lanes.
std::optional<double> least(const ModuleSample& sample, Monitor monitor) {
  std::optional<double> found;
  for (const ModuleSample::Value& one : sample.values)
    if (one.monitor == monitor) found = std::min(found.value_or(one.value), one.value);
  return found;
}

std::string reading_text(const ModuleSample* sample, Monitor monitor, Nanoseconds farthest, Nanoseconds at) {
  if (sample == nullptr || sample->at + farthest < at || sample->at > at + farthest) return kNothing;
  const auto value = least(*sample, monitor);
  return value ? short_text(monitor, *value) : kNothing;
}

/// "-3.0 dBm, then -7.2 dBm".
std::string around(const std::optional<ModuleTimeline>& timeline, Monitor monitor, Nanoseconds at) {
  if (!timeline) return kNothing;
  const NearReadings near = readings_near(*timeline, at);
  const Nanoseconds farthest = kNear * timeline->interval;
  return fmt::format("{}, then {}", reading_text(near.before, monitor, farthest, at),
                     reading_text(near.after, monitor, farthest, at));
}

std::string beside_text(const SoakRecord& soak, const LossEvent& event) {
  const auto moves = moves_beside(soak.verdict.moves, event, *soak.outcome.soak);
  if (moves.empty()) return "nothing";
  const ModuleMove& first = *moves.front();
  return fmt::format("{}: {}, {}{}", kEnds[first.port], first.words, distance_text(first, event),
                     moves.size() == 1 ? "" : fmt::format(", and {} more", moves.size() - 1));
}

Table table_of_losses(const SoakRecord& soak) {
  const SoakOutcome& outcome = *soak.outcome.soak;
  Table table{.columns = {{"way", "", false},
                          {"at", "s"},
                          {"frames", "missing"},
                          {"sender's tx power", "before, after", false},
                          {"receiver's rx power", "before, after", false},
                          {"receiver's temperature", "before, after", false},
                          {"what changed beside it", "", false}},
              .title = "Modules beside the gaps"};
  if (outcome.events.size() > kMostLosses) table.title += fmt::format(", the first {}", kMostLosses);
  for (const LossEvent& event : outcome.events) {
    if (table.rows.size() == kMostLosses) break;
    const bool is_forth = event.direction == Direction::a_to_b;
    const auto& sender = outcome.modules[is_forth ? 0 : 1];
    const auto& receiver = outcome.modules[is_forth ? 1 : 0];
    table.rows.push_back({{std::string(name_of(event.direction)), fmt::format("{:.6f}", seconds(event.at)),
                           thousands(event.frames), around(sender, Monitor::tx_power, event.at),
                           around(receiver, Monitor::rx_power, event.at),
                           around(receiver, Monitor::temperature, event.at), beside_text(soak, event)},
                          Verdict::fail});
  }
  return table;
}

std::size_t losses_beside(const SoakRecord& soak, const ModuleMove& move) {
  const SoakOutcome& outcome = *soak.outcome.soak;
  return static_cast<std::size_t>(std::ranges::count_if(outcome.events, [&](const LossEvent& event) {
    const auto moves = moves_beside(soak.verdict.moves, event, outcome);
    return std::ranges::find(moves, &move) != moves.end();
  }));
}

Table table_of_moves(const SoakRecord& soak) {
  const auto& moves = soak.verdict.moves;
  Table table{.columns = {{"port", "", false},
                          {"at", "s"},
                          {"within again", "s"},
                          {"what", "", false},
                          {"gaps beside it", ""}},
              .title = "What changed at the modules"};
  if (moves.size() > kMostMoves) table.title += fmt::format(", the first {} of {}", kMostMoves, moves.size());
  for (const ModuleMove& move : moves) {
    if (table.rows.size() == kMostMoves) break;
    const std::size_t losses = losses_beside(soak, move);
    table.rows.push_back({{kEnds[move.port], seconds_text(move.at),
                           move.until ? seconds_text(*move.until) : kNothing, move.words, thousands(losses)},
                          losses == 0 ? Verdict::pass : Verdict::fail});
  }
  return table;
}

std::optional<double> least_dbm(const ModuleTimeline& timeline, const SoakInterval& interval) {
  std::optional<double> found;
  for (const MonitorSpan& one : span_of(timeline, interval.from, interval.to).monitors)
    if (one.monitor == Monitor::rx_power) found = std::min(found.value_or(one.least), one.least);
  return found ? to_dbm(*found) : std::nullopt;
}

}  // namespace

std::vector<Table> soak_module_tables(const SoakRecord& soak) {
  const auto& modules = soak.outcome.soak->modules;
  std::vector<Table> tables;
  if (!modules[0] && !modules[1]) return tables;
  if (!soak.outcome.soak->events.empty()) tables.push_back(table_of_losses(soak));
  if (!soak.verdict.moves.empty()) tables.push_back(table_of_moves(soak));
  return tables;
}

std::vector<Chart> soak_module_charts(const SoakRecord& soak) {
  const SoakOutcome& outcome = *soak.outcome.soak;
  Chart chart{
      .title = "Received optical power, the least in each interval", .x_label = "s", .y_label = "dBm"};
  for (const SoakInterval& interval : outcome.intervals)
    chart.x.push_back(fmt::format("{:.0f}", seconds(interval.to)));
  for (std::size_t port = 0; port < outcome.modules.size(); ++port) {
    if (!outcome.modules[port]) continue;
    Series series{.name = fmt::format("rx power of {}", kEnds[port])};
    for (const SoakInterval& interval : outcome.intervals)
      series.values.push_back(least_dbm(*outcome.modules[port], interval));
    const bool is_measured = std::ranges::any_of(series.values, [](const auto& v) { return v.has_value(); });
    if (is_measured) chart.series.push_back(std::move(series));
  }
  if (chart.series.empty()) return {};
  return {chart};
}

}  // namespace pktgen
