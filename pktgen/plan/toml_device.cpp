#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <span>
#include <variant>

#include "base/text.h"
#include "plan/device_spec.h"
#include "plan/toml_device_module.h"
#include "plan/toml_device_speed.h"
#include "plan/toml_device_vlan.h"
#include "plan/toml_reader.h"

namespace pktgen {
namespace {

using Member =
    std::variant<std::uint64_t WaySpec::*, double WaySpec::*, bool WaySpec::*, std::vector<double> WaySpec::*,
                 LinkBitsPerSecond WaySpec::*, WaySpec::Kind WaySpec::*, std::vector<VlanSpec> WaySpec::*,
                 std::vector<SpeedSpec> WaySpec::*, HashPolicy WaySpec::*>;

/// A key of a direction: where it stands, what it sets, and the numbers it may be.
struct DeviceKey {
  std::string_view table, key;
  Member member;
  double least = 0, most = 0;
};

constexpr double kTera = 1e12, kTenSeconds = 1e10, kDay = 86'400, kNever = 1e15;

constexpr DeviceKey kKeys[] = {
    {"link", "bits_per_second", &WaySpec::link, 1000, kTera},
    {"link", "propagation_ns", &WaySpec::propagation_ns, 0, kTenSeconds},
    {"link", "clock_ppm", &WaySpec::clock_ppm, -1000, 1000},
    {"link", "speed", &WaySpec::speeds},
    {"device", "kind", &WaySpec::kind},
    {"device", "latency_ns", &WaySpec::latency_ns, 0, kTenSeconds},
    {"device", "egress_bits_per_second", &WaySpec::egress_bits_per_second, 0, kTera},
    {"device", "buffer_bytes", &WaySpec::buffer_bytes, 0, kTera},
    {"device", "max_frame_bytes", &WaySpec::max_frame_bytes, 64, 65'535},
    {"device", "capacity_frames_per_second", &WaySpec::capacity_frames_per_second, 0, kTera},
    {"device", "capacity_l2_bits_per_second", &WaySpec::capacity_l2_bits_per_second, 0, kTera},
    {"device", "learns", &WaySpec::learns},
    {"device", "ageing_s", &WaySpec::ageing_s, 1, 1'000'000},
    {"device", "table_entries", &WaySpec::table_entries, 1, 1'000'000},
    {"device", "learns_per_second", &WaySpec::learns_per_second, 0, kTera},
    {"device", "overload_recovery_ns", &WaySpec::overload_recovery_ns, 0, kTenSeconds},
    {"device", "jitter_ns", &WaySpec::jitter_ns, 0, kTenSeconds},
    {"device", "blocks_broadcast", &WaySpec::blocks_broadcast},
    {"device", "blocks_multicast", &WaySpec::blocks_multicast},
    {"device", "broadcast_limit_frames_per_second", &WaySpec::broadcast_limit_frames_per_second, 0, kTera},
    {"device", "multicast_limit_frames_per_second", &WaySpec::multicast_limit_frames_per_second, 0, kTera},
    {"device", "carried_vlans", &WaySpec::carried_vlans, 1, 4094},
    {"device", "policer_l2_bits_per_second", &WaySpec::policer_l2_bits_per_second, 0, kTera},
    {"device", "policer_burst_bytes", &WaySpec::policer_burst_bytes, 0, kTera},
    {"device", "vlan", &WaySpec::vlans},
    {"device.lag", "members", &WaySpec::lag_members, 0, 64},
    {"device.lag", "member_bits_per_second", &WaySpec::member_bits_per_second, 1000, kTera},
    {"device.lag", "member_buffer_bytes", &WaySpec::member_buffer_bytes, 0, kTera},
    {"device.lag", "policy", &WaySpec::lag_policy},
    {"device.lag", "skew_ns", &WaySpec::skew_ns, 0, kTenSeconds},
    {"device.lag", "down_member", &WaySpec::down_member, 0, 63},
    {"device.lag", "member_down_at_s", &WaySpec::member_down_at_s, 0, kDay},
    {"device.lag", "member_down_for_s", &WaySpec::member_down_for_s, 1e-6, kDay},
    {"device.lag", "failover_ns", &WaySpec::failover_ns, 0, kTenSeconds},
    {"device.lag", "rejoin_loss_ns", &WaySpec::rejoin_loss_ns, 0, kTenSeconds},
    {"fault", "drop_every", &WaySpec::drop_every, 0, kNever},
    {"fault", "drop_probability", &WaySpec::drop_probability, 0, 1},
    {"fault", "duplicate_every", &WaySpec::duplicate_every, 0, kNever},
    {"fault", "reorder_every", &WaySpec::reorder_every, 0, kNever},
    {"fault", "reorder_by", &WaySpec::reorder_by, 1, 1'000'000},
    {"fault", "corrupt_every", &WaySpec::corrupt_every, 0, kNever},
    {"fault", "crc_error_every", &WaySpec::crc_error_every, 0, kNever},
    {"fault", "vlan_leak_every", &WaySpec::vlan_leak_every, 0, kNever},
    {"fault", "delay_every", &WaySpec::delay_every, 0, kNever},
    {"fault", "delay_by_ns", &WaySpec::delay_by_ns, 0, kTenSeconds},
    {"fault", "flap_at_s", &WaySpec::flap_at_s, 0, kDay},
    {"fault", "flap_for_s", &WaySpec::flap_for_s, 1e-6, kDay},
    {"fault", "reset_at_s", &WaySpec::reset_at_s, 0, kDay},
    {"fault", "reset_for_s", &WaySpec::reset_for_s, 1e-6, kDay},
    {"chatter", "lldp", &WaySpec::lldp, 0, 1'000'000},
    {"chatter", "stp", &WaySpec::stp, 0, 1'000'000},
    {"chatter", "arp", &WaySpec::arp, 0, 1'000'000},
    {"chatter", "ipv6_nd", &WaySpec::ipv6_nd, 0, 1'000'000},
    {"tester", "tx_capacity_frames_per_second", &WaySpec::tx_capacity_frames_per_second, 0, kTera},
    {"tester", "rx_miss_every", &WaySpec::rx_miss_every, 0, kNever},
    {"tester", "pause_received", &WaySpec::pause_received},
    {"tester", "tx_hangs_at_s", &WaySpec::tx_hangs_at_s, 0, kDay},
    {"tester", "egress_hold_ns", &WaySpec::egress_hold_ns, 0, kTenSeconds},
};
constexpr std::string_view kDirections[] = {"a_to_b", "b_to_a"};
constexpr std::string_view kTables[] = {"link",   "device", "fault",  "chatter",
                                        "tester", "module", "a_to_b", "b_to_a"};

tl::unexpected<Error> wrong(const TomlEntry& entry, std::string_view wanted) {
  return fail(ErrorKind::plan, fmt::format("{}: {} wants {}, found {}", entry.value.where, entry.key, wanted,
                                           describe(entry.value)));
}

Result<double> number_of(const TomlEntry& entry, const TomlValue& value, const DeviceKey& key, bool whole) {
  const bool is_number = value.kind == TomlValue::Kind::integer || value.kind == TomlValue::Kind::number;
  // 10e9 is a whole number to whoever wrote it, though TOML calls it a float.
  const bool fits = is_number && std::isfinite(value.number) && value.number >= key.least &&
                    value.number <= key.most && (!whole || value.number == std::floor(value.number));
  if (!fits)
    return fail(ErrorKind::plan,
                fmt::format("{}: {} wants a {}number from {} to {}, found {}", value.where, entry.key,
                            whole ? "whole " : "", key.least, key.most, describe(value)));
  return value.number;
}

/// Sets one member of a direction from a value, by the member's type.
struct Setter {
  const TomlEntry& entry;
  const DeviceKey& key;
  WaySpec& way;

  Result<void> operator()(std::uint64_t WaySpec::*member) const {
    const auto number = number_of(entry, entry.value, key, true);
    if (!number) return tl::make_unexpected(number.error());
    way.*member = static_cast<std::uint64_t>(*number);
    return {};
  }
  Result<void> operator()(LinkBitsPerSecond WaySpec::*member) const {
    const auto number = number_of(entry, entry.value, key, true);
    if (!number) return tl::make_unexpected(number.error());
    way.*member = {static_cast<std::uint64_t>(*number)};
    return {};
  }
  Result<void> operator()(double WaySpec::*member) const {
    const auto number = number_of(entry, entry.value, key, false);
    if (!number) return tl::make_unexpected(number.error());
    way.*member = *number;
    return {};
  }
  Result<void> operator()(bool WaySpec::*member) const {
    if (entry.value.kind != TomlValue::Kind::boolean) return wrong(entry, "true or false");
    way.*member = entry.value.boolean;
    return {};
  }
  Result<void> operator()(std::vector<double> WaySpec::*member) const {
    const bool are_times = entry.key.ends_with("_s");
    if (entry.value.kind != TomlValue::Kind::array)
      return wrong(entry,
                   are_times ? "an array of times like [0.5, 2]" : "an array of numbers like [10, 20]");
    std::vector<double> numbers;
    for (const TomlValue& element : entry.value.elements) {
      const auto number = number_of(entry, element, key, !are_times);
      if (!number) return tl::make_unexpected(number.error());
      numbers.push_back(*number);
    }
    std::ranges::sort(numbers);
    way.*member = std::move(numbers);
    return {};
  }
  Result<void> operator()(std::vector<VlanSpec> WaySpec::*member) const {
    auto vlans = read_device_vlans(entry);
    if (!vlans) return tl::make_unexpected(std::move(vlans.error()));
    way.*member = std::move(*vlans);
    return {};
  }
  Result<void> operator()(std::vector<SpeedSpec> WaySpec::*member) const {
    auto speeds = read_device_speeds(entry);
    if (!speeds) return tl::make_unexpected(std::move(speeds.error()));
    way.*member = std::move(*speeds);
    return {};
  }
  Result<void> operator()(HashPolicy WaySpec::*member) const {
    if (entry.value.kind != TomlValue::Kind::text) return wrong(entry, R"(a policy like "layer3+4")");
    const auto policy = parse_hash_policy(entry.value.text);
    if (!policy) return within(entry.value.where, policy.error());
    way.*member = *policy;
    return {};
  }
  Result<void> operator()(WaySpec::Kind WaySpec::*member) const {
    constexpr std::pair<std::string_view, WaySpec::Kind> kKinds[] = {
        {"cable", WaySpec::Kind::cable},
        {"switch", WaySpec::Kind::store_and_forward},
        {"cut_through", WaySpec::Kind::cut_through}};
    for (const auto& [name, kind] : kKinds)
      if (entry.value.kind == TomlValue::Kind::text && entry.value.text == name) {
        way.*member = kind;
        return {};
      }
    return wrong(entry, R"("cable", "switch" or "cut_through")");
  }
};

/// A table's path: the direction it is about, if any, and the table of kKeys, if any.
struct Place {
  std::optional<std::size_t> way{};
  std::string_view table;
};

Place place_of(std::string_view path) {
  for (std::size_t way = 0; way < std::size(kDirections); ++way) {
    if (path == kDirections[way]) return {way, ""};
    if (path.starts_with(kDirections[way]) && path[kDirections[way].size()] == '.')
      return {way, path.substr(kDirections[way].size() + 1)};
  }
  return {std::nullopt, path};
}

const DeviceKey* find_key(const Place& place, std::string_view key) {
  const bool any_table = place.way.has_value() && place.table.empty();
  const auto* const found = std::ranges::find_if(
      kKeys, [&](const DeviceKey& k) { return k.key == key && (any_table || k.table == place.table); });
  return found == std::end(kKeys) ? nullptr : found;
}

/// The names that could stand where `entry` stands.
std::vector<std::string_view> names_at(const Place& place) {
  std::vector<std::string_view> names;
  if (!place.way && place.table.empty()) {
    names.assign(std::begin(kTables), std::end(kTables));
    names.push_back("seed");
  }
  if (!place.way && place.table == "module") names.insert(names.end(), {"eeprom", "course"});
  for (const DeviceKey& key : kKeys)
    if ((place.way && place.table.empty()) || key.table == place.table) names.push_back(key.key);
  return names;
}

bool is_known_table(const TomlEntry& entry) {
  const Place place = place_of(entry.table);
  const auto is_table = [&](std::string_view table) { return entry.key == table; };
  if (!place.way && place.table.empty()) return std::ranges::any_of(kTables, is_table);
  if (place.table == "device") return entry.key == "lag";
  return place.way && place.table.empty() && std::ranges::any_of(std::span(kTables).first(5), is_table);
}

tl::unexpected<Error> unknown(const TomlEntry& entry) {
  const std::vector<std::string_view> names = names_at(place_of(entry.table));
  const bool is_table = entry.value.kind == TomlValue::Kind::table;
  if (!is_table && is_known_table(entry)) return wrong(entry, "to be a table, [" + entry.key + "]");
  const std::string_view kind = is_table ? "table" : "key";
  // A known key in the wrong table: its table says more than a similar name.
  const auto* const elsewhere = std::ranges::find(kKeys, entry.key, &DeviceKey::key);
  if (elsewhere != std::end(kKeys) && !is_table)
    return fail(ErrorKind::plan, fmt::format("{}: {} doesn't belong here; it is a key of [{}]", entry.where,
                                             entry.key, elsewhere->table));
  return fail(ErrorKind::plan, fmt::format("{}: unknown {} {}; the nearest known name is {}", entry.where,
                                           kind, in_quotes(entry.key), in_quotes(nearest(entry.key, names))));
}

Result<void> set_top(DeviceSpec& device, const TomlEntry& entry, std::string_view file) {
  if (entry.table == "module" && entry.key == "eeprom") {
    if (entry.value.kind != TomlValue::Kind::text || entry.value.text.empty())
      return wrong(entry, R"(a file's name like "sfp_10g_sr.bin")");
    device.module_eeprom = beside(file, entry.value.text);
    return {};
  }
  if (entry.table == "module" && entry.key == "course") {
    auto course = read_module_course(entry);
    if (!course) return tl::make_unexpected(std::move(course.error()));
    device.module_course = std::move(*course);
    return {};
  }
  if (entry.table.empty() && entry.key == "seed") {
    if (entry.value.kind != TomlValue::Kind::integer || entry.value.integer < 0)
      return wrong(entry, "a whole number, zero or more");
    device.seed = static_cast<std::uint64_t>(entry.value.integer);
    return {};
  }
  return unknown(entry);
}

/// Which place set a key of a direction last, to tell a key given flat and nested.
using Seen = std::map<std::pair<std::size_t, std::string_view>, std::string>;

Result<void> set_ways(DeviceSpec& device, const TomlEntry& entry, const DeviceKey& key, Seen& seen) {
  const Place place = place_of(entry.table);
  for (std::size_t way = 0; way < device.ways.size(); ++way) {
    if (place.way && *place.way != way) continue;
    if (place.way) {
      const auto [first, is_new] = seen.try_emplace({way, key.key}, entry.where);
      if (!is_new)
        return fail(ErrorKind::plan, fmt::format("{}: {} is there twice for {}, also at {}; keep one of them",
                                                 entry.where, key.key, kDirections[way], first->second));
    }
    if (auto set = std::visit(Setter{entry, key, device.ways[way]}, key.member); !set) return set;
  }
  return {};
}

Result<void> check_lag(const WaySpec& way, std::string_view name) {
  if (way.member_down_at_s.empty()) return {};
  if (way.down_member >= way.lag_members)
    return fail(ErrorKind::plan, fmt::format("{}: down_member is {}, but the LAG has {} members, from 0 up",
                                             name, way.down_member, way.lag_members));
  for (std::size_t i = 1; i < way.member_down_at_s.size(); ++i)
    if (way.member_down_at_s[i] < way.member_down_at_s[i - 1] + way.member_down_for_s)
      return fail(
          ErrorKind::plan,
          fmt::format("{}: the member would go down at {} s while it is still down from {} s for {} "
                      "s; space member_down_at_s, or lower member_down_for_s",
                      name, way.member_down_at_s[i], way.member_down_at_s[i - 1], way.member_down_for_s));
  return {};
}

Result<void> check_ways(const DeviceSpec& device, std::string_view name) {
  for (const WaySpec& way : device.ways) {
    if (way.kind == WaySpec::Kind::cable && way.egress_bits_per_second != 0 &&
        way.egress_bits_per_second != way.link.count)
      return fail(
          ErrorKind::plan,
          fmt::format("{}: egress_bits_per_second differs from the link's, but a cable has one speed; "
                      "say kind = \"switch\", or leave it out",
                      name));
    if (auto checked = check_lag(way, name); !checked) return checked;
    for (std::size_t i = 1; i < way.flap_at_s.size(); ++i)
      if (way.flap_at_s[i] < way.flap_at_s[i - 1] + way.flap_for_s)
        return fail(ErrorKind::plan,
                    fmt::format("{}: the link would flap at {} s while it is still down from {} s "
                                "for {} s; space flap_at_s, or lower flap_for_s",
                                name, way.flap_at_s[i], way.flap_at_s[i - 1], way.flap_for_s));
    for (std::size_t i = 1; i < way.reset_at_s.size(); ++i)
      if (way.reset_at_s[i] < way.reset_at_s[i - 1] + way.reset_for_s)
        return fail(ErrorKind::plan,
                    fmt::format("{}: the device would be reset at {} s while it still is from {} s for {} s; "
                                "space reset_at_s, or lower reset_for_s",
                                name, way.reset_at_s[i], way.reset_at_s[i - 1], way.reset_for_s));
  }
  return {};
}

}  // namespace

Result<DeviceSpec> parse_device(std::string_view text, std::string_view name) {
  const auto entries = read_toml(text, name);
  if (!entries) return tl::make_unexpected(entries.error());
  DeviceSpec device;
  Seen seen;
  // What holds for both directions first, wherever it stands: a direction's own value overrides it.
  for (const bool overrides : {false, true}) {
    for (const TomlEntry& entry : *entries) {
      const Place place = place_of(entry.table);
      if (place.way.has_value() != overrides) continue;
      if (entry.value.kind == TomlValue::Kind::table && is_known_table(entry)) continue;
      const DeviceKey* const key = find_key(place, entry.key);
      auto set = key != nullptr ? set_ways(device, entry, *key, seen)
                 : !place.way   ? set_top(device, entry, name)
                                : Result<void>(unknown(entry));
      if (!set) return tl::make_unexpected(set.error());
    }
  }
  if (auto checked = check_ways(device, name); !checked) return tl::make_unexpected(checked.error());
  return device;
}

Result<DeviceSpec> load_device(const std::string& path) {
  const auto text = load_text(path);
  if (!text) return tl::make_unexpected(text.error());
  return parse_device(*text, path);
}

}  // namespace pktgen
