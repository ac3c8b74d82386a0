#include "report/json_module.h"

#include "optics/describe.h"
#include "optics/host_fit.h"
#include "report/json_course.h"
#include "report/json_values.h"

namespace pktgen {
namespace {

std::string_view map_name(MemoryMap map) {
  static constexpr std::string_view kNames[] = {"SFF-8472", "SFF-8636", "CMIS"};
  return kNames[static_cast<std::size_t>(map)];
}

/// A blank text is "", a missing one null: the other or_null makes null of both.
Json text_json(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

Json reach_json(const Module& module) {
  Json json = Json::array();
  for (const Reach& reach : module.reach)
    json.push_back({{"over", reach.over}, {"metres", reach.metres}, {"or_more", reach.or_more}});
  return json;
}

Json sums_json(const Module& module) {
  Json json = Json::array();
  for (const StoredSum& sum : module.sums)
    json.push_back(
        {{"name", sum.name}, {"stored", sum.stored}, {"computed", sum.computed}, {"right", sum.is_right()}});
  return json;
}

Json reading_json(const Reading& reading) {
  const bool is_power = reading.monitor == Monitor::tx_power || reading.monitor == Monitor::rx_power;
  Json json;
  json["monitor"] = key_of(reading.monitor);
  json["lane"] = reading.lane == 0 ? Json(nullptr) : Json(reading.lane);
  json["value"] = or_null(reading.value);
  json["dbm"] = is_power && reading.value ? or_null(to_dbm(*reading.value)) : Json(nullptr);
  json["why_none"] = or_null(reading.why_none);
  json["thresholds"] = thresholds_json(reading.thresholds);
  json["flags"] = crossings_json(reading.flags);
  json["judged"] = or_null(std::string(verdict_of(reading)));
  return json;
}

Json diagnostics_json(const Diagnostics& diagnostics) {
  static constexpr std::string_view kCalibrations[] = {"none", "internal", "external"};
  Json json;
  json["calibration"] = kCalibrations[static_cast<std::size_t>(diagnostics.calibration)];
  json["rx_power_is_average"] = or_null(diagnostics.rx_power_is_average);
  json["why_none"] = or_null(diagnostics.why_none);
  json["readings"] = Json::array();
  for (const Reading& reading : diagnostics.readings) json["readings"].push_back(reading_json(reading));
  json["conditions"] = conditions_json(diagnostics.conditions);
  return json;
}

Json remarks_json(const Module& module) {
  Json json = Json::array();
  for (const Remark& remark : module.remarks)
    json.push_back({{"because", remark.because}, {"next_step", or_null(remark.next_step)}});
  return json;
}

Json hosts_json(const Module& module) {
  static constexpr std::string_view kAcceptances[] = {"takes", "refuses", "depends"};
  Json json = Json::array();
  for (const HostFit& fit : host_fits(module))
    json.push_back({{"nic", fit.nic},
                    {"acceptance", kAcceptances[static_cast<std::size_t>(fit.acceptance)]},
                    {"because", fit.because},
                    {"next_step", or_null(fit.next_step)}});
  return json;
}

}  // namespace

std::string json_of(const Module& module, std::string_view source) {
  Json json;
  json["schema"] = "pktgen.module/1";
  json["source"] = source;
  json["memory_map"] = map_name(module.map);
  json["standard"] = module.standard;
  json["identifier"] = module.identifier.name;
  json["connector"] = module.connector ? Json(module.connector->name) : Json(nullptr);
  json["medium"] = name_of(module.medium);
  json["vendor"] = text_json(module.vendor);
  json["oui"] = text_json(module.oui);
  json["part"] = text_json(module.part);
  json["revision"] = text_json(module.revision);
  json["serial"] = text_json(module.serial);
  json["made"] = text_json(module.made);
  json["compliance"] = module.compliance;
  json["encoding"] = or_null(module.encoding);
  json["signal_megabauds"] = or_null(module.megabauds);
  json["wavelength_nm"] = or_null(module.wavelength_nm);
  json["reach"] = reach_json(module);
  json["power_class"] = or_null(module.power_class);
  json["most_watts"] = or_null(module.most_watts);
  json["checksums"] = sums_json(module);
  json["diagnostics"] = diagnostics_json(module.diagnostics);
  json["alarm"] = has_alarm(module);
  json["remarks"] = remarks_json(module);
  json["hosts"] = hosts_json(module);
  // The source is a file's name: what isn't UTF-8 in it is replaced, for nothing may throw.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pktgen
