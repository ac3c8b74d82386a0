#include "report/listen_table.h"

#include <fmt/format.h>

#include "verdict/listen_verdict.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

std::string port_name(const ListenRecord& heard, std::size_t port) {
  return port < heard.port_names.size() ? heard.port_names[port] : "?";
}

std::string kinds_text(const HeardPort& port) {
  std::string text;
  for (std::size_t kind = 0; kind < kForeignKinds; ++kind)
    if (port.foreign[kind] != 0)
      text += fmt::format(", {} {}", name_of(static_cast<Foreign>(kind)), thousands(port.foreign[kind]));
  return text;
}

}  // namespace

Table make_listen_table(const ListenRecord& heard) {
  Table table{.columns = {{"stream", "", false},
                          {"port", "", false},
                          {"frames", ""},
                          {"bytes", "with FCS"},
                          {"rate", "frames/s"},
                          {"missing", "frames"},
                          {"duplicated", ""},
                          {"reordered", ""},
                          {"variation p50", "ns"},
                          {"p99", "ns"},
                          {"max", "ns"},
                          {"verdict", "", false}}};
  const double time = seconds(heard.outcome.time);
  for (const HeardStream& stream : heard.outcome.streams) {
    const double rate = time > 0 ? static_cast<double>(stream.frames) / time : 0;
    table.rows.push_back(
        {{heard.name_of_stream(stream.number), port_name(heard, stream.port), thousands(stream.frames),
          thousands(stream.bytes),
          rate < 1000 ? fmt::format("{:.2f}", rate) : thousands(static_cast<std::uint64_t>(rate)),
          thousands(stream.missing), thousands(stream.duplicated), thousands(stream.reordered),
          thousands(stream.delay_variation.p50), thousands(stream.delay_variation.p99),
          thousands(stream.delay_variation.max), verdict_text(verdict_of(stream))},
         verdict_of(stream)});
  }
  return table;
}

std::vector<Fact> listen_facts(const ListenRecord& heard) {
  std::vector<Fact> facts;
  for (std::size_t i = 0; i < heard.outcome.ports.size(); ++i) {
    const HeardPort& port = heard.outcome.ports[i];
    std::uint64_t others = 0;
    for (const std::uint64_t count : port.foreign) others += count;
    std::string text = fmt::format("{}, {} bytes; of pktgen's streams {}", frames_text(port.frames),
                                   thousands(port.bytes), thousands(port.frames - others));
    text += kinds_text(port);
    if (port.answered != 0) text += fmt::format("; {} questions answered", thousands(port.answered));
    if (port.captured != 0) text += fmt::format("; {} captured", thousands(port.captured));
    facts.push_back({fmt::format("came to {}", port_name(heard, i)), text});
  }
  for (const std::string& file : heard.capture_files) facts.push_back({"capture", file});
  facts.push_back({"time", fmt::format("{} s", seconds_text(heard.outcome.time))});
  return facts;
}

std::string listen_conclusion(const ListenRecord& heard, Verdict verdict) {
  std::uint64_t frames = 0, missing = 0;
  for (const HeardPort& port : heard.outcome.ports) frames += port.frames;
  for (const HeardStream& stream : heard.outcome.streams) missing += stream.missing;
  const std::size_t streams = heard.outcome.streams.size();
  const std::string what =
      fmt::format("{} came, of {} stream{}", frames_text(frames), streams, streams == 1 ? "" : "s");
  if (verdict == Verdict::pass)
    return fmt::format("Pass: {}: no number between a stream's first and last is missing.", what);
  if (verdict == Verdict::fail) return fmt::format("Fail: {}; {} missing.", what, thousands(missing));
  return fmt::format("Not measured: {}.", what);
}

}  // namespace pktgen
