#include "report/soak_tables.h"

#include <algorithm>
#include <fmt/format.h>

#include "verdict/wording.h"

namespace pktgen {
namespace {

constexpr std::size_t kMostRows = 20;

std::size_t place_of(Direction direction) { return direction == Direction::a_to_b ? 0 : 1; }

std::string ratio_text(const std::optional<double>& ratio) {
  return ratio ? significant(*ratio, 3) : kNothing;
}

std::string answer_text(BerAnswer answer) {
  constexpr const char* kTexts[] = {"shown", "not shown", "REFUTED"};
  return kTexts[static_cast<std::size_t>(answer)];
}

Verdict verdict_of(BerAnswer answer) { return answer == BerAnswer::refuted ? Verdict::fail : Verdict::pass; }

Table table_of_ways(const SoakRecord& soak) {
  Table table{.columns = {{"way", "", false},
                          {"sent", "frames"},
                          {"delivered", "frames"},
                          {"lost", "frames"},
                          {"gaps", "in numbers"},
                          {"CRC", "frames"},
                          {"corrupted", ""},
                          {"duplicated", ""},
                          {"reordered", ""},
                          {"missed", "by the tester"},
                          {"bits", "checked"},
                          {"errors", ""},
                          {"BER <", "at 95 %"},
                          {significant(soak.goal.ber, 3), "", false}},
              .title = "Each direction"};
  for (const SoakWay& way : soak.verdict.ways) {
    const auto& all = soak.outcome.total.directions;
    const auto found = std::ranges::find(all, *way.direction, &DirectionOutcome::direction);
    const Ledger ledger = found == all.end() ? Ledger{} : found->ledger;
    table.rows.push_back(
        {{std::string(name_of(*way.direction)), thousands(ledger.sent), thousands(ledger.delivered),
          thousands(ledger.lost), thousands(soak.outcome.soak->all_events[place_of(*way.direction)]),
          thousands(ledger.rx_crc_errors), thousands(ledger.corrupted), thousands(ledger.duplicated),
          thousands(ledger.reordered), thousands(ledger.rx_missed + ledger.rx_no_buffer),
          thousands(way.seen.bits), thousands(way.seen.errors), ratio_text(way.upper),
          answer_text(way.answer)},
         verdict_of(way.answer)});
  }
  return table;
}

std::string number_text(const std::optional<std::uint64_t>& number) {
  return number ? thousands(*number) : kNothing;
}

Table table_of_events(const SoakRecord& soak) {
  const auto& events = soak.outcome.soak->events;
  Table table{.columns = {{"way", "", false},
                          {"stream", "", false},
                          {"at", "s"},
                          {"for", "s"},
                          {"frames", "missing"},
                          {"before", "number"},
                          {"after", "number"},
                          {"kept", "", false}},
              .title = events.size() <= kMostRows
                           ? "Gaps in the numbers: losses, CRC errors among them"
                           : fmt::format("Gaps in the numbers, the first {} of {}", kMostRows,
                                         thousands(soak.outcome.soak->all_events[0] +
                                                   soak.outcome.soak->all_events[1]))};
  for (const LossEvent& event : std::span(events).first(std::min(events.size(), kMostRows)))
    table.rows.push_back(
        {{std::string(name_of(event.direction)), soak.outcome.streams[event.stream].name,
          fmt::format("{:.6f}", seconds(event.at)), fmt::format("{:.6f}", seconds(event.lasted)),
          thousands(event.frames), number_text(event.before), number_text(event.after),
          event.is_captured ? "yes" : "no"},
         Verdict::fail});
  return table;
}

bool is_eventful(const SoakInterval& interval) {
  const auto counted = [](const SoakCounts& way) {
    return way.lost + way.corrupted + way.duplicated + way.rx_crc_errors + way.rx_missed + way.rx_no_buffer +
           way.pause_received + way.pause_sent;
  };
  return counted(interval.ways[0]) + counted(interval.ways[1]) != 0 ||
         interval.link_down[0] + interval.link_down[1] != Nanoseconds{};
}

std::vector<Direction> directions_of(const SoakRecord& soak) {
  std::vector<Direction> all;
  for (const SoakWay& way : soak.verdict.ways) all.push_back(*way.direction);
  return all;
}

std::vector<std::string> cells_of(const SoakInterval& interval, Direction direction) {
  const SoakCounts& way = interval.ways[place_of(direction)];
  const bool came = way.latency.samples != 0;
  const auto latency = [&](std::uint64_t value) { return came ? thousands(value) : std::string(kNothing); };
  return {fmt::format("{:.1f}", seconds(interval.from)),
          std::string(name_of(direction)),
          thousands(way.sent),
          thousands(way.lost),
          thousands(way.rx_crc_errors),
          thousands(way.corrupted),
          thousands(way.duplicated),
          thousands(way.reordered),
          thousands(way.rx_missed + way.rx_no_buffer),
          thousands(way.pause_received),
          fmt::format("{:.3f}", seconds(interval.link_down[0] + interval.link_down[1])),
          latency(way.latency.p50),
          latency(way.latency.p99),
          latency(way.latency.max)};
}

Table table_of_intervals(const SoakRecord& soak) {
  Table table{.columns = {{"from", "s"},
                          {"way", "", false},
                          {"sent", "frames"},
                          {"lost", "frames"},
                          {"CRC", "frames"},
                          {"corrupted", ""},
                          {"duplicated", ""},
                          {"reordered", ""},
                          {"missed", "by the tester"},
                          {"pauses", "received"},
                          {"link down", "s"},
                          {"p50", "ns"},
                          {"p99", "ns"},
                          {"max", "ns"}},
              .title = "Intervals in which something happened"};
  const auto& all = soak.outcome.soak->intervals;
  const auto eventful = static_cast<std::size_t>(std::ranges::count_if(all, is_eventful));
  if (eventful * directions_of(soak).size() > kMostRows)
    table.title += fmt::format(": {} of {}, the first of them", eventful, all.size());
  for (const SoakInterval& interval : all) {
    if (!is_eventful(interval)) continue;
    for (const Direction direction : directions_of(soak))
      if (table.rows.size() < kMostRows) table.rows.push_back({cells_of(interval, direction), Verdict::fail});
  }
  return table;
}

/// A series of each direction, over the intervals.
template <class Value>
void add_series(Chart& chart, const SoakRecord& soak, const std::string& name, const Value& value) {
  for (const Direction direction : directions_of(soak)) {
    Series series{.name = fmt::format("{} {}", name, name_of(direction))};
    for (const SoakInterval& interval : soak.outcome.soak->intervals)
      series.values.push_back(value(interval.ways[place_of(direction)]));
    chart.series.push_back(std::move(series));
  }
}

Chart chart_of(const SoakRecord& soak, std::string title, std::string y_label) {
  Chart chart{.title = std::move(title), .x_label = "s", .y_label = std::move(y_label)};
  for (const SoakInterval& interval : soak.outcome.soak->intervals)
    chart.x.push_back(fmt::format("{:.0f}", seconds(interval.to)));
  return chart;
}

using Count = std::optional<double>;
Count count(std::uint64_t value) { return static_cast<double>(value); }

}  // namespace

std::vector<Table> make_soak_tables(const SoakRecord& soak) {
  return {table_of_ways(soak), table_of_events(soak), table_of_intervals(soak)};
}

std::vector<Chart> soak_charts(const SoakRecord& soak) {
  Chart loss = chart_of(soak, "Frames that were lost or damaged, interval by interval", "frames");
  add_series(loss, soak, "lost", [](const SoakCounts& way) { return count(way.lost); });
  add_series(loss, soak, "CRC errors", [](const SoakCounts& way) { return count(way.rx_crc_errors); });
  add_series(loss, soak, "missed by the tester",
             [](const SoakCounts& way) { return count(way.rx_missed + way.rx_no_buffer); });
  Chart latency = chart_of(soak, "Latency, interval by interval", "ns");
  const auto of = [](std::uint64_t LatencySummary::*member) {
    return [member](const SoakCounts& way) {
      return way.latency.samples == 0 ? Count() : count(way.latency.*member);
    };
  };
  add_series(latency, soak, "p50", of(&LatencySummary::p50));
  add_series(latency, soak, "p99", of(&LatencySummary::p99));
  add_series(latency, soak, "max", of(&LatencySummary::max));
  return {loss, latency};
}

std::vector<Fact> soak_facts(const SoakRecord& soak) {
  std::vector<Fact> facts;
  const SoakOutcome& outcome = *soak.outcome.soak;
  facts.push_back(
      {"intervals", fmt::format("{} of {} s", outcome.intervals.size(),
                                significant(seconds(soak.every) * static_cast<double>(outcome.merged), 4))});
  if (!soak.capture_file.empty())
    facts.push_back(
        {"frames around losses", fmt::format("{}: of {} losses", soak.capture_file, outcome.captured)});
  return facts;
}

std::string soak_conclusion(const SoakRecord& soak, Verdict verdict, bool interrupted) {
  const SoakWay& both = soak.verdict.both;
  const std::string what =
      fmt::format("{} s, {} lost without a CRC error, {} errors in {} bits, BER < {} at 95 %",
                  seconds_text(soak.outcome.sending_time), frames_text(both.lost),
                  thousands(both.seen.errors), thousands(both.seen.bits), ratio_text(both.upper));
  const char* const word = verdict == Verdict::pass   ? "Pass"
                           : verdict == Verdict::fail ? "Fail"
                                                      : "Not measured";
  return fmt::format("{}: {}.{}", word, what, interrupted ? " Stopped by hand." : "");
}

std::string soak_csv(const SoakRecord& soak, bool emulated) {
  std::string csv =
      "emulated,from_s,to_s,direction,sent,delivered,lost,corrupted,duplicated,reordered,rx_crc_errors,"
      "rx_missed,rx_no_buffer,pause_received,pause_sent,link_down_a_s,link_down_b_s,latency_p50_ns,"
      "latency_p99_ns,latency_max_ns\n";
  for (const SoakInterval& interval : soak.outcome.soak->intervals)
    for (const Direction direction : directions_of(soak)) {
      const SoakCounts& way = interval.ways[place_of(direction)];
      const auto latency = [&](std::uint64_t value) {
        return way.latency.samples == 0 ? std::string() : std::to_string(value);
      };
      csv += fmt::format(
          "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", emulated ? "true" : "false",
          seconds(interval.from), seconds(interval.to), name_of(direction), way.sent, way.delivered, way.lost,
          way.corrupted, way.duplicated, way.reordered, way.rx_crc_errors, way.rx_missed, way.rx_no_buffer,
          way.pause_received, way.pause_sent, seconds(interval.link_down[0]), seconds(interval.link_down[1]),
          latency(way.latency.p50), latency(way.latency.p99), latency(way.latency.max));
    }
  return csv;
}

}  // namespace pktgen
