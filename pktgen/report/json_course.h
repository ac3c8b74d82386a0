#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "optics/module_course.h"
#include "report/json_values.h"

namespace pktgen {

/// "temperature_celsius": the value's and the thresholds' unit.
std::string_view key_of(Monitor monitor);
Json thresholds_json(const std::optional<Thresholds>& thresholds);
Json crossings_json(const std::optional<Crossings>& crossings);
Json conditions_json(const std::vector<ConditionAt>& conditions);

/// A port's module over a run; null without one.
Json course_json(const std::optional<ModuleCourse>& course);

}  // namespace pktgen
