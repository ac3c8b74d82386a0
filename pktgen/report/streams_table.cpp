#include "report/streams_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "verdict/wording.h"

namespace pktgen {
namespace {

std::string rate(const StreamOutcome& stream, Nanoseconds time) {
  if (time <= Nanoseconds::zero()) return kNothing;
  const double per_second = static_cast<double>(stream.tx.sent) / seconds(time);
  return per_second < 1000 ? fmt::format("{:.2f}", per_second)
                           : thousands(static_cast<std::uint64_t>(per_second));
}

std::string asked(FramesPerSecond load) {
  return load.count < 1000 ? fmt::format("{:g}", load.count)
                           : thousands(static_cast<std::uint64_t>(load.count));
}

std::string received(const StreamOutcome& stream, std::uint64_t RxTally::*member) {
  return stream.rx ? thousands((*stream.rx).*member) : kNothing;
}

std::string nanoseconds(const StreamOutcome& stream, std::uint64_t LatencySummary::*member) {
  return stream.latency.samples == 0 ? kNothing : thousands(stream.latency.*member);
}

TableRow row_of(const StreamOutcome& stream, Nanoseconds time, Verdict verdict) {
  return {{stream.name, std::string(name_of(stream.direction)), asked(stream.load), thousands(stream.tx.due),
           thousands(stream.tx.sent), rate(stream, time),
           fmt::format("{:.3f}", l1_bits_per_second(stream, time) * 1e-9), thousands(stream.sent_late),
           received(stream, &RxTally::delivered), stream.rx ? thousands(stream.missing) : kNothing,
           received(stream, &RxTally::corrupted), received(stream, &RxTally::duplicated),
           received(stream, &RxTally::reordered), nanoseconds(stream, &LatencySummary::p50),
           nanoseconds(stream, &LatencySummary::p99), nanoseconds(stream, &LatencySummary::max),
           verdict_text(verdict)},
          verdict};
}

/// A column in which every line has the same nothing says nothing.
void drop_column(Table& table, std::string_view name, std::string_view nothing) {
  const auto found = std::ranges::find(table.columns, name, &Column::name);
  if (found == table.columns.end()) return;
  const auto place = found - table.columns.begin();
  const auto cell = [&](const TableRow& row) { return row.cells[static_cast<std::size_t>(place)]; };
  if (!std::ranges::all_of(table.rows, [&](const TableRow& row) { return cell(row) == nothing; })) return;
  table.columns.erase(found);
  for (TableRow& row : table.rows) row.cells.erase(row.cells.begin() + place);
}

std::string foreign_text(const ForeignCounts& foreign) {
  std::string text;
  for (std::size_t kind = 0; kind < foreign.size(); ++kind)
    if (foreign[kind] != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(static_cast<Foreign>(kind)),
                          thousands(foreign[kind]));
  return text;
}

}  // namespace

double l1_bits_per_second(const StreamOutcome& stream, Nanoseconds sending_time) {
  if (sending_time <= Nanoseconds::zero()) return 0;
  const std::uint64_t on_link = stream.bytes + stream.tx.sent * (kPreambleAndSfd + kInterFrameGap);
  return static_cast<double>(on_link) * 8 / seconds(sending_time);
}

Table make_streams_table(const StreamsRecord& streams) {
  Table table{.columns = {{"stream", "", false},
                          {"way", "", false},
                          {"asked", "frames/s"},
                          {"due", "frames"},
                          {"sent", "frames"},
                          {"rate", "frames/s"},
                          {"L1", "Gb/s"},
                          {"late", "frames"},
                          {"delivered", "frames"},
                          {"missing", "frames"},
                          {"corrupted", ""},
                          {"duplicated", ""},
                          {"reordered", ""},
                          {"p50", "ns"},
                          {"p99", "ns"},
                          {"max", "ns"},
                          {"verdict", "", false}}};
  for (std::size_t i = 0; i < streams.outcome.streams.size(); ++i)
    table.rows.push_back(
        row_of(streams.outcome.streams[i], streams.outcome.sending_time, streams.of_stream[i]));
  for (const char* const column : {"late", "corrupted", "duplicated", "reordered"})
    drop_column(table, column, "0");
  for (const char* const column :
       {"delivered", "missing", "corrupted", "duplicated", "reordered", "p50", "p99", "max"})
    drop_column(table, column, kNothing);
  return table;
}

std::vector<Fact> streams_facts(const StreamsRecord& streams) {
  std::vector<Fact> facts;
  for (const DirectionOutcome& way : streams.outcome.total.directions) {
    const std::size_t port = way.direction == Direction::a_to_b ? 0 : 1;
    const PacingSummary& pacing = streams.outcome.pacing[port];
    if (pacing.samples != 0)
      facts.push_back({fmt::format("pacing {}", name_of(way.direction)),
                       fmt::format("time between two frames wrong by {} ns (p50), {} ns (p99), {} ns (max)",
                                   thousands(pacing.p50), thousands(pacing.p99), thousands(pacing.max))});
    if (const std::string foreign = foreign_text(way.ledger.foreign); !foreign.empty())
      facts.push_back({fmt::format("also came {}", name_of(way.direction)), foreign});
  }
  return facts;
}

std::string streams_conclusion(const StreamsRecord& streams, Verdict verdict, bool interrupted) {
  const auto sum = [&](const auto& of) {
    const auto& all = streams.outcome.streams;
    return std::accumulate(all.begin(), all.end(), std::uint64_t{0},
                           [&](std::uint64_t total, const StreamOutcome& s) { return total + of(s); });
  };
  const std::uint64_t sent = sum([](const StreamOutcome& s) { return s.tx.sent; });
  const std::uint64_t missing = sum([](const StreamOutcome& s) { return s.missing; });
  const std::string what = fmt::format("{} of {} stream{}", frames_text(sent), streams.outcome.streams.size(),
                                       streams.outcome.streams.size() == 1 ? "" : "s");
  const std::string_view end = interrupted ? " Stopped by hand." : "";
  if (verdict == Verdict::not_measured)
    return fmt::format("Not measured: {} were sent, but not as was asked.{}", what, end);
  if (!streams.is_received)
    return fmt::format("{}: {} were sent as asked; nobody counted what arrived.{}",
                       verdict == Verdict::pass ? "Pass" : "Fail", what, end);
  if (verdict == Verdict::pass) return fmt::format("Pass: {}, all delivered.{}", what, end);
  return fmt::format("Fail: {}, {} missing.{}", what, thousands(missing), end);
}

}  // namespace pktgen
