#include "report/json_switch.h"

#include "report/search_tables.h"
#include "search/json_convert.h"
#include "search/size_verdict.h"
#include "search/switch_fields.h"

namespace pktgen {
namespace {

Json loads(const std::vector<SizeThroughput>& found) {
  return searches_json("throughput", {.throughput = found});
}

Json mode_json(const ForwardingOfWay& way) {
  const ForwardingFit& fit = way.fit;
  return {{"direction", name_of(way.direction)},
          {"mode", name_of(fit.mode)},
          {"why_not", or_null(fit.why_not)},
          {"sizes", fit.sizes},
          {"slope_ns_per_byte", or_null(fit.slope)},
          {"slope_error_ns_per_byte", or_null(fit.slope_error)},
          {"device_slope_ns_per_byte", or_null(fit.device_slope)},
          {"serialisation_ns_per_byte", or_null(fit.serialisation)},
          {"intercept_ns", or_null(fit.intercept)},
          {"verdict", name_of(verdict_of(fit))}};
}

Json vlan_json(const SwitchAnswers& answers) {
  Json json{{"isolated_vlans", answers.isolated_vlans}, {"counts", Json::array()}};
  if (answers.vlan)
    for (const VlanCount& count : answers.vlan->counts)
      json["counts"].push_back({{"vlan", count.vlan},
                                {"direction", name_of(count.direction)},
                                {"sent", count.sent},
                                {"leaked", count.leaked},
                                {"leaked_kinds", or_null(count.leaked_kinds)}});
  json["not_measured"] = answers.vlan ? or_null(answers.vlan->not_measured) : Json("no VLAN was named");
  json["verdict"] = name_of(answers.vlan ? verdict_of(*answers.vlan) : Verdict::not_measured);
  return json;
}

/// One of the trials: how many addresses were shown and asked after.
Json heard_json(const Heard& heard) {
  const bool is_known = heard.reply.is_measured();
  return {{"addresses", heard.question.burst_frames},
          {"load_frames_per_second", heard.question.load.count},
          {"duration_s", seconds(heard.question.duration)},
          {"asked", is_known ? Json(heard.reply.offered) : Json(nullptr)},
          {"known", is_known ? Json(heard.reply.offered - heard.reply.lost) : Json(nullptr)},
          {"not_measured", or_null(heard.reply.not_measured)}};
}

template <class Search>
void add_trials(Json& json, const Search& found) {
  json["trials"] = Json::array();
  for (const Heard& heard : found.heard) json["trials"].push_back(heard_json(heard));
  json["not_measured_trials"] = found.course.not_measured;
  json["ended"] = name_of(found.course.ended);
  json["verdict"] = name_of(verdict_of(found));
}

Json ageing_json(const AddressSearch<AgeingTime>& found) {
  const AgeingTime::Answer& answer = found.answer;
  Json json{{"remembered_s", seconds(answer.remembered)},
            {"forgotten_s", answer.forgotten ? Json(seconds(*answer.forgotten)) : Json(nullptr)},
            {"resolution_s", seconds(found.goal.resolution)},
            {"longest_s", seconds(found.goal.longest)},
            {"contradicts_itself", answer.contradicts_itself}};
  add_trials(json, found);
  return json;
}

/// The fields of goal and answer, then the trials.
template <class Search>
Json search_json(const Search& found, const SwitchAnswers& answers) {
  Json json = Json::object();
  const Json goal = json_of(found.goal), answer = json_of(found.answer);
  for (const auto& [name, value] : answer.items()) json[name] = value;
  for (const auto& [name, value] : goal.items()) json[json.contains(name) ? "goal_" + name : name] = value;
  json["silence_s"] = seconds(answers.silence);
  add_trials(json, found);
  return json;
}

}  // namespace

Json switch_json(const SwitchAnswers& answers) {
  Json json = Json::object();
  for (const std::string& test : answers.asked) {
    if (test == "forwarding") json["forwarding"] = loads(answers.forwarding);
    if (test == "broadcast") json["broadcast"] = loads(answers.broadcast);
    if (test == "multicast") json["multicast"] = loads(answers.multicast);
    if (test == "vlan") json["vlan"] = vlan_json(answers);
    if (test == "mode") {
      json["mode"] = Json::array();
      for (const ForwardingOfWay& way : answers.mode) json["mode"].push_back(mode_json(way));
    }
    if (test == "ageing") json["ageing"] = answers.ageing ? ageing_json(*answers.ageing) : Json(nullptr);
    if (test == "capacity")
      json["capacity"] = answers.capacity ? search_json(*answers.capacity, answers) : Json(nullptr);
    if (test == "learning-rate")
      json["learning_rate"] =
          answers.learning_rate ? search_json(*answers.learning_rate, answers) : Json(nullptr);
  }
  json["not_measured"] = Json::array();
  for (const OutOfReach& one : out_of_reach())
    json["not_measured"].push_back({{"test", one.name}, {"section", one.section}, {"needs", one.needs}});
  return json;
}

}  // namespace pktgen
