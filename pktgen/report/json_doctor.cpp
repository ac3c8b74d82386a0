#include "report/json_doctor.h"

#include "report/json_values.h"

namespace pktgen {
namespace {

Json check_json(const Check& check) {
  Json json;
  json["name"] = check.name;
  json["port"] = or_null(check.port);
  json["state"] = name_of(check.state);
  json["vital"] = check.is_vital;
  json["found"] = check.found;
  json["why"] = check.why;
  json["mend_now"] = or_null(check.mend_now);
  json["mend_for_good"] = or_null(check.mend_for_good);
  return json;
}

}  // namespace

std::string json_of(const Diagnosis& diagnosis) {
  Json json;
  json["schema"] = "pktgen.doctor/1";
  json["ready"] = diagnosis.is_ready;
  json["ports"] = diagnosis.ports;
  json["ready_ports"] = diagnosis.ready_ports;
  json["checks"] = Json::array();
  for (const Check& check : diagnosis.checks) json["checks"].push_back(check_json(check));
  // Names of processes and devices come from elsewhere: what isn't UTF-8 is replaced, for nothing may throw.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pktgen
