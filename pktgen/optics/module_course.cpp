#include "optics/module_course.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "optics/describe.h"

namespace pktgen {
namespace {

void add(Crossings& all, const std::optional<Crossings>& more) {
  if (!more) return;
  all.high_alarm |= more->high_alarm;
  all.low_alarm |= more->low_alarm;
  all.high_warning |= more->high_warning;
  all.low_warning |= more->low_warning;
}

MonitorCourse& course_of(ModuleCourse& course, const Reading& reading) {
  const auto same = std::ranges::find_if(course.monitors, [&](const MonitorCourse& one) {
    return one.monitor == reading.monitor && one.lane == reading.lane;
  });
  if (same != course.monitors.end()) return *same;
  return course.monitors.emplace_back(MonitorCourse{.monitor = reading.monitor, .lane = reading.lane});
}

void take(ModuleCourse& course, const Module& module, bool is_first) {
  ++course.readings;
  if (course.monitors.empty()) course.why_none = module.diagnostics.why_none;
  for (const Reading& reading : module.diagnostics.readings) {
    if (!reading.value) continue;
    MonitorCourse& one = course_of(course, reading);
    if (!one.before) one.before = reading.value;
    one.least = std::min(one.least.value_or(*reading.value), *reading.value);
    one.most = std::max(one.most.value_or(*reading.value), *reading.value);
    one.after = reading.value;
    if (reading.thresholds) one.thresholds = reading.thresholds;
    add(one.crossed, compare(reading));
    if (!is_first) add(one.crossed, reading.flags);
  }
  if (!course.monitors.empty()) course.why_none.clear();
  if (is_first) return;
  for (const ConditionAt at : module.diagnostics.conditions)
    if (std::ranges::find(course.conditions, at) == course.conditions.end()) course.conditions.push_back(at);
}

}  // namespace

ModuleCourse begin_course(const Module& module) {
  ModuleCourse course{.vendor = module.vendor,
                      .part = module.part,
                      .serial = module.serial,
                      .compliance = module.compliance,
                      .monitors = {},
                      .conditions = {},
                      .why_none = {}};
  take(course, module, true);
  return course;
}

void follow(ModuleCourse& course, const Module& module) { take(course, module, false); }

std::string name_of(const ModuleCourse& course) {
  const std::string vendor = course.vendor.value_or(""), part = course.part.value_or("");
  if (vendor.empty() && part.empty()) return "a module without a name";
  return vendor + (vendor.empty() || part.empty() ? "" : " ") + part;
}

std::string short_text(Monitor monitor, double value) {
  const bool is_power = monitor == Monitor::tx_power || monitor == Monitor::rx_power;
  if (is_power) {
    const auto dbm = to_dbm(value);
    return dbm ? fmt::format("{:.2f} dBm", *dbm) : "no light";
  }
  return fmt::format("{:.{}f} {}", value, monitor == Monitor::supply ? 3 : 2, unit_of(monitor));
}

std::string describe(const ModuleCourse& course) {
  std::string text = name_of(course);
  std::string_view before = ": ";
  for (const MonitorCourse& one : course.monitors) {
    const std::string last = short_text(one.monitor, *one.after);
    text += fmt::format("{}{}{} {}", std::exchange(before, ", "), name_of(one.monitor),
                        one.lane == 0 ? "" : fmt::format(" {}", one.lane), last);
    const std::string least = short_text(one.monitor, *one.least), most = short_text(one.monitor, *one.most);
    if (least != most) text += fmt::format(" ({} to {})", least, most);
  }
  if (course.monitors.empty()) text += ", no monitors: " + course.why_none;
  return text;
}

std::optional<double> least_received_dbm(const ModuleCourse& course) {
  constexpr std::pair<std::string_view, double> kLeast[] = {
      {"10GBASE-SR", -9.9}, {"10GBASE-LR", -14.4}, {"10GBASE-ER", -15.8}};
  for (const auto& [name, dbm] : kLeast)
    if (std::ranges::find(course.compliance, name) != course.compliance.end()) return dbm;
  return std::nullopt;
}

}  // namespace pktgen
