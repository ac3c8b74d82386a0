#include "plan/toml_service.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "base/text.h"
#include "plan/service_values.h"
#include "plan/toml_modifier.h"
#include "plan/toml_stream.h"

namespace pktgen {
namespace {

using TomlKind = TomlValue::Kind;

/// What the test itself decides.
constexpr std::string_view kNotOfAService[] = {"load",     "shape",  "start",   "size_order",
                                               "duration", "frames", "prebuilt"};

bool is_of_the_test(std::string_view key) {
  return std::ranges::find(kNotOfAService, key) != std::end(kNotOfAService);
}

template <class T, class Target>
Result<void> fill(Target& target, Result<T> parsed) {
  if (!parsed) return tl::make_unexpected(std::move(parsed.error()));
  target = std::move(*parsed);
  return {};
}

std::string print_if(const std::optional<Nanoseconds>& time) { return time ? print_time(*time) : ""; }

/// A key that a stream hasn't, a string in TOML.
struct ServiceKey {
  std::string_view name, example;
  Result<void> (*store)(ServiceSpec&, std::string_view text) = nullptr;
  std::string (*print)(const ServiceSpec&) = nullptr;  ///< empty: not set
};

constexpr std::string_view kPolicing = "policing";  // true or false in TOML

// A table of keys is the shortest way to say them; clang-format would spread each over six lines.
// clang-format off
constexpr ServiceKey kServiceKeys[] = {
    {"cir", R"("100M")",
     [](ServiceSpec& s, std::string_view t) { return fill(s.cir, parse_information_rate(t)); },
     [](const ServiceSpec& s) { return print_information_rate(s.cir); }},
    {"eir", R"("50M")",
     [](ServiceSpec& s, std::string_view t) { return fill(s.eir, parse_information_rate(t)); },
     [](const ServiceSpec& s) { return print_information_rate(s.eir); }},
    {"ftd", R"("5ms")",
     [](ServiceSpec& s, std::string_view t) { return fill(s.ftd, parse_threshold(t)); },
     [](const ServiceSpec& s) { return print_if(s.ftd); }},
    {"fdv", R"("1ms")",
     [](ServiceSpec& s, std::string_view t) { return fill(s.fdv, parse_threshold(t)); },
     [](const ServiceSpec& s) { return print_if(s.fdv); }},
    {"flr", R"("0.1%")",
     [](ServiceSpec& s, std::string_view t) { return fill(s.flr_percent, parse_share_of_all(t)); },
     [](const ServiceSpec& s) { return print_number(s.flr_percent) + "%"; }},
    {"availability", R"("99.99%")",
     [](ServiceSpec& s, std::string_view t) { return fill(s.availability_percent, parse_share_of_all(t)); },
     [](const ServiceSpec& s) {
       return s.availability_percent ? print_number(*s.availability_percent) + "%" : std::string(); }},
};
// clang-format on

std::vector<std::string_view> all_keys() {
  std::vector<std::string_view> names = stream_keys();
  std::erase_if(names, is_of_the_test);
  for (const ServiceKey& key : kServiceKeys) names.push_back(key.name);
  names.push_back(kPolicing);
  return names;
}

Result<void> read_own(ServiceSpec& service, const TomlEntry& entry, const std::string& path) {
  const auto wrong = [&](std::string_view wanted) {
    return mistake(entry.value.where, path, fmt::format("wants {}, found {}", wanted, describe(entry.value)));
  };
  if (entry.key == kPolicing) {
    if (entry.value.kind != TomlKind::boolean) return wrong("true or false");
    service.is_policed = entry.value.boolean;
    return {};
  }
  const ServiceKey& key = *std::ranges::find(kServiceKeys, entry.key, &ServiceKey::name);
  if (entry.value.kind != TomlKind::text) return wrong(fmt::format("a string like {}", key.example));
  if (auto stored = key.store(service, entry.value.text); !stored)
    return mistake(entry.value.where, path, stored.error().message);
  return {};
}

Result<ServiceSpec> read_service(const TomlValue& table, const std::string& path, std::string_view file) {
  if (table.kind != TomlKind::table)
    return mistake(table.where, path, fmt::format("wants a table, [[service]], found {}", describe(table)));
  for (const TomlEntry& entry : table.members)
    if (is_of_the_test(entry.key))
      return mistake(
          entry.where, path,
          fmt::format("{} isn't a service's: cir and eir say how much is sent, the test when, and each "
                      "size is sent evenly; leave it out",
                      entry.key));
  if (auto known = check_keys(table, path, all_keys()); !known) return tl::make_unexpected(known.error());
  ServiceSpec service;
  TomlValue of_stream = table;
  of_stream.members.clear();
  for (const TomlEntry& entry : table.members) {
    const bool is_own =
        entry.key == kPolicing ||
        std::ranges::find(kServiceKeys, entry.key, &ServiceKey::name) != std::end(kServiceKeys);
    if (!is_own) of_stream.members.push_back(entry);
    else if (auto read = read_own(service, entry, path + "." + entry.key); !read)
      return tl::make_unexpected(std::move(read.error()));
  }
  auto stream = read_stream(of_stream, path, file);
  if (!stream) return tl::make_unexpected(std::move(stream.error()));
  service.stream = std::move(*stream);
  return service;
}

}  // namespace

Result<std::vector<ServiceSpec>> read_services(const TomlEntry& entry, std::string_view file) {
  if (entry.value.kind != TomlKind::array)
    return fail(ErrorKind::plan, fmt::format("{}: service wants tables, each under [[service]], found {}",
                                             entry.where, describe(entry.value)));
  std::vector<ServiceSpec> services;
  std::map<std::string, std::string> seen;
  for (const TomlValue& table : entry.value.elements) {
    auto service = read_service(table, fmt::format("service[{}]", services.size()), file);
    if (!service) return tl::make_unexpected(std::move(service.error()));
    const StreamSpec& stream = service->stream;
    const auto [first, is_new] = seen.try_emplace(stream.name, stream.place);
    if (!is_new)
      return mistake(stream.place, "name",
                     fmt::format("{} is the name of another service too, at {}; choose another",
                                 in_quotes(stream.name), first->second));
    services.push_back(std::move(*service));
  }
  return services;
}

std::string print_services(const std::vector<ServiceSpec>& services) {
  std::string out;
  for (const ServiceSpec& service : services) {
    out += "\n[[service]]\n";
    for (const ServiceKey& key : kServiceKeys)
      if (const std::string text = key.print(service); !text.empty())
        out += fmt::format("{} = {}\n", key.name, toml_string(text));
    out += fmt::format("{} = {}\n", kPolicing, service.is_policed ? "true" : "false");
    out += print_stream(service.stream, "service", kNotOfAService);
  }
  return out;
}

}  // namespace pktgen
