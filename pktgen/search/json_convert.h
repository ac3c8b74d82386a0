#pragma once
#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "search/json_fields.h"

namespace pktgen {

using Json = nlohmann::ordered_json;

namespace json_shape {
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
}  // namespace json_shape

/// A value as JSON: numbers in the unit that their name ends with, what doesn't exist as null, a word for an
/// enumeration, an object for what has fields. Doubles are written so that the same double is read.
template <class T>
Json json_of(T value) {
  if constexpr (std::same_as<T, FramesPerSecond>) {
    return Json(value.count);
  } else if constexpr (std::same_as<T, Nanoseconds>) {
    return Json(value.count());
  } else if constexpr (json_shape::is_optional<T>) {
    return value ? json_of(*value) : Json(nullptr);
  } else if constexpr (json_shape::is_vector<T>) {
    Json array = Json::array();
    for (const auto& one : value) array.push_back(json_of(one));
    return array;
  } else if constexpr (std::is_enum_v<T>) {
    return Json(std::string(name_of(value)));
  } else if constexpr (std::is_class_v<T> && !std::same_as<T, std::string>) {
    Json object = Json::object();
    each_field(value, [&](const char* name, const auto& field) { object[name] = json_of(field); });
    return object;
  } else {
    return Json(value);
  }
}

/// Each reads one value; fails (plan) for another type, and for what the type can't hold.
Result<void> read_json(const Json& json, double& value);  ///< finite
Result<void> read_json(const Json& json, std::uint64_t& value);
Result<void> read_json(const Json& json, std::uint32_t& value);
Result<void> read_json(const Json& json, Nanoseconds& value);
Result<void> read_json(const Json& json, FramesPerSecond& value);
Result<void> read_json(const Json& json, std::string& value);
Result<void> read_json(const Json& json, bool& value);

/// The first name of `object` that isn't among `known`, or empty.
std::string unknown_name(const Json& object, const std::vector<std::string_view>& known);

template <class T>
Result<void> read_json(const Json& json, std::vector<T>& values) {
  if (!json.is_array()) return fail(ErrorKind::plan, "an array is wanted");
  for (std::size_t i = 0; i < json.size(); ++i) {
    T value{};
    if (auto done = read_json(json[i], value); !done)
      return within("[" + std::to_string(i) + "]", done.error());
    values.push_back(std::move(value));
  }
  return {};
}

/// Reads what has fields: each of them, and no others.
template <class T>
Result<void> read_json(const Json& json, T& value) {
  if (!json.is_object()) return fail(ErrorKind::plan, "an object is wanted");
  Result<void> done;
  std::vector<std::string_view> known{};
  each_field(value, [&](const char* name, auto& field) {
    known.emplace_back(name);
    if (!done) return;
    const auto found = json.find(name);
    done = found == json.end() ? fail(ErrorKind::plan, "is missing") : read_json(*found, field);
    if (!done) done = within(name, done.error());
  });
  if (!done) return done;
  if (const std::string name = unknown_name(json, known); !name.empty())
    return fail(ErrorKind::plan, name + ": no such field");
  return {};
}

}  // namespace pktgen
