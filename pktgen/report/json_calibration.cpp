#include "report/json_calibration.h"

#include <string_view>

#include "search/question.h"

namespace pktgen {
namespace {

Json floor_json(const std::optional<LatencyFloor>& floor) {
  if (!floor) return nullptr;
  return {{"min", floor->min},
          {"mean", floor->mean},
          {"p50", floor->p50},
          {"p99", floor->p99},
          {"samples", floor->samples}};
}

/// One value for each direction, under its name.
template <class Pair, class ToJson>
Json by_direction(const Pair& values, ToJson to_json) {
  return {{"a>b", to_json(values[0])}, {"b>a", to_json(values[1])}};
}

Json slope_json(const std::optional<ByteSlope>& slope) {
  if (!slope) return nullptr;
  return {{"mean_ns_per_byte", slope->measured},
          {"error_ns_per_byte", slope->error},
          {"serialisation_ns_per_byte", slope->serialisation},
          {"tester_ns_per_byte", slope->of_tester()}};
}

Json ceiling_json(const CeilingFound& found) {
  return {
      {"direction", name_of(found.way)},
      {"line_rate_frames_per_second", found.line_rate.count},
      {"ceiling_frames_per_second", or_null(found.ceiling)},
      {"ceiling_percent", found.ceiling ? Json(percent_of(*found.ceiling, found.line_rate)) : Json(nullptr)},
      {"is_line_rate", found.is_line_rate},
      {"limited_by", or_null(found.limited_by)},
      {"trials", found.course.trials},
      {"not_measured_trials", found.course.not_measured},
      {"ended", name_of(found.course.ended)}};
}

}  // namespace

Json calibrated_json(const CalibrationAnswers& answers) {
  Json json;
  json["question"] = answers.question;
  json["signs_of_a_device"] = answers.signs;
  json["stored"] = or_null(answers.stored);
  json["not_stored_because"] = or_null(answers.not_stored);
  json["clock_error_ppm"] = answers.clock_error_ppm;
  json["slope"] = by_direction(answers.slopes, slope_json);
  json["sizes"] = Json::array();
  for (const SizeCalibration& found : answers.sizes) {
    Json size{{"frame_bytes", found.size.count}, {"ceilings", Json::array()}};
    for (const CeilingFound& one : found.ceilings) size["ceilings"].push_back(ceiling_json(one));
    size["latency_floor_ns"] = by_direction(found.floors, floor_json);
    json["sizes"].push_back(std::move(size));
  }
  return json;
}

Json calibration_json(const std::optional<CalibrationUse>& use) {
  if (!use || !use->calibration) return nullptr;
  const Calibration& calibration = *use->calibration;
  Json json{{"file", use->file},
            {"calibrated_at", calibration.calibrated_at},
            {"emulated", calibration.is_emulated},
            {"clock_error_ppm", calibration.clock_error_ppm},
            {"precision_percent", calibration.precision_percent},
            {"duration_s", seconds(calibration.duration)},
            {"slope", by_direction(calibration.slopes, slope_json)},
            {"sizes", Json::array()}};
  const auto rate = [](FramesPerSecond value) { return value.count; };
  for (const SizeLimits& limits : calibration.limits.sizes)
    json["sizes"].push_back({{"frame_bytes", limits.size.count},
                             {"ceiling_frames_per_second", by_direction(limits.one_way, rate)},
                             {"ceiling_of_both_frames_per_second", by_direction(limits.both, rate)},
                             {"latency_floor_ns", by_direction(limits.floor, floor_json)}});
  return json;
}

Json above_floor_json(const std::optional<AboveFloor>& above) {
  if (!above) return nullptr;
  return {{"min", or_null(above->min)},
          {"mean", or_null(above->mean)},
          {"p50", or_null(above->p50)},
          {"p99", or_null(above->p99)}};
}

}  // namespace pktgen
