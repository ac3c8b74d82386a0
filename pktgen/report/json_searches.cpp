#include "report/json_calibration.h"
#include "report/search_tables.h"
#include "search/json_convert.h"
#include "search/json_fields.h"
#include "search/size_verdict.h"

namespace pktgen {
namespace {

template <class Found>
void add_course(Json& json, const Found& found) {
  json["trials"] = found.course.trials;
  json["not_measured_trials"] = found.course.not_measured;
  json["time_s"] = seconds(found.course.time);
  json["ended"] = name_of(found.course.ended);
  json["verdict"] = name_of(verdict_of(found));
}

template <class Found>
Json begun(const Found& found) {
  return {{"frame_bytes", found.size.count},
          {"direction", found.direction},
          {"line_rate_frames_per_second", found.line_rate.count}};
}

Json one(const SizeThroughput& found) {
  Json json = begun(found);
  const Throughput::Answer& answer = found.answer;
  json["throughput_frames_per_second"] = or_null(answer.throughput);
  json["throughput_percent"] =
      answer.throughput ? Json(percent_of(*answer.throughput, found.line_rate)) : Json(nullptr);
  json["lower_bound_frames_per_second"] = or_null(answer.throughput);
  json["upper_bound_frames_per_second"] = or_null(answer.lowest_failed);
  json["lowest_unmeasured_frames_per_second"] = or_null(answer.lowest_unmeasured);
  json["precision_frames_per_second"] = found.goal.precision.count;
  json["accepted_loss_ratio"] = found.goal.accepted_loss_ratio;
  json["final_duration_s"] = seconds(found.goal.final_duration);
  json["not_monotonic"] = json_of(answer.inversions);
  add_course(json, found);
  return json;
}

Json one(const SizeLoss& found) {
  Json json = begun(found);
  json["step_percent"] = found.goal.step_percent;
  json["duration_s"] = seconds(found.goal.duration);
  json["points"] = Json::array();
  for (const LossPoint& point : found.answer.points)
    json["points"].push_back({{"load_percent", percent_of(point.load, found.line_rate)},
                              {"load_frames_per_second", point.load.count},
                              {"offered", point.loss_ratio ? Json(point.offered) : Json(nullptr)},
                              {"lost", point.loss_ratio ? Json(point.lost) : Json(nullptr)},
                              {"loss_ratio", or_null(point.loss_ratio)}});
  json["ended_clean"] = found.answer.ended_clean;
  json["not_monotonic"] = json_of(found.answer.inversions);
  add_course(json, found);
  return json;
}

Json one(const SizeBurst& found) {
  Json json = begun(found);
  json["throughput_frames_per_second"] = found.goal.throughput.count;
  json["longest_burst_frames"] = found.goal.max_burst_frames;
  const Json answer = json_of(found.answer);
  for (const auto& [name, value] : answer.items()) json[name] = value;
  if (!found.answer.mean_frames) json["min_frames"] = json["max_frames"] = nullptr;
  add_course(json, found);
  return json;
}

Json one(const SizeMlr& found) {
  Json json = begun(found);
  json["goals"] = json_of(found.answer.goals);
  json["lowest_unmeasured_frames_per_second"] = or_null(found.answer.lowest_unmeasured);
  add_course(json, found);
  return json;
}

/// One for each load and direction.
Json latencies(const SizeLatency& found) {
  Json all = Json::array();
  for (const LatencyAtLoad& point : found.points)
    all.push_back({{"frame_bytes", found.size.count},
                   {"direction", name_of(point.direction)},
                   {"loaded_direction", found.direction},
                   {"load_frames_per_second", point.load.count},
                   {"load_percent", percent_of(point.load, found.line_rate)},
                   {"percent_of_throughput", percent_of(point.load, found.throughput)},
                   {"throughput_frames_per_second", found.throughput.count},
                   {"duration_s", seconds(found.goal.duration)},
                   {"repetitions", point.repetitions},
                   {"lost", point.lost},
                   {"latency_ns", latency_json(point.latency)},
                   {"latency_above_floor_ns", above_floor_json(point.above_floor)},
                   {"verdict", name_of(verdict_of(found))}});
  return all;
}

template <class Found>
Json list(const std::vector<Found>& all) {
  Json json = Json::array();
  for (const Found& found : all) json.push_back(one(found));
  return json;
}

Json latency_list(const SearchAnswers& answers) {
  Json json = Json::array();
  for (const SizeLatency& found : answers.latency)
    for (const Json& point : latencies(found)) json.push_back(point);
  return json;
}

}  // namespace

Json searches_json(std::string_view command, const SearchAnswers& answers) {
  if (command == "throughput") return list(answers.throughput);
  if (command == "latency") return latency_list(answers);
  if (command == "loss") return list(answers.loss);
  if (command == "burst") return list(answers.burst);
  if (command == "mlr") return list(answers.mlr);
  return {{"throughput", list(answers.throughput)},
          {"latency", latency_list(answers)},
          {"loss", list(answers.loss)},
          {"burst", list(answers.burst)}};
}

}  // namespace pktgen
