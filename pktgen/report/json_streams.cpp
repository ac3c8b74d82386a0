#include "report/json_streams.h"

#include "report/json_values.h"
#include "report/streams_table.h"

namespace pktgen {
namespace {

Json tx_json(const TxTally& tx) {
  return {{"due", tx.due}, {"sent", tx.sent}, {"no_buffer", tx.no_buffer}, {"ring_full", tx.ring_full}};
}

std::optional<LatencySummary> if_any(const LatencySummary& latency) {
  return latency.samples != 0 ? std::optional(latency) : std::nullopt;
}

Json stream_json(const StreamOutcome& stream, Nanoseconds time, Verdict verdict) {
  Json json;
  json["name"] = stream.name;
  json["direction"] = name_of(stream.direction);
  json["load_frames_per_second"] = stream.load.count;
  json.update(tx_json(stream.tx));
  json["sent_bytes"] = stream.bytes;
  json["sent_late"] = stream.sent_late;
  json["largest_lag_ns"] = stream.largest_lag.count();
  json["l1_bits_per_second"] = l1_bits_per_second(stream, time);
  json["missing"] = stream.rx ? Json(stream.missing) : Json(nullptr);
  const auto received = [&](const char* name, std::uint64_t RxTally::*member) {
    json[name] = stream.rx ? Json((*stream.rx).*member) : Json(nullptr);
  };
  received("delivered", &RxTally::delivered);
  received("corrupted", &RxTally::corrupted);
  received("duplicated", &RxTally::duplicated);
  received("reordered", &RxTally::reordered);
  received("late", &RxTally::late);
  received("surplus", &RxTally::surplus);
  json["latency_ns"] = latency_json(if_any(stream.latency));
  json["verdict"] = name_of(verdict);
  return json;
}

Json direction_json(const StreamsRecord& streams, const DirectionOutcome& way) {
  Json json;
  json["direction"] = name_of(way.direction);
  json["sending_time_s"] = seconds(way.sending_time);
  json["load_frames_per_second"] = way.load.count;
  json.update(tx_json(way.tx));
  json["ledger"] = streams.is_received ? ledger_json(way.ledger) : Json(nullptr);
  json["sender"] = counters_json(way.sender);
  json["receiver"] = streams.is_received ? counters_json(way.receiver) : Json(nullptr);
  json["pacing_error_ns"] =
      latency_json(if_any(streams.outcome.pacing[way.direction == Direction::a_to_b ? 0 : 1]));
  return json;
}

}  // namespace

Json streams_json(const StreamsRecord& streams) {
  Json json;
  json["directions"] = Json::array();
  for (const DirectionOutcome& way : streams.outcome.total.directions)
    json["directions"].push_back(direction_json(streams, way));
  json["streams"] = Json::array();
  for (std::size_t i = 0; i < streams.outcome.streams.size(); ++i)
    json["streams"].push_back(
        stream_json(streams.outcome.streams[i], streams.outcome.sending_time, streams.of_stream[i]));
  return json;
}

}  // namespace pktgen
