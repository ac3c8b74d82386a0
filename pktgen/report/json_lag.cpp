#include "report/json_lag.h"

#include <algorithm>

namespace pktgen {
namespace {

bool has_test(const LagAnswers& answers, std::string_view test) {
  return std::ranges::find(answers.asked, test) != answers.asked.end();
}

Json distribution_json(const Distribution& seen) {
  return {{"on_members", seen.counts},           {"largest_share_percent", seen.largest_share * 100},
          {"imbalance", seen.imbalance},         {"chi2", seen.chi2},
          {"critical_chi2", seen.critical_chi2}, {"is_even", seen.is_even()},
          {"is_polarised", seen.is_polarised()}};
}

Json fields_json(const std::vector<FlowField>& fields) {
  Json json = Json::array();
  for (const FlowField field : fields) json.push_back(name_of(field));
  return json;
}

Json placement_json(const LagPlacement& placed) {
  const Placement& placement = placed.placement;
  Json json{{"fields", fields_json(placed.fields)},
            {"order", placed.is_random ? "random" : "sequential"},
            {"trials", placement.trials()},
            {"not_measured", or_null(placement.not_measured())}};
  if (!placed.distribution) return json;
  json["members_seen"] = placement.members();
  json["contradictions"] = placement.contradictions();
  const Json distribution = distribution_json(*placed.distribution);
  for (const auto& [name, value] : distribution.items()) json[name] = value;
  json["member_of_flow"] = Json::array();
  for (const auto& member : placement.member_of())
    json["member_of_flow"].push_back(member ? Json(*member) : Json(nullptr));
  return json;
}

Json throughput_json(const FlowsThroughput& found) {
  return {{"flows", found.flows},
          {"throughput_frames_per_second", or_null(found.throughput)},
          {"lowest_failed_frames_per_second", or_null(found.lowest_failed)},
          {"trials", found.trials},
          {"not_measured", or_null(found.not_measured)}};
}

Json capacity_json(const LagAnswers& answers) {
  const LagCapacity& capacity = *answers.capacity;
  const auto share = largest_share(answers);
  Json json{{"one_flow", throughput_json(capacity.one)},
            {"all_flows", throughput_json(capacity.all)},
            {"line_rate_frames_per_second", capacity.line_rate.count},
            {"is_limited_by_port", capacity.is_limited_by_port()},
            {"largest_share_percent", share ? Json(*share * 100) : Json(nullptr)}};
  const bool is_known = share && answers.members;
  json["imbalance"] = is_known ? Json(*share * static_cast<double>(*answers.members)) : Json(nullptr);
  json["of_ideal_percent"] =
      is_known ? Json(100 / (*share * static_cast<double>(*answers.members))) : Json(nullptr);
  json["verdict"] = name_of(verdict_of(capacity));
  return json;
}

Json reordering_json(const Reordering& seen) {
  const bool any = seen.reordered > 0;
  const auto if_any = [&](std::uint64_t value) { return any ? Json(value) : Json(nullptr); };
  Json json{{"arrivals", seen.arrivals},
            {"reordered", seen.reordered},
            {"reordered_ratio", seen.arrivals == 0 ? Json(nullptr)
                                                   : Json(static_cast<double>(seen.reordered) /
                                                          static_cast<double>(seen.arrivals))},
            {"extent_frames",
             {{"p50", if_any(seen.extent_p50)},
              {"p99", if_any(seen.extent_p99)},
              {"max", if_any(seen.extent_max)}}},
            {"late_ns",
             {{"p50", if_any(seen.late_p50_ns)},
              {"p99", if_any(seen.late_p99_ns)},
              {"max", if_any(seen.late_max_ns)}}},
            {"unknown_extents", seen.unknown_extents},
            {"n_reordered", Json::object()}};
  for (std::size_t i = 0; i < Reordering::kDegrees.size(); ++i)
    json["n_reordered"][std::to_string(Reordering::kDegrees[i])] = seen.n_reordered[i];
  json["skew_estimate_ns"] = if_any(seen.late_p50_ns);
  return json;
}

Json order_json(const LagOrder& order, bool is_round_robin) {
  Json json{{"flows", order.flows},
            {"load_frames_per_second", order.load.count},
            {"duration_s", seconds(order.duration)},
            {"sent", order.sent},
            {"missing", order.missing},
            {"reordered_flows", order.reordered_flows},
            {"reordering", reordering_json(order.seen)},
            {"not_measured", or_null(order.not_measured)}};
  json["verdict"] = name_of(verdict_of(order, is_round_robin));
  return json;
}

Json failover_json(const LagAnswers& answers) {
  const LagFailover& seen = *answers.failover;
  Json json{{"flows", seen.flows},
            {"load_frames_per_second", seen.load.count},
            {"duration_s", seconds(seen.duration)},
            {"sent", seen.sent},
            {"missing", seen.missing},
            {"outages", Json::array()},
            {"commands", Json::array()},
            {"reordering", reordering_json(seen.order)},
            {"not_measured", or_null(seen.not_measured)}};
  for (const LagOutage& outage : seen.outages)
    json["outages"].push_back({{"at_s", seconds(outage.at)},
                               {"flows", outage.flows},
                               {"lost", outage.lost},
                               {"longest_s", seconds(outage.longest)},
                               {"mean_s", seconds(outage.mean)},
                               {"flows_that_never_came_back", outage.flows_that_never_came_back}});
  for (const EventCommand& command : seen.commands)
    json["commands"].push_back({{"name", command.name},
                                {"at_s", command.at ? Json(seconds(*command.at)) : Json(nullptr)},
                                {"exit_status", or_null(command.exit_status)},
                                {"trouble", or_null(command.trouble)}});
  json["verdict"] = name_of(verdict_of(seen, answers.longest_outage));
  return json;
}

}  // namespace

Json lag_json(const LagAnswers& answers) {
  Json json{{"direction", name_of(answers.direction)},
            {"frame_bytes", answers.size.count},
            {"flows", answers.flows},
            {"members", or_null(answers.members)},
            {"policy", answers.is_round_robin ? "round-robin" : "hash"},
            {"member_frames_per_second", or_null(answers.member_rate)},
            {"member_frames_per_second_is", answers.is_member_rate_said ? "said" : "measured"}};
  if (!answers.member_rate) json["member_frames_per_second_is"] = nullptr;
  if (has_test(answers, "capacity"))
    json["capacity"] = answers.capacity ? capacity_json(answers) : Json(nullptr);
  if (has_test(answers, "distribution"))
    json["distribution"] = answers.distribution ? placement_json(*answers.distribution) : Json(nullptr);
  if (answers.counted) json["member_counts"] = distribution_json(*answers.counted);
  if (answers.predicted) {
    json["predicted"] = distribution_json(answers.predicted->distribution);
    json["predicted"]["policy"] = name_of(answers.predicted->policy);
    json["predicted"]["agreeing_flows"] = or_null(answers.predicted->agreeing);
  }
  if (has_test(answers, "fields")) {
    json["fields"] = Json::array();
    for (const LagPlacement& field : answers.fields) {
      json["fields"].push_back(placement_json(field));
      json["fields"].back()["role"] = name_of(role_of(field));
    }
  }
  if (has_test(answers, "reordering")) {
    json["reordering"] = Json::array();
    for (const LagOrder& order : answers.reordering)
      json["reordering"].push_back(order_json(order, answers.is_round_robin));
  }
  if (has_test(answers, "failover"))
    json["failover"] = answers.failover ? failover_json(answers) : Json(nullptr);
  return json;
}

}  // namespace pktgen
