#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "plan/settings.h"
#include "plan/toml_reader.h"
#include "plan/toml_service.h"
#include "plan/toml_stream.h"

namespace pktgen {
namespace {

using Kind = Setting::Kind;

std::string_view wanted(Kind kind) {
  switch (kind) {
    case Kind::flag:
      return "true or false";
    case Kind::integer:
      return "an integer";
    case Kind::text:
    case Kind::path:
      return "a string";
    case Kind::numbers:
      return "an array of integers, and strings for ranges";
    case Kind::texts:
    case Kind::words:
      return "an array of strings";
  }
  return "something else";
}

tl::unexpected<Error> wrong_type(const Setting& setting, const TomlValue& value) {
  return fail(ErrorKind::plan,
              fmt::format("{}: {} wants {} like {}, found {}", value.where, toml_key(setting),
                          wanted(setting.kind), setting.example, describe(value)));
}

/// An element of an array as it stands in a list on the command line.
Result<std::string> element_text(const Setting& setting, const TomlValue& element) {
  const bool may_be_integer = setting.kind == Kind::numbers;
  if (element.kind == TomlValue::Kind::text) return element.text;
  if (element.kind == TomlValue::Kind::integer && may_be_integer) return std::to_string(element.integer);
  return wrong_type(setting, element);
}

Result<std::string> list_text(const Setting& setting, const TomlValue& value) {
  if (value.kind != TomlValue::Kind::array) return wrong_type(setting, value);
  const std::string_view between = setting.kind == Kind::words ? " " : ",";
  std::string list;
  for (const TomlValue& element : value.elements) {
    auto text = element_text(setting, element);
    if (!text) return text;
    if (!list.empty()) list += between;
    list += *text;
  }
  return list;
}

/// The value as it stands on the command line.
Result<std::string> value_text(const Setting& setting, const TomlValue& value, std::string_view file) {
  switch (setting.kind) {
    case Kind::flag:
      if (value.kind != TomlValue::Kind::boolean) return wrong_type(setting, value);
      return std::string(value.boolean ? "true" : "false");
    case Kind::integer:
      if (value.kind != TomlValue::Kind::integer) return wrong_type(setting, value);
      return std::to_string(value.integer);
    case Kind::text:
      if (value.kind != TomlValue::Kind::text) return wrong_type(setting, value);
      return value.text;
    case Kind::path:
      if (value.kind != TomlValue::Kind::text) return wrong_type(setting, value);
      return value.text.empty() ? value.text : beside(file, value.text);
    case Kind::numbers:
    case Kind::texts:
    case Kind::words:
      return list_text(setting, value);
  }
  return wrong_type(setting, value);
}

tl::unexpected<Error> unknown(const TomlEntry& entry, std::string_view command) {
  std::vector<std::string> keys;
  for (const Setting& setting : settings())
    if (takes(command, setting)) keys.push_back(toml_key(setting));
  if (takes_streams(command)) keys.emplace_back("stream");
  if (command == "service") keys.emplace_back("service");
  const std::vector<std::string_view> names(keys.begin(), keys.end());
  const std::string_view kind = entry.value.kind == TomlValue::Kind::table ? "table" : "key";
  return fail(ErrorKind::plan, fmt::format("{}: unknown {} {}; the nearest known key is {}", entry.where,
                                           kind, in_quotes(entry.key), in_quotes(nearest(entry.key, names))));
}

/// The ports one by one, for an argument of a vdev: may hold a comma.
std::string toml_ports(const Plan& plan) {
  std::string out;
  for (const PortName& port : plan.ports) out += (out.empty() ? "" : ", ") + toml_string(port.text);
  return "[" + out + "]";
}

/// The parts of a list as TOML has them: whole numbers, and strings.
std::string toml_array(std::string_view list, char separator) {
  std::string out;
  for (const std::string_view part : split(list, separator)) {
    const bool is_whole = part.find_first_not_of("0123456789") == std::string_view::npos;
    out += out.empty() ? "" : ", ";
    out += is_whole ? std::string(part) : toml_string(part);
  }
  return "[" + out + "]";
}

std::string toml_value(const Setting& setting, const Plan& plan) {
  std::string text = setting.print(plan);
  switch (setting.kind) {
    case Kind::flag:
    case Kind::integer:
      return text;
    case Kind::text:
    case Kind::path:
      return toml_string(text);
    case Kind::texts:
      return setting.name == "ports" ? toml_ports(plan) : toml_array(text, ',');
    case Kind::numbers:
    case Kind::words:
      return toml_array(text, setting.kind == Kind::words ? ' ' : ',');
  }
  return text;
}

bool is_told_by_tables(const Plan& plan, const Setting& setting) {
  return setting.is_of_one_stream && !(plan.streams.empty() && plan.services.empty());
}

std::string_view origin_text(Origin origin) {
  switch (origin) {
    case Origin::default_value:
      return "default";
    case Origin::profile:
      return "profile";
    case Origin::file:
      return "plan file";
    case Origin::command_line:
      return "command line";
  }
  return "default";
}

}  // namespace

Result<PlanFile> parse_plan(std::string_view text, std::string_view name, std::string_view command) {
  const auto entries = read_toml(text, name);
  if (!entries) return tl::make_unexpected(entries.error());
  PlanFile file;
  for (const TomlEntry& entry : *entries) {
    if (entry.table.empty() && entry.key == "stream") {
      auto streams = read_streams(entry, name);
      if (!streams) return tl::make_unexpected(std::move(streams.error()));
      file.streams = std::move(*streams);
      continue;
    }
    if (entry.table.empty() && entry.key == "service") {
      auto services = read_services(entry, name);
      if (!services) return tl::make_unexpected(std::move(services.error()));
      file.services = std::move(*services);
      continue;
    }
    const auto all = settings();
    const auto setting = std::ranges::find(all, entry.key, toml_key);
    if (!entry.table.empty() || setting == all.end()) return unknown(entry, command);
    auto value = value_text(*setting, entry.value, name);
    if (!value) return tl::make_unexpected(value.error());
    file.asked.push_back({&*setting, std::move(*value), entry.value.where + ": " + entry.key, Origin::file});
  }
  return file;
}

Result<PlanFile> load_plan(const std::string& path, std::string_view command) {
  const auto text = load_text(path);
  if (!text) return tl::make_unexpected(text.error());
  return parse_plan(*text, path, command);
}

std::string print_plan(const Plan& plan) {
  std::string out;
  for (const Setting& setting : settings()) {
    if (!takes(plan.command, setting) || is_told_by_tables(plan, setting)) continue;
    const std::string key = toml_key(setting);
    const auto origin = plan.origins.find(std::string(setting.name));
    const std::string_view from =
        origin_text(origin == plan.origins.end() ? Origin::default_value : origin->second);
    if (setting.print(plan).empty()) out += fmt::format("# {} is not set\n", key);
    else out += fmt::format("{} = {}  # {}\n", key, toml_value(setting, plan), from);
  }
  return out + print_streams(plan.streams) + print_services(plan.services);
}

}  // namespace pktgen
