#include "plan/toml_device_vlan.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "plan/toml_modifier.h"

namespace pktgen {
namespace {

using TomlKind = TomlValue::Kind;

struct VlanKey {
  std::string_view key;
  std::uint64_t VlanSpec::*member = nullptr;
  double least = 0, most = 0;
};

constexpr VlanKey kVlanKeys[] = {
    {"id", &VlanSpec::id, 1, 4094},
    {"latency_ns", &VlanSpec::latency_ns, 0, 1e10},
    {"policer_l2_bits_per_second", &VlanSpec::policer_l2_bits_per_second, 0, 1e12},
    {"policer_burst_bytes", &VlanSpec::policer_burst_bytes, 0, 1e12},
};
constexpr std::string_view kVlanNames[] = {kVlanKeys[0].key, kVlanKeys[1].key, kVlanKeys[2].key,
                                           kVlanKeys[3].key};

Result<VlanSpec> read_vlan(const TomlValue& table, const std::string& path) {
  if (table.kind != TomlKind::table)
    return mistake(table.where, path,
                   fmt::format("wants a table, [[device.vlan]], found {}", describe(table)));
  if (auto known = check_keys(table, path, kVlanNames); !known) return tl::make_unexpected(known.error());
  VlanSpec vlan;
  for (const TomlEntry& entry : table.members) {
    const auto* const key = std::ranges::find(kVlanKeys, entry.key, &VlanKey::key);
    const TomlValue& value = entry.value;
    const bool is_number = value.kind == TomlKind::integer || value.kind == TomlKind::number;
    const bool fits = is_number && std::isfinite(value.number) && value.number >= key->least &&
                      value.number <= key->most && value.number == std::floor(value.number);
    if (!fits)
      return mistake(value.where, path + "." + entry.key,
                     fmt::format("wants a whole number from {} to {}, found {}", key->least, key->most,
                                 describe(value)));
    vlan.*(key->member) = static_cast<std::uint64_t>(value.number);
  }
  if (vlan.id == 0) return mistake(table.where, path, "wants to know which VLAN it is about; say id = 100");
  return vlan;
}

}  // namespace

Result<std::vector<VlanSpec>> read_device_vlans(const TomlEntry& entry) {
  if (entry.value.kind != TomlKind::array)
    return mistake(entry.value.where, entry.key,
                   fmt::format("wants tables, each under [[device.vlan]], found {}", describe(entry.value)));
  std::vector<VlanSpec> vlans;
  for (const TomlValue& table : entry.value.elements) {
    const std::string path = fmt::format("vlan[{}]", vlans.size());
    auto vlan = read_vlan(table, path);
    if (!vlan) return tl::make_unexpected(std::move(vlan.error()));
    if (std::ranges::find(vlans, vlan->id, &VlanSpec::id) != vlans.end())
      return mistake(table.where, path, fmt::format("VLAN {} is there twice; keep one of them", vlan->id));
    vlans.push_back(*vlan);
  }
  return vlans;
}

}  // namespace pktgen
