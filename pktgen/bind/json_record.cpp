#include "bind/json_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace pktgen {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::string_view kSchema = "pktgen.bound/1";

Json interface_json(const InterfaceBefore& one) {
  return {{"name", one.name},           {"mac", one.mac},      {"mtu_bytes", one.mtu.count}, {"up", one.up},
          {"addresses", one.addresses}, {"routes", one.routes}};
}

bool has_texts(const Json& json, std::initializer_list<const char*> keys) {
  return json.is_object() && std::ranges::all_of(keys, [&](const char* key) {
           return json.contains(key) && json[key].is_string();
         });
}

bool is_list_of_texts(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_array() &&
         std::ranges::all_of(json[key], [](const Json& one) { return one.is_string(); });
}

std::optional<InterfaceBefore> interface_of(const Json& json) {
  if (!has_texts(json, {"name", "mac"}) || !json.contains("mtu_bytes") ||
      !json["mtu_bytes"].is_number_unsigned() || !json.contains("up") || !json["up"].is_boolean() ||
      !is_list_of_texts(json, "addresses") || !is_list_of_texts(json, "routes"))
    return std::nullopt;
  return InterfaceBefore{.name = json["name"],
                         .mac = json["mac"],
                         .mtu = {json["mtu_bytes"].get<std::uint64_t>()},
                         .up = json["up"],
                         .addresses = json["addresses"],
                         .routes = json["routes"]};
}

}  // namespace

std::string json_of(const PortBefore& before) {
  Json json{{"schema", kSchema},           {"address", before.address},
            {"driver", before.driver},     {"driver_override", before.driver_override},
            {"bound_to", before.bound_to}, {"persistent", before.is_persistent},
            {"interfaces", Json::array()}};
  for (const InterfaceBefore& one : before.interfaces) json["interfaces"].push_back(interface_json(one));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<PortBefore> read_record(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!has_texts(json, {"schema", "address", "driver", "driver_override", "bound_to"}) ||
      json["schema"] != kSchema || !json.contains("persistent") || !json["persistent"].is_boolean() ||
      !json.contains("interfaces") || !json["interfaces"].is_array())
    return std::nullopt;
  PortBefore before{.address = json["address"],
                    .driver = json["driver"],
                    .driver_override = json["driver_override"],
                    .bound_to = json["bound_to"],
                    .is_persistent = json["persistent"],
                    .interfaces = {}};
  for (const Json& one : json["interfaces"]) {
    auto interface = interface_of(one);
    if (!interface) return std::nullopt;
    before.interfaces.push_back(std::move(*interface));
  }
  return before;
}

}  // namespace pktgen
