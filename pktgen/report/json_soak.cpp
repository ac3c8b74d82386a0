#include "report/json_soak.h"

#include "report/json_soak_modules.h"

namespace pktgen {
namespace {

std::string_view name_of(BerAnswer answer) {
  constexpr std::string_view kNames[] = {"shown", "not_shown", "refuted"};
  return kNames[static_cast<std::size_t>(answer)];
}

Json errors_json(const SoakWay& way) {
  return {{"bits", way.seen.bits},
          {"errors", way.seen.errors},
          {"ber_upper_bound_95", or_null(way.upper)},
          {"ber_lower_bound_95", or_null(way.lower)},
          {"ber", name_of(way.answer)},
          {"time_to_show_s", or_null(way.seconds_to_show)},
          {"time_left_to_show_s", or_null(way.seconds_left)},
          {"lost_without_crc_error", way.lost}};
}

Json way_json(const SoakRecord& soak, const SoakWay& way) {
  Json json{{"direction", name_of(*way.direction)}};
  const Json errors = errors_json(way);
  for (const auto& [name, value] : errors.items()) json[name] = value;
  for (const DirectionOutcome& counted : soak.outcome.total.directions) {
    if (counted.direction != *way.direction) continue;
    json["sending_time_s"] = seconds(counted.sending_time);
    json["sent"] = counted.tx.sent;
    json["ledger"] = ledger_json(counted.ledger);
    json["latency_ns"] =
        latency_json(counted.latency.samples != 0 ? std::optional(counted.latency) : std::nullopt);
    json["sender"] = counters_json(counted.sender);
    json["receiver"] = counters_json(counted.receiver);
  }
  return json;
}

Json event_json(const SoakRecord& soak, const LossEvent& event) {
  return {{"direction", name_of(event.direction)},
          {"stream", soak.outcome.streams[event.stream].name},
          {"at_s", seconds(event.at)},
          {"lasted_s", seconds(event.lasted)},
          {"frames", event.frames},
          {"first_sequence", event.first},
          {"last_sequence", event.last},
          {"sequence_before", or_null(event.before)},
          {"sequence_after", or_null(event.after)},
          {"captured", event.is_captured},
          {"modules", readings_beside_json(soak, event)}};
}

Json counts_json(const SoakCounts& way) {
  const bool came = way.latency.samples != 0;
  return {{"sent", way.sent},
          {"delivered", way.delivered},
          {"lost", way.lost},
          {"corrupted", way.corrupted},
          {"duplicated", way.duplicated},
          {"reordered", way.reordered},
          {"rx_crc_errors", way.rx_crc_errors},
          {"rx_missed", way.rx_missed},
          {"rx_no_buffer", way.rx_no_buffer},
          {"pause_received", way.pause_received},
          {"pause_sent", way.pause_sent},
          {"latency_ns",
           {{"p50", came ? Json(way.latency.p50) : Json(nullptr)},
            {"p99", came ? Json(way.latency.p99) : Json(nullptr)},
            {"max", came ? Json(way.latency.max) : Json(nullptr)}}}};
}

Json interval_json(const SoakRecord& soak, const SoakInterval& interval) {
  Json json{{"from_s", seconds(interval.from)},
            {"to_s", seconds(interval.to)},
            {"link_down_s", {seconds(interval.link_down[0]), seconds(interval.link_down[1])}}};
  for (const SoakWay& way : soak.verdict.ways)
    json[std::string(name_of(*way.direction))] =
        counts_json(interval.ways[*way.direction == Direction::a_to_b ? 0 : 1]);
  return json;
}

}  // namespace

Json soak_json(const SoakRecord& soak) {
  const SoakOutcome& outcome = *soak.outcome.soak;
  Json json = errors_json(soak.verdict.both);
  json["wanted_ber"] = soak.goal.ber;
  json["sending_time_s"] = seconds(soak.outcome.sending_time);
  json["directions"] = Json::array();
  for (const SoakWay& way : soak.verdict.ways) json["directions"].push_back(way_json(soak, way));
  json["loss_events"] = outcome.all_events[0] + outcome.all_events[1];
  json["loss_event_frames"] = outcome.all_frames[0] + outcome.all_frames[1];
  json["events_listed"] = outcome.events.size();
  json["events"] = Json::array();
  for (const LossEvent& event : outcome.events) json["events"].push_back(event_json(soak, event));
  json["capture_file"] = or_null(soak.capture_file);
  json["modules"] = soak_modules_json(soak);
  json["module_changes"] = module_changes_json(soak);
  json["link_downs"] = link_downs_json(soak.outcome.total.link_downs);
  json["interval_s"] = seconds(soak.every) * static_cast<double>(outcome.merged);
  json["intervals_merged"] = outcome.merged;
  json["intervals"] = Json::array();
  for (const SoakInterval& interval : outcome.intervals)
    json["intervals"].push_back(interval_json(soak, interval));
  return json;
}

}  // namespace pktgen
