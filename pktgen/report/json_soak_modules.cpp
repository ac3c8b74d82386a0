#include "report/json_soak_modules.h"

#include <array>

#include "optics/describe.h"
#include "report/json_course.h"

namespace pktgen {
namespace {

constexpr std::array<const char*, 2> kEndNames = {"a", "b"};

template <class One>
Json place_json(const One& one) {
  return {{"monitor", key_of(one.monitor)}, {"lane", one.lane == 0 ? Json(nullptr) : Json(one.lane)}};
}

Json sample_json(const ModuleSample& sample) {
  Json json{{"at_s", seconds(sample.at)}, {"values", Json::array()}};
  for (const ModuleSample::Value& one : sample.values) {
    Json value = place_json(one);
    value["value"] = one.value;
    json["values"].push_back(std::move(value));
  }
  return json;
}

Json span_json(const ModuleSpan& span) {
  Json json{{"from_s", seconds(span.from)},
            {"to_s", seconds(span.to)},
            {"readings", span.readings},
            {"monitors", Json::array()}};
  for (const MonitorSpan& one : span.monitors) {
    Json monitor = place_json(one);
    monitor["min"] = one.least;
    monitor["max"] = one.most;
    monitor["last"] = one.last;
    json["monitors"].push_back(std::move(monitor));
  }
  return json;
}

Json timeline_json(const ModuleTimeline& timeline) {
  Json json{{"interval_s", seconds(timeline.interval)},
            {"power_steps", timeline.all_steps},
            {"excursions", timeline.all_excursions},
            {"spans", Json::array()},
            {"readings_near_losses", Json::array()}};
  for (const ModuleSpan& span : timeline.spans) json["spans"].push_back(span_json(span));
  for (const ModuleSample& sample : timeline.near_losses)
    json["readings_near_losses"].push_back(sample_json(sample));
  return json;
}

Json sample_or_null(const ModuleSample* sample) { return sample ? sample_json(*sample) : Json(nullptr); }

}  // namespace

Json soak_modules_json(const SoakRecord& soak) {
  const auto& modules = soak.outcome.soak->modules;
  Json json;
  for (std::size_t port = 0; port < modules.size(); ++port)
    json[kEndNames.at(port)] = modules.at(port) ? timeline_json(*modules.at(port)) : Json(nullptr);
  return json;
}

Json readings_beside_json(const SoakRecord& soak, const LossEvent& event) {
  const auto& modules = soak.outcome.soak->modules;
  Json json;
  for (std::size_t port = 0; port < modules.size(); ++port) {
    const NearReadings near = modules.at(port) ? readings_near(*modules.at(port), event.at) : NearReadings{};
    json[kEndNames.at(port)] = {{"before", sample_or_null(near.before)},
                                {"after", sample_or_null(near.after)}};
  }
  return json;
}

Json module_changes_json(const SoakRecord& soak) {
  Json json = Json::array();
  for (const ModuleMove& move : soak.verdict.moves) {
    Json one{{"port", kEndNames.at(move.port)}};
    one.update(place_json(move));
    one["at_s"] = seconds(move.at);
    one["beyond_threshold"] = move.is_beyond;
    one["within_again_s"] = move.until ? Json(seconds(*move.until)) : Json(nullptr);
    one["what"] = move.words;
    json.push_back(std::move(one));
  }
  return json;
}

}  // namespace pktgen
