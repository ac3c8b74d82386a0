#include "report/csv.h"

#include <fmt/format.h>

#include "report/figures.h"
#include "report/service_tables.h"
#include "report/soak_tables.h"
#include "report/streams_table.h"

namespace pktgen {
namespace {

std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

/// A name and its value, so that header and lines can't differ.
using Fields = std::vector<std::pair<std::string, std::string>>;

std::string number(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }
std::string number(const std::optional<FramesPerSecond>& rate) {
  return rate ? fmt::format("{}", rate->count) : "";
}

void add_counts(Fields& fields, const DirectionOutcome& way) {
  const Ledger& l = way.ledger;
  const std::pair<const char*, std::uint64_t> counts[] = {{"due", way.tx.due},
                                                          {"sent", way.tx.sent},
                                                          {"no_buffer", way.tx.no_buffer},
                                                          {"ring_full", way.tx.ring_full},
                                                          {"delivered", l.delivered},
                                                          {"lost", l.lost},
                                                          {"duplicated", l.duplicated},
                                                          {"reordered", l.reordered},
                                                          {"late", l.late},
                                                          {"corrupted", l.corrupted},
                                                          {"surplus", l.surplus},
                                                          {"rx_crc_errors", l.rx_crc_errors},
                                                          {"rx_missed", l.rx_missed},
                                                          {"rx_no_buffer", l.rx_no_buffer}};
  for (const auto& [name, count] : counts) fields.emplace_back(name, std::to_string(count));
  for (std::size_t kind = 0; kind < kForeignKinds; ++kind) {
    fields.emplace_back(fmt::format("foreign_{}", name_of(static_cast<Foreign>(kind))),
                        std::to_string(l.foreign[kind]));
  }
}

void add_latency(Fields& fields, const std::optional<LatencySummary>& latency) {
  const auto add = [&](const char* name, auto LatencySummary::*member) {
    fields.emplace_back(name, latency ? fmt::format("{}", (*latency).*member) : "");
  };
  add("latency_min_ns", &LatencySummary::min);
  add("latency_mean_ns", &LatencySummary::mean);
  add("latency_p50_ns", &LatencySummary::p50);
  add("latency_p90_ns", &LatencySummary::p90);
  add("latency_p99_ns", &LatencySummary::p99);
  add("latency_p999_ns", &LatencySummary::p999);
  add("latency_p9999_ns", &LatencySummary::p9999);
  add("latency_max_ns", &LatencySummary::max);
  fields.emplace_back("latency_samples", std::to_string(latency ? latency->samples : 0));
}

Fields fields_of(const Row& row, bool emulated) {
  const DirectionOutcome nothing{};
  const Figures& f = row.figures;
  Fields fields{{"emulated", emulated ? "true" : "false"},
                {"frame_bytes", std::to_string(row.trial->size.count)},
                {"direction", std::string(name_of(row.direction))},
                {"load_frames_per_second", number(f.asked)},
                {"load_percent", number(f.load_percent)},
                {"duration_s", fmt::format("{}", seconds(row.trial->duration))}};
  add_counts(fields, row.way != nullptr ? *row.way : nothing);
  fields.emplace_back("offered_frames_per_second", number(f.offered));
  fields.emplace_back("delivered_frames_per_second", number(f.delivered));
  fields.emplace_back("line_rate_frames_per_second", number(f.line_rate));
  fields.emplace_back("l1_bits_per_second", number(f.l1_bits_per_second));
  fields.emplace_back("l2_bits_per_second", number(f.l2_bits_per_second));
  fields.emplace_back("goodput_bits_per_second", number(f.goodput_bits_per_second));
  fields.emplace_back("goodput_limit_bits_per_second", number(f.goodput_limit_bits_per_second));
  fields.emplace_back("tcp_equivalent_bits_per_second", number(f.tcp_equivalent_bits_per_second));
  fields.emplace_back("header_overhead_percent", number(f.header_overhead_percent));
  add_latency(fields, f.latency);
  fields.emplace_back("sample_tx", row.samples.tx);
  fields.emplace_back("sample_rx", row.samples.rx);
  fields.emplace_back("verdict", std::string(name_of(row.verdict->verdict)));
  std::string rules;
  for (const Finding& finding : row.verdict->findings) rules += (rules.empty() ? "" : ";") + finding.rule;
  fields.emplace_back("findings", rules);
  const bool has_link = row.way != nullptr && row.way->link.count > 0;
  fields.emplace_back("link_bits_per_second", has_link              ? std::to_string(row.way->link.count)
                                              : row.rung != nullptr ? std::to_string(row.rung->speed.count)
                                                                    : "");
  return fields;
}

Fields fields_of(const StreamOutcome& stream, Nanoseconds time, Verdict verdict, bool emulated) {
  const auto received = [&](std::uint64_t RxTally::*member) {
    return stream.rx ? std::to_string((*stream.rx).*member) : std::string();
  };
  Fields fields{{"emulated", emulated ? "true" : "false"},
                {"stream", stream.name},
                {"direction", std::string(name_of(stream.direction))},
                {"load_frames_per_second", fmt::format("{}", stream.load.count)},
                {"sending_time_s", fmt::format("{}", seconds(time))},
                {"due", std::to_string(stream.tx.due)},
                {"sent", std::to_string(stream.tx.sent)},
                {"no_buffer", std::to_string(stream.tx.no_buffer)},
                {"ring_full", std::to_string(stream.tx.ring_full)},
                {"sent_bytes", std::to_string(stream.bytes)},
                {"sent_late", std::to_string(stream.sent_late)},
                {"l1_bits_per_second", fmt::format("{}", l1_bits_per_second(stream, time))},
                {"delivered", received(&RxTally::delivered)},
                {"missing", stream.rx ? std::to_string(stream.missing) : ""},
                {"corrupted", received(&RxTally::corrupted)},
                {"duplicated", received(&RxTally::duplicated)},
                {"reordered", received(&RxTally::reordered)},
                {"late", received(&RxTally::late)},
                {"surplus", received(&RxTally::surplus)}};
  add_latency(fields, stream.latency.samples != 0 ? std::optional(stream.latency) : std::nullopt);
  fields.emplace_back("verdict", std::string(name_of(verdict)));
  return fields;
}

/// One line, with a comma between.
std::string line_of(const Fields& fields, bool of_names) {
  std::string line;
  for (const auto& [name, value] : fields) line += "," + field(of_names ? name : value);
  return line.substr(1) + "\n";
}

std::string streams_csv(const StreamsRecord& streams, bool emulated) {
  std::string csv = line_of(fields_of(StreamOutcome{}, {}, Verdict::pass, false), true);
  for (std::size_t i = 0; i < streams.outcome.streams.size(); ++i)
    csv += line_of(
        fields_of(streams.outcome.streams[i], streams.outcome.sending_time, streams.of_stream[i], emulated),
        false);
  return csv;
}

}  // namespace

std::string csv_of(const RunRecord& record) {
  if (record.streams) return streams_csv(*record.streams, record.emulated);
  if (record.soaked) return soak_csv(*record.soaked, record.emulated);
  if (record.services) return services_csv(*record.services, record.emulated);
  const Trial no_trial{};
  const TrialVerdict no_verdict{};
  const Row blank{.trial = &no_trial, .verdict = &no_verdict};
  std::string csv = line_of(fields_of(blank, false), true);
  for (const Row& row : rows_of(record)) csv += line_of(fields_of(row, record.emulated), false);
  return csv;
}

}  // namespace pktgen
