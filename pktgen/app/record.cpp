#include "app/record.h"

#include <charconv>
#include <chrono>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <string_view>
#include <sys/utsname.h>
#include <thread>

#include "base/text.h"
#include "plan/settings.h"

namespace pktgen {
namespace {

std::string_view name_of(Origin origin) {
  switch (origin) {
    case Origin::default_value:
      return "default";
    case Origin::profile:
      return "profile";
    case Origin::file:
      return "file";
    case Origin::command_line:
      return "command line";
  }
  return "?";
}

std::int64_t integer_of(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// A key's value with the type that the plan file gives it.
SettingValue value_of(const Setting& setting, const Plan& plan) {
  const std::string text = setting.print(plan);
  if (text.empty()) return nullptr;
  switch (setting.kind) {
    case Setting::Kind::flag:
      return text == "true";
    case Setting::Kind::integer:
      return integer_of(text);
    case Setting::Kind::texts: {
      std::vector<std::string> names;
      if (setting.name == "ports")
        for (const PortName& port : plan.ports) names.push_back(port.text);
      else
        for (const std::string_view part : split(text, ',')) names.emplace_back(part);
      return names;
    }
    case Setting::Kind::numbers: {
      if (setting.name != "sizes" || !is_of_sizes(plan.command)) return text;
      std::vector<std::int64_t> sizes;
      for (const FrameBytes size : plan.sizes) sizes.push_back(static_cast<std::int64_t>(size.count));
      return sizes;
    }
    case Setting::Kind::text:
    case Setting::Kind::path:
    case Setting::Kind::words:
      return text;
  }
  return text;
}

std::vector<Fact> host_facts() {
  utsname system{};
  std::vector<Fact> facts;
  if (uname(&system) == 0) {
    facts.push_back({"kernel", fmt::format("{} {}", system.sysname, system.release)});
    facts.push_back({"machine", system.machine});
  }
  facts.push_back({"processors", std::to_string(std::thread::hardware_concurrency())});
  return facts;
}

/// Rounded to whole bytes.
std::uint64_t mean_headers(const Plan& plan) {
  std::uint64_t sum = 0;
  for (const StreamSpec& stream : plan.streams) sum += header_bytes(stream.headers) + kFcs;
  return (sum + plan.streams.size() / 2) / plan.streams.size();
}

}  // namespace

std::vector<SettingRecord> settings_of(const Plan& plan) {
  std::vector<SettingRecord> records;
  for (const Setting& setting : settings()) {
    if (!takes(plan.command, setting)) continue;
    const auto origin = plan.origins.find(std::string(setting.name));
    records.push_back({.key = toml_key(setting),
                       .value = value_of(setting, plan),
                       .origin = std::string(
                           name_of(origin == plan.origins.end() ? Origin::default_value : origin->second))});
  }
  return records;
}

RunRecord begin_record(const Plan& plan, const Measurer& measurer) {
  RunRecord record;
  record.command = plan.command;
  record.started_at = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  record.tool = {.version = PKTGEN_VERSION, .dpdk = PKTGEN_DPDK_VERSION, .compiler = PKTGEN_COMPILER};
  record.host = host_facts();
  record.emulated = plan.ports[0].kind == PortName::Kind::emulated;
  record.clock = measurer.clock();
  record.plan = settings_of(plan);
  record.stack = plan.stack;
  record.tagged = plan.vlan.has_value();
  if (is_of_sizes(plan.command) && !plan.streams.empty()) record.streams_header_bytes = mean_headers(plan);
  record.ports = measurer.ports();
  return record;
}

}  // namespace pktgen
