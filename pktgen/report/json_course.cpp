#include "report/json_course.h"

#include "optics/describe.h"

namespace pktgen {
namespace {

Json monitor_json(const MonitorCourse& one) {
  Json json;
  json["monitor"] = key_of(one.monitor);
  json["lane"] = one.lane == 0 ? Json(nullptr) : Json(one.lane);
  json["before"] = or_null(one.before);
  json["min"] = or_null(one.least);
  json["max"] = or_null(one.most);
  json["after"] = or_null(one.after);
  json["thresholds"] = thresholds_json(one.thresholds);
  json["crossed"] = crossings_json(one.crossed);
  return json;
}

}  // namespace

std::string_view key_of(Monitor monitor) {
  static constexpr std::string_view kKeys[] = {"temperature_celsius", "supply_volts", "bias_milliamperes",
                                               "tx_power_milliwatts", "rx_power_milliwatts"};
  return kKeys[static_cast<std::size_t>(monitor)];
}

Json thresholds_json(const std::optional<Thresholds>& thresholds) {
  if (!thresholds) return nullptr;
  return {{"high_alarm", thresholds->high_alarm},
          {"low_alarm", thresholds->low_alarm},
          {"high_warning", thresholds->high_warning},
          {"low_warning", thresholds->low_warning}};
}

Json crossings_json(const std::optional<Crossings>& crossings) {
  if (!crossings) return nullptr;
  return {{"high_alarm", crossings->high_alarm},
          {"low_alarm", crossings->low_alarm},
          {"high_warning", crossings->high_warning},
          {"low_warning", crossings->low_warning}};
}

Json conditions_json(const std::vector<ConditionAt>& conditions) {
  Json json = Json::array();
  for (const ConditionAt at : conditions)
    json.push_back(
        {{"condition", name_of(at.condition)}, {"lane", at.lane == 0 ? Json(nullptr) : Json(at.lane)}});
  return json;
}

Json course_json(const std::optional<ModuleCourse>& course) {
  if (!course) return nullptr;
  Json json;
  json["vendor"] = course->vendor ? Json(*course->vendor) : Json(nullptr);
  json["part"] = course->part ? Json(*course->part) : Json(nullptr);
  json["serial"] = course->serial ? Json(*course->serial) : Json(nullptr);
  json["readings"] = course->readings;
  json["unread"] = course->unread;
  json["why_none"] = or_null(course->why_none);
  json["monitors"] = Json::array();
  for (const MonitorCourse& one : course->monitors) json["monitors"].push_back(monitor_json(one));
  json["conditions"] = conditions_json(course->conditions);
  return json;
}

}  // namespace pktgen
