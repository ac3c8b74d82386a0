#include "bind/json_outcome.h"

#include <nlohmann/json.hpp>

namespace pktgen {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

}  // namespace

std::string json_of(const std::string& command, std::span<const PortOutcome> ports) {
  Json json{{"schema", "pktgen.bind/1"}, {"command", command}, {"ports", Json::array()}};
  for (const PortOutcome& one : ports)
    json["ports"].push_back({{"address", one.address},
                             {"outcome", one.outcome},
                             {"driver_before", or_null(one.driver_before)},
                             {"driver", or_null(one.driver)},
                             {"interfaces", one.interfaces},
                             {"steps", one.steps}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pktgen
