#include "report/json_listen.h"

#include "verdict/listen_verdict.h"

namespace pktgen {
namespace {

Json stream_json(const ListenRecord& heard, const HeardStream& stream) {
  return {{"number", stream.number},
          {"name", heard.name_of_stream(stream.number)},
          {"port", heard.port_names[stream.port]},
          {"frames", stream.frames},
          {"bytes", stream.bytes},
          {"different", stream.different},
          {"missing", stream.missing},
          {"duplicated", stream.duplicated},
          {"reordered", stream.reordered},
          {"begun_again", stream.begun_again},
          {"delay_variation_ns",
           latency_json(stream.delay_variation.samples != 0 ? std::optional(stream.delay_variation)
                                                            : std::nullopt)},
          {"verdict", name_of(verdict_of(stream))}};
}

Json port_json(const std::string& name, const HeardPort& port) {
  return {{"port", name},
          {"frames", port.frames},
          {"bytes", port.bytes},
          {"foreign", foreign_json(port.foreign)},
          {"untracked", port.untracked},
          {"answered", port.answered},
          {"unanswered", port.unanswered},
          {"captured", port.captured},
          {"capture_missed", port.capture_missed},
          {"counters", counters_json(port.counters)}};
}

}  // namespace

Json listen_json(const ListenRecord& heard) {
  Json json;
  json["time_s"] = seconds(heard.outcome.time);
  json["streams"] = Json::array();
  for (const HeardStream& stream : heard.outcome.streams)
    json["streams"].push_back(stream_json(heard, stream));
  json["ports"] = Json::array();
  for (std::size_t i = 0; i < heard.outcome.ports.size(); ++i)
    json["ports"].push_back(port_json(heard.port_names[i], heard.outcome.ports[i]));
  json["capture_files"] = heard.capture_files;
  return json;
}

}  // namespace pktgen
