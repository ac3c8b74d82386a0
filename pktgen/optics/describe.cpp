#include "optics/describe.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "optics/host_fit.h"

namespace pktgen {
namespace {

constexpr std::string_view kMonitorNames[] = {"temperature", "supply", "bias", "tx power", "rx power"};
constexpr std::string_view kMonitorUnits[] = {"C", "V", "mA", "mW", "mW"};
constexpr std::string_view kMediumNames[] = {
    "unknown", "fibre", "passive copper cable", "active copper cable", "active fibre cable", "twisted pair"};
constexpr std::string_view kConditionNames[] = {"transmitter disabled", "transmitter fault",
                                                "no signal from the host", "receiver has lost the signal"};

bool is_power(Monitor monitor) { return monitor == Monitor::tx_power || monitor == Monitor::rx_power; }

std::string line(std::string_view name, std::string_view text) { return fmt::format("{:<13}{}", name, text); }

std::string text_of(const std::optional<std::string>& text) {
  if (!text) return "n/a";
  return text->empty() ? "(blank)" : *text;
}

std::string reach_text(const Module& module) {
  std::vector<std::string> parts;
  for (const Reach& reach : module.reach)
    parts.push_back(
        fmt::format("{}{:g} m over {}", reach.or_more ? "more than " : "", reach.metres, reach.over));
  return join(parts, ", ");
}

std::string signal_text(const Module& module) {
  std::vector<std::string> parts;
  if (module.megabauds) parts.push_back(fmt::format("{} MBd", *module.megabauds));
  if (!module.encoding.empty()) parts.push_back(module.encoding);
  if (module.wavelength_nm) parts.push_back(fmt::format("{:g} nm", *module.wavelength_nm));
  return join(parts, ", ");
}

void add_identity(std::vector<std::string>& lines, const Module& module) {
  lines.push_back(line("module", fmt::format("{} ({})", module.identifier.name, module.standard)));
  lines.push_back(line("vendor", text_of(module.vendor) + (module.oui ? ", OUI " + *module.oui : "")));
  lines.push_back(
      line("part", fmt::format("{}, revision {}", text_of(module.part), text_of(module.revision))));
  lines.push_back(line("serial", fmt::format("{}, made {}", text_of(module.serial), text_of(module.made))));
  lines.push_back(line("medium", fmt::format("{}, connector {}", name_of(module.medium),
                                             module.connector ? module.connector->name : "n/a")));
  lines.push_back(
      line("compliance", module.compliance.empty() ? "none named" : join(module.compliance, ", ")));
  if (const std::string signal = signal_text(module); !signal.empty())
    lines.push_back(line("signal", signal));
  if (const std::string reach = reach_text(module); !reach.empty()) lines.push_back(line("reach", reach));
  const std::string watts = module.most_watts ? fmt::format(", up to {:g} W", *module.most_watts) : "";
  if (!module.power_class.empty()) lines.push_back(line("power", module.power_class + watts));
  for (const StoredSum& sum : module.sums)
    lines.push_back(line("checksum", sum.is_right()
                                         ? fmt::format("{} 0x{:02x} right", sum.name, sum.stored)
                                         : fmt::format("{} WRONG: stored 0x{:02x} computed 0x{:02x}",
                                                       sum.name, sum.stored, sum.computed)));
}

std::string diagnostics_text(const Diagnostics& diagnostics) {
  if (!diagnostics.why_none.empty()) return "none: " + diagnostics.why_none;
  const bool external = diagnostics.calibration == MonitorCalibration::external;
  std::string text = external ? "externally calibrated" : "internally calibrated";
  if (diagnostics.rx_power_is_average)
    text +=
        *diagnostics.rx_power_is_average ? ", rx power is the average" : ", rx power is the modulation (OMA)";
  return text;
}

std::string threshold_text(Monitor monitor, double value) {
  if (!is_power(monitor)) return fmt::format("{:.{}f}", value, monitor == Monitor::supply ? 3 : 2);
  const auto dbm = to_dbm(value);
  return dbm ? fmt::format("{:.2f}", *dbm) : "none";
}

std::string thresholds_text(const Reading& reading) {
  if (reading.thresholds_disordered) return "  thresholds out of order, not used";
  if (!reading.thresholds) return {};
  const auto text = [&](double value) { return threshold_text(reading.monitor, value); };
  return fmt::format("{:>9}{:>9}{:>9}{:>9}", text(reading.thresholds->low_alarm),
                     text(reading.thresholds->low_warning), text(reading.thresholds->high_warning),
                     text(reading.thresholds->high_alarm));
}

void add_readings(std::vector<std::string>& lines, const Diagnostics& diagnostics) {
  lines.push_back(line("diagnostics", diagnostics_text(diagnostics)));
  if (diagnostics.readings.empty()) return;
  lines.push_back(fmt::format("  {:<16}{:<28}{:>9}{:>9}{:>9}{:>9}  {}", "", "now", "lo alarm", "lo warn",
                              "hi warn", "hi alarm", "judged"));
  for (const Reading& reading : diagnostics.readings) {
    const std::string lane = reading.lane == 0 ? "" : fmt::format(" {}", reading.lane);
    std::string text = fmt::format("  {:<16}{:<28}{:<36}  {}", std::string(name_of(reading.monitor)) + lane,
                                   value_text(reading), thresholds_text(reading), verdict_of(reading));
    text.erase(text.find_last_not_of(' ') + 1);
    lines.push_back(std::move(text));
  }
  for (const ConditionAt at : diagnostics.conditions)
    lines.push_back(line("condition", at.lane == 0
                                          ? std::string(name_of(at.condition))
                                          : fmt::format("lane {}: {}", at.lane, name_of(at.condition))));
}

std::string with_step(const std::string& because, const std::string& next_step) {
  return next_step.empty() ? because : because + "; " + next_step;
}

}  // namespace

std::vector<std::string> describe(const Module& module) {
  std::vector<std::string> lines;
  add_identity(lines, module);
  add_readings(lines, module.diagnostics);
  for (const Remark& remark : module.remarks)
    lines.push_back(line("note", with_step(remark.because, remark.next_step)));
  for (const HostFit& fit : host_fits(module))
    lines.push_back(line("in", fit.nic + ": " + with_step(fit.because, fit.next_step)));
  return lines;
}

std::string_view name_of(Monitor monitor) { return kMonitorNames[static_cast<std::size_t>(monitor)]; }
std::string_view unit_of(Monitor monitor) { return kMonitorUnits[static_cast<std::size_t>(monitor)]; }
std::string_view name_of(Medium medium) { return kMediumNames[static_cast<std::size_t>(medium)]; }
std::string_view name_of(ModuleCondition condition) {
  return kConditionNames[static_cast<std::size_t>(condition)];
}

std::string_view verdict_of(const Reading& reading) {
  Crossings all = compare(reading).value_or(Crossings{});
  const Crossings flags = reading.flags.value_or(Crossings{});
  if (all.high_alarm || flags.high_alarm) return "high alarm";
  if (all.low_alarm || flags.low_alarm) return "low alarm";
  if (all.high_warning || flags.high_warning) return "high warning";
  if (all.low_warning || flags.low_warning) return "low warning";
  if (is_dark(reading)) return "no light";
  return reading.value && (reading.thresholds || reading.flags) ? "within" : "";
}

std::string value_text(const Reading& reading) {
  if (!reading.value) return "n/a: " + reading.why_none;
  const double value = *reading.value;
  switch (reading.monitor) {
    case Monitor::temperature:
      return fmt::format("{:.2f} C", value);
    case Monitor::supply:
      return fmt::format("{:.4f} V", value);
    case Monitor::bias:
      return fmt::format("{:.3f} mA", value);
    case Monitor::tx_power:
    case Monitor::rx_power:
      break;
  }
  const auto dbm = to_dbm(value);
  if (!dbm) return "no light (below -40 dBm)";
  return value < 0.1 ? fmt::format("{:.5f} mW {:.2f} dBm", value, *dbm)
                     : fmt::format("{:.4f} mW {:.2f} dBm", value, *dbm);
}

}  // namespace pktgen
