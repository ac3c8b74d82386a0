#include "optics/module.h"

#include <algorithm>
#include <cmath>

namespace pktgen {

std::optional<Crossings> compare(const Reading& reading) {
  if (!reading.value || !reading.thresholds) return std::nullopt;
  const double value = *reading.value;
  const Thresholds& at = *reading.thresholds;
  Crossings beyond;
  beyond.high_alarm = value > at.high_alarm;
  beyond.low_alarm = value < at.low_alarm;
  beyond.high_warning = value > at.high_warning;
  beyond.low_warning = value < at.low_warning;
  return beyond;
}

bool has_alarm(const Module& module) {
  const auto beyond = [](const Reading& reading) {
    const auto ours = compare(reading);
    return is_dark(reading) || (ours && ours->alarm()) || (reading.flags && reading.flags->alarm());
  };
  const auto harms = [](ConditionAt at) { return at.condition != ModuleCondition::tx_disabled; };
  return std::ranges::any_of(module.diagnostics.readings, beyond) ||
         std::ranges::any_of(module.diagnostics.conditions, harms);
}

bool is_dark(const Reading& reading) {
  return reading.monitor == Monitor::rx_power && reading.value && *reading.value <= 0;
}

std::optional<double> to_dbm(double milliwatts) {
  if (milliwatts <= 0) return std::nullopt;
  return 10 * std::log10(milliwatts);
}

}  // namespace pktgen
