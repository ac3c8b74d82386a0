#include "plan/toml_device_speed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <variant>

#include "plan/toml_modifier.h"

namespace pktgen {
namespace {

using TomlKind = TomlValue::Kind;

struct SpeedKey {
  std::string_view key;
  std::variant<LinkBitsPerSecond SpeedSpec::*, double SpeedSpec::*, std::optional<double> SpeedSpec::*,
               std::optional<std::uint64_t> SpeedSpec::*>
      member;
  double least = 0, most = 0;
};

constexpr SpeedKey kSpeedKeys[] = {
    {"bits_per_second", &SpeedSpec::link, 1000, 1e12},
    {"time_to_link_s", &SpeedSpec::time_to_link_s, 0, 3600},
    {"max_frame_bytes", &SpeedSpec::max_frame_bytes, 64, 65'535},
    {"latency_ns", &SpeedSpec::latency_ns, 0, 1e10},
    {"capacity_frames_per_second", &SpeedSpec::capacity_frames_per_second, 0, 1e12},
    {"drop_every", &SpeedSpec::drop_every, 0, 1e15},
    {"drop_probability", &SpeedSpec::drop_probability, 0, 1},
};
constexpr auto kSpeedNames = [] {
  std::array<std::string_view, std::size(kSpeedKeys)> names;
  std::ranges::transform(kSpeedKeys, names.begin(), &SpeedKey::key);
  return names;
}();

/// Sets one member from a number, by the member's type; all but times and shares are whole.
struct SetNumber {
  SpeedSpec& speed;
  double number;

  void operator()(LinkBitsPerSecond SpeedSpec::*member) const {
    speed.*member = {static_cast<std::uint64_t>(number)};
  }
  void operator()(double SpeedSpec::*member) const { speed.*member = number; }
  void operator()(std::optional<double> SpeedSpec::*member) const { speed.*member = number; }
  void operator()(std::optional<std::uint64_t> SpeedSpec::*member) const {
    speed.*member = static_cast<std::uint64_t>(number);
  }
};

bool is_whole(const SpeedKey& key) { return key.member.index() == 0 || key.member.index() == 3; }

Result<SpeedSpec> read_speed(const TomlValue& table, const std::string& path) {
  if (table.kind != TomlKind::table)
    return mistake(table.where, path,
                   fmt::format("wants a table, [[link.speed]], found {}", describe(table)));
  if (auto known = check_keys(table, path, kSpeedNames); !known) return tl::make_unexpected(known.error());
  SpeedSpec speed;
  for (const TomlEntry& entry : table.members) {
    const auto* const key = std::ranges::find(kSpeedKeys, entry.key, &SpeedKey::key);
    const TomlValue& value = entry.value;
    const bool is_number = value.kind == TomlKind::integer || value.kind == TomlKind::number;
    const bool fits = is_number && std::isfinite(value.number) && value.number >= key->least &&
                      value.number <= key->most &&
                      (!is_whole(*key) || value.number == std::floor(value.number));
    if (!fits)
      return mistake(value.where, path + "." + entry.key,
                     fmt::format("wants a {}number from {} to {}, found {}", is_whole(*key) ? "whole " : "",
                                 key->least, key->most, describe(value)));
    std::visit(SetNumber{speed, value.number}, key->member);
  }
  if (speed.link.count == 0)
    return mistake(table.where, path, "wants to know which speed it is about; say bits_per_second = 1e9");
  return speed;
}

}  // namespace

Result<std::vector<SpeedSpec>> read_device_speeds(const TomlEntry& entry) {
  if (entry.value.kind != TomlKind::array)
    return mistake(entry.value.where, entry.key,
                   fmt::format("wants tables, each under [[link.speed]], found {}", describe(entry.value)));
  std::vector<SpeedSpec> speeds;
  for (const TomlValue& table : entry.value.elements) {
    const std::string path = fmt::format("speed[{}]", speeds.size());
    auto speed = read_speed(table, path);
    if (!speed) return tl::make_unexpected(std::move(speed.error()));
    if (std::ranges::find(speeds, speed->link, &SpeedSpec::link) != speeds.end())
      return mistake(table.where, path,
                     fmt::format("{} bits/s are there twice; keep one of them", speed->link.count));
    speeds.push_back(*speed);
  }
  return speeds;
}

}  // namespace pktgen
