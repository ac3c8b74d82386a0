#include "plan/toml_device_module.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "base/text.h"
#include "plan/toml_modifier.h"
#include "plan/values.h"

namespace pktgen {
namespace {

using TomlKind = TomlValue::Kind;

/// A value with what SFF-8472 has room for.
struct StageKey {
  std::string_view key;
  std::optional<double> ModuleStage::*member = nullptr;
  double least = 0, most = 0;
  bool may_be_dark = false;
};

constexpr StageKey kStageKeys[] = {
    {"temperature_celsius", &ModuleStage::temperature_celsius, -127, 127},
    {"supply_volts", &ModuleStage::supply_volts, 0, 6.5},
    {"bias_milliamperes", &ModuleStage::bias_milliamperes, 0, 131},
    {"tx_power_dbm", &ModuleStage::tx_power_dbm, -40, 8.1, true},
    {"rx_power_dbm", &ModuleStage::rx_power_dbm, -40, 8.1, true},
};
constexpr std::string_view kStageNames[] = {"at",
                                            "port",
                                            kStageKeys[0].key,
                                            kStageKeys[1].key,
                                            kStageKeys[2].key,
                                            kStageKeys[3].key,
                                            kStageKeys[4].key};

Result<void> store_value(ModuleStage& stage, const TomlEntry& entry, const std::string& path) {
  const auto* const key = std::ranges::find(kStageKeys, entry.key, &StageKey::key);
  const TomlValue& value = entry.value;
  const bool is_number = value.kind == TomlKind::integer || value.kind == TomlKind::number;
  const bool is_dark =
      is_number && key->may_be_dark && value.number == -std::numeric_limits<double>::infinity();
  if (!is_dark && !(is_number && value.number >= key->least && value.number <= key->most))
    return mistake(value.where, path + "." + entry.key,
                   fmt::format("wants a number from {} to {}{}, found {}", key->least, key->most,
                               key->may_be_dark ? ", or -inf for no light" : "", describe(value)));
  stage.*(key->member) = value.number;
  return {};
}

Result<void> store_place(ModuleStage& stage, const TomlEntry& entry, const std::string& path) {
  const TomlValue& value = entry.value;
  const bool is_text = value.kind == TomlKind::text;
  if (entry.key == "at") {
    const auto time = is_text ? parse_time(value.text) : Result<Nanoseconds>(fail(ErrorKind::plan, ""));
    if (!time)
      return mistake(value.where, path + ".at",
                     fmt::format(R"(wants a time like "30s", found {})", describe(value)));
    stage.at = *time;
    return {};
  }
  if (!is_text || (value.text != "a" && value.text != "b"))
    return mistake(value.where, path + ".port",
                   fmt::format(R"(wants "a" or "b"; both without it, found {})", describe(value)));
  stage.port = value.text == "a" ? 0 : 1;
  return {};
}

Result<ModuleStage> read_stage(const TomlValue& table, const std::string& path) {
  if (table.kind != TomlKind::table)
    return mistake(table.where, path,
                   fmt::format("wants a table, [[module.course]], found {}", describe(table)));
  if (auto known = check_keys(table, path, kStageNames); !known) return tl::make_unexpected(known.error());
  ModuleStage stage;
  for (const TomlEntry& entry : table.members) {
    const bool is_place = entry.key == "at" || entry.key == "port";
    auto stored = is_place ? store_place(stage, entry, path) : store_value(stage, entry, path);
    if (!stored) return tl::make_unexpected(stored.error());
  }
  if (std::ranges::find(table.members, "at", &TomlEntry::key) == table.members.end())
    return mistake(table.where, path, R"(wants to know from when on; say at = "30s")");
  return stage;
}

}  // namespace

Result<std::vector<ModuleStage>> read_module_course(const TomlEntry& entry) {
  if (entry.value.kind != TomlKind::array)
    return mistake(
        entry.value.where, entry.key,
        fmt::format("wants tables, each under [[module.course]], found {}", describe(entry.value)));
  std::vector<ModuleStage> course;
  for (const TomlValue& table : entry.value.elements) {
    const std::string path = fmt::format("course[{}]", course.size());
    auto stage = read_stage(table, path);
    if (!stage) return tl::make_unexpected(std::move(stage.error()));
    if (!course.empty() && stage->at < course.back().at)
      return mistake(table.where, path,
                     "begins before the one above it; put them in the order of their times");
    course.push_back(*stage);
  }
  return course;
}

}  // namespace pktgen
