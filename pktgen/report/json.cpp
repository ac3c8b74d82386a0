#include "report/json.h"

#include <nlohmann/json.hpp>

#include "report/figures.h"
#include "report/json_lag.h"
#include "report/json_course.h"
#include "report/json_calibration.h"
#include "report/json_listen.h"
#include "report/outage_tables.h"
#include "report/json_soak.h"
#include "report/json_streams.h"
#include "report/json_switch.h"
#include "report/json_values.h"
#include "report/ladder_tables.h"
#include "report/replay_table.h"
#include "report/search_tables.h"
#include "report/service_tables.h"

namespace pktgen {
namespace {

Json plan_json(const RunRecord& record) {
  Json plan = Json::object();
  for (const SettingRecord& setting : record.plan) {
    plan[setting.key] = std::visit([](const auto& value) { return Json(value); }, setting.value);
  }
  return plan;
}

Json host_json(const RunRecord& record) {
  Json host = Json::object();
  for (const Fact& fact : record.host) host[fact.name] = fact.value;
  if (!record.clock.is_virtual) {
    host["clock_ticks_per_second"] = record.clock.ticks_per_second;
    host["clock_error_ppm"] = record.clock.error_ppm;
  }
  return host;
}

Json port_json(const PortFacts& port) {
  Json json;
  json["name"] = port.name;
  json["kind"] = port.kind;
  json["driver"] = port.driver;
  json["profile"] = or_null(port.profile);
  json["link_bits_per_second"] = port.link.count > 0 ? Json(port.link.count) : Json(nullptr);
  json["mtu_bytes"] = port.mtu.count > 0 ? Json(port.mtu.count) : Json(nullptr);
  json["numa_node"] = port.numa_node >= 0 ? Json(port.numa_node) : Json(nullptr);
  json["timestamp_grade"] = port.timestamp_grade;
  json["largest_frame_bytes"] = port.largest_frame.count > 0 ? Json(port.largest_frame.count) : Json(nullptr);
  json["mac"] = or_null(port.mac);
  json["time_to_link_ns"] = port.time_to_link ? Json(port.time_to_link->count()) : Json(nullptr);
  json["pause"] = or_null(port.pause);
  json["fec"] = or_null(port.fec);
  json["link_downs"] = Json::array();
  for (const LinkDown& down : port.link_downs)
    json["link_downs"].push_back({{"at_s", seconds(down.at)},
                                  {"lasted_s", down.lasted ? Json(seconds(*down.lasted)) : Json(nullptr)},
                                  {"lasted_at_most", down.at_most}});
  json["module"] = course_json(port.module);
  json["notes"] = port.notes;
  return json;
}

Json findings_json(const std::vector<Finding>& findings) {
  Json json = Json::array();
  for (const Finding& f : findings) {
    json.push_back({{"rule", f.rule}, {"because", f.because}, {"next_step", f.next_step}});
  }
  return json;
}

Json trial_json(const Row& row) {
  const DirectionOutcome nothing{};
  const DirectionOutcome& way = row.way != nullptr ? *row.way : nothing;
  const Figures& f = row.figures;
  Json json;
  json["frame_bytes"] = row.trial->size.count;
  json["direction"] = name_of(row.direction);
  if (row.rung != nullptr) json["link_bits_per_second"] = row.rung->speed.count;
  json["load_frames_per_second"] = or_null(f.asked);
  json["load_percent"] = or_null(f.load_percent);
  json["duration_s"] = seconds(row.trial->duration);
  json["due"] = way.tx.due;
  json["sent"] = way.tx.sent;
  json["no_buffer"] = way.tx.no_buffer;
  json["ring_full"] = way.tx.ring_full;
  json["ledger"] = ledger_json(way.ledger);
  json["counters"] = {{"sender", others_json(way.sender)}, {"receiver", others_json(way.receiver)}};
  json["offered_frames_per_second"] = or_null(f.offered);
  json["delivered_frames_per_second"] = or_null(f.delivered);
  json["line_rate_frames_per_second"] = or_null(f.line_rate);
  json["l1_bits_per_second"] = or_null(f.l1_bits_per_second);
  json["l2_bits_per_second"] = or_null(f.l2_bits_per_second);
  json["goodput_bits_per_second"] = or_null(f.goodput_bits_per_second);
  json["goodput_limit_bits_per_second"] = or_null(f.goodput_limit_bits_per_second);
  json["tcp_equivalent_bits_per_second"] = or_null(f.tcp_equivalent_bits_per_second);
  json["header_overhead_percent"] = or_null(f.header_overhead_percent);
  json["latency_ns"] = latency_json(f.latency);
  json["latency_above_floor_ns"] = above_floor_json(f.above_floor);
  json["link_downs"] = link_downs_json(row.outcome->link_downs);
  json["samples"] = {{"tx", or_null(row.samples.tx)}, {"rx", or_null(row.samples.rx)}};
  json["verdict"] = name_of(row.verdict->verdict);
  json["findings"] = findings_json(row.verdict->findings);
  return json;
}

Json answer_json(const RunRecord& record) {
  if (!record.boundary) return nullptr;
  return {{"largest_passed_frame_bytes", record.boundary->largest_that_came.count},
          {"smallest_lost_frame_bytes", record.boundary->smallest_that_vanished.count},
          {"probes", record.boundary->probes}};
}

Json replay_json(const ReplayRecord& replay) {
  const ReplayOutcome& outcome = replay.outcome;
  const ReplayFigures figures = figures_of(outcome);
  Json json;
  json["sent"] = outcome.sent;
  json["bytes"] = outcome.bytes;
  json["loops"] = replay.loops;
  json["rewritten"] = replay.rewritten;
  json["all_sent"] = outcome.all_sent;
  json["sending_time_s"] = seconds(outcome.sending_time);
  json["offered_frames_per_second"] = or_null(figures.rate);
  json["l1_bits_per_second"] = or_null(figures.l1_bits_per_second);
  json["l2_bits_per_second"] = or_null(figures.l2_bits_per_second);
  json["load_percent"] = or_null(figures.load_percent);
  json["largest_lag_ns"] = outcome.largest_lag.count();
  json["late_by_file"] = outcome.late_by_file;
  json["refused"] = outcome.refused;
  json["no_buffer"] = outcome.no_buffer;
  json["sender"] = counters_json(outcome.sender);
  json["receiver"] = counters_json(outcome.receiver);
  json["notes"] = replay.notes;
  return json;
}

}  // namespace

std::string json_of(const RunRecord& record) {
  Json json;
  json["schema"] = "pktgen.result/1";
  json["command"] = record.command;
  json["started_at"] = record.started_at;
  json["tool"] = {{"version", record.tool.version},
                  {"dpdk", or_null(record.tool.dpdk)},
                  {"compiler", record.tool.compiler}};
  json["host"] = host_json(record);
  json["emulated"] = record.emulated;
  json["clock"] = record.clock.is_virtual ? "virtual" : "real";
  json["plan"] = plan_json(record);
  json["ports"] = Json::array();
  for (const PortFacts& port : record.ports) json["ports"].push_back(port_json(port));
  json["calibration"] = calibration_json(record.calibration);
  json["trials"] = Json::array();
  for (const Row& row : rows_of(record)) json["trials"].push_back(trial_json(row));
  json["answer"] = record.replay           ? replay_json(*record.replay)
                   : record.streams        ? streams_json(*record.streams)
                   : record.heard          ? listen_json(*record.heard)
                   : record.switched       ? switch_json(*record.switched)
                   : record.lag            ? lag_json(*record.lag)
                   : record.soaked         ? soak_json(*record.soaked)
                   : record.services       ? services_json(*record.services)
                   : record.outages        ? outages_json(record)
                   : record.calibrated     ? calibrated_json(*record.calibrated)
                   : record.searched       ? searches_json(record.command, *record.searched)
                   : !record.rungs.empty() ? ladder_json(record)
                                           : answer_json(record);
  json["verdict"] = name_of(record.run.verdict);
  json["findings"] = findings_json(record.run.findings);
  // Names of ports and files are the user's bytes: what isn't UTF-8 is replaced, for nothing may throw.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pktgen
