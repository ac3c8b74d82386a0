#include "search/json_convert.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pktgen {

Result<void> read_json(const Json& json, double& value) {
  if (!json.is_number() || !std::isfinite(json.get<double>()))
    return fail(ErrorKind::plan, "a number is wanted");
  value = json.get<double>();
  return {};
}

Result<void> read_json(const Json& json, std::uint64_t& value) {
  const bool is_count =
      json.is_number_unsigned() || (json.is_number_integer() && json.get<std::int64_t>() >= 0);
  if (!is_count) return fail(ErrorKind::plan, "a whole number of 0 or more is wanted");
  value = json.get<std::uint64_t>();
  return {};
}

Result<void> read_json(const Json& json, std::uint32_t& value) {
  std::uint64_t wide = 0;
  if (auto done = read_json(json, wide); !done) return done;
  if (wide > std::numeric_limits<std::uint32_t>::max())
    return fail(ErrorKind::plan, "a number below 2^32 is wanted");
  value = static_cast<std::uint32_t>(wide);
  return {};
}

Result<void> read_json(const Json& json, Nanoseconds& value) {
  std::uint64_t count = 0;
  if (auto done = read_json(json, count); !done) return done;
  if (count > static_cast<std::uint64_t>(kForever.count()))
    return fail(ErrorKind::plan, "a time of at most 200 days is wanted");
  value = Nanoseconds{static_cast<std::int64_t>(count)};
  return {};
}

Result<void> read_json(const Json& json, FramesPerSecond& value) { return read_json(json, value.count); }

Result<void> read_json(const Json& json, std::string& value) {
  if (!json.is_string()) return fail(ErrorKind::plan, "a text is wanted");
  value = json.get<std::string>();
  return {};
}

Result<void> read_json(const Json& json, bool& value) {
  if (!json.is_boolean()) return fail(ErrorKind::plan, "true or false is wanted");
  value = json.get<bool>();
  return {};
}

std::string unknown_name(const Json& object, const std::vector<std::string_view>& known) {
  for (const auto& [name, value] : object.items()) {
    if (std::ranges::find(known, name) == known.end()) return name;
  }
  return {};
}

}  // namespace pktgen
