#include "report/json_values.h"

namespace pktgen {

Json foreign_json(const ForeignCounts& foreign) {
  Json json = Json::object();
  for (std::size_t kind = 0; kind < kForeignKinds; ++kind)
    json[std::string(name_of(static_cast<Foreign>(kind)))] = foreign[kind];
  return json;
}

Json ledger_json(const Ledger& ledger) {
  Json json;
  json["delivered"] = ledger.delivered;
  json["lost"] = ledger.lost;
  json["duplicated"] = ledger.duplicated;
  json["reordered"] = ledger.reordered;
  json["late"] = ledger.late;
  json["corrupted"] = ledger.corrupted;
  json["surplus"] = ledger.surplus;
  json["rx_crc_errors"] = ledger.rx_crc_errors;
  json["rx_missed"] = ledger.rx_missed;
  json["rx_no_buffer"] = ledger.rx_no_buffer;
  json["foreign"] = foreign_json(ledger.foreign);
  return json;
}

Json latency_json(const std::optional<LatencySummary>& latency) {
  const auto figure = [&](auto LatencySummary::*member) {
    return latency ? Json((*latency).*member) : Json(nullptr);
  };
  Json json;
  json["min"] = figure(&LatencySummary::min);
  json["mean"] = figure(&LatencySummary::mean);
  json["p50"] = figure(&LatencySummary::p50);
  json["p90"] = figure(&LatencySummary::p90);
  json["p99"] = figure(&LatencySummary::p99);
  json["p999"] = figure(&LatencySummary::p999);
  json["p9999"] = figure(&LatencySummary::p9999);
  json["max"] = figure(&LatencySummary::max);
  json["samples"] = latency ? latency->samples : 0;
  return json;
}

Json others_json(const PortCounters& counted) {
  Json json = Json::object();
  for (const NamedCount& one : counted.others) json[one.name] = one.count;
  return json;
}

Json counters_json(const PortCounters& counted) {
  return {{"tx_frames", counted.counts_tx ? Json(counted.tx_frames) : Json(nullptr)},
          {"rx_frames", counted.rx_frames},
          {"rx_missed", counted.rx_missed},
          {"rx_no_buffer", counted.rx_no_buffer},
          {"rx_crc_errors", counted.rx_crc_errors},
          {"rx_pause", counted.rx_pause},
          {"saturated", counted.saturated},
          {"jumped", counted.jumped},
          {"is_gone", counted.is_gone},
          {"others", others_json(counted)}};
}

Json link_downs_json(const std::vector<LinkDown>& downs) {
  Json json = Json::array();
  for (const LinkDown& down : downs)
    json.push_back({{"port", down.port == 0 ? "a" : "b"},
                    {"at_s", seconds(down.at)},
                    {"lasted_s", down.lasted ? Json(seconds(*down.lasted)) : Json(nullptr)},
                    {"lasted_at_most", down.at_most}});
  return json;
}

}  // namespace pktgen
