#include "plan/toml_modifier.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <span>

#include "base/text.h"
#include "plan/modifier_values.h"
#include "plan/toml_stream.h"

namespace pktgen {
namespace {

using TomlKind = TomlValue::Kind;

constexpr std::string_view kModifierKeys[] = {"field", "first",  "step", "count",
                                              "list",  "random", "seed", "carries"};

/// One `[[stream.modify]]` table while it is read.
class ModifierTable {
 public:
  ModifierTable(const TomlValue& table, const std::string& path) : table_(table), path_(path) {}

  Result<Modifier> read(const HeaderStack& stack, std::uint64_t seed) {
    if (auto known = check_keys(table_, path_, kModifierKeys); !known)
      return tl::make_unexpected(known.error());
    const auto field = read_field(stack);
    if (!field) return tl::make_unexpected(field.error());
    Modifier modifier{.field = field->name, .seed = seed};
    for (const auto read_one : {&ModifierTable::read_kind, &ModifierTable::read_list,
                                &ModifierTable::read_first, &ModifierTable::read_numbers})
      if (auto done = (this->*read_one)(modifier, *field); !done) return tl::make_unexpected(done.error());
    auto settled = settle_modifier(std::move(modifier), *field);
    if (!settled) return mistake(table_.where, path_, settled.error().message);
    return settled;
  }

 private:
  tl::unexpected<Error> wrong(const TomlEntry& entry, const TomlValue& value, std::string_view wanted) const {
    return mistake(value.where, path_ + "." + entry.key,
                   fmt::format("wants {}, found {}", wanted, describe(value)));
  }

  Result<FieldOfStack> read_field(const HeaderStack& stack) const {
    const TomlEntry* const entry = find_member(table_, "field");
    if (entry == nullptr)
      return mistake(table_.where, path_, R"(wants to know which field changes; say field = "ipv4.src")");
    if (entry->value.kind != TomlKind::text)
      return wrong(*entry, entry->value, R"(a string like "ipv4.src")");
    auto field = find_field(stack, entry->value.text);
    if (!field) return mistake(entry->value.where, path_ + ".field", field.error().message);
    return field;
  }

  Result<std::uint64_t> read_value(const TomlEntry& entry, const TomlValue& value,
                                   const FieldOfStack& field) const {
    if (value.kind != TomlKind::integer && value.kind != TomlKind::text)
      return wrong(entry, value, fmt::format("values of {}, an integer or a string", field.name));
    auto number =
        parse_field_value(field, value.kind == TomlKind::text ? value.text : std::to_string(value.integer));
    if (!number) return mistake(value.where, path_ + "." + entry.key, number.error().message);
    return number;
  }

  /// Whether a switch is on; off if it isn't there.
  Result<bool> read_switch(std::string_view key) const {
    const TomlEntry* const entry = find_member(table_, key);
    if (entry == nullptr) return false;
    if (entry->value.kind != TomlKind::boolean) return wrong(*entry, entry->value, "true or false");
    return entry->value.boolean;
  }

  Result<void> read_kind(Modifier& modifier, const FieldOfStack&) {
    const auto random = read_switch("random"), carries = read_switch("carries");
    if (!random) return tl::make_unexpected(random.error());
    if (!carries) return tl::make_unexpected(carries.error());
    modifier.carries = *carries;
    const bool has_list = find_member(table_, "list") != nullptr;
    if (*random) modifier.kind = Modifier::Kind::random;
    if (has_list) modifier.kind = Modifier::Kind::list;
    const auto refuse = [&](std::string_view key, std::string_view why) -> Result<void> {
      const TomlEntry* const entry = find_member(table_, key);
      if (entry == nullptr) return {};
      return mistake(entry->where, path_ + "." + std::string(key), why);
    };
    if (*random && has_list)
      return refuse("list", "random draws from first and count, not from a list; keep one of them");
    constexpr std::string_view kOfCount[] = {"first", "step", "count"};
    for (const std::string_view key : kOfCount)
      if (auto fine = has_list ? refuse(key, "a list says all values; leave this out") : Result<void>();
          !fine)
        return fine;
    if (*random) return refuse("step", "random values have no step; leave this out");
    return {};
  }

  Result<void> read_list(Modifier& modifier, const FieldOfStack& field) {
    const TomlEntry* const entry = find_member(table_, "list");
    if (entry == nullptr) return {};
    if (entry->value.kind != TomlKind::array)
      return wrong(*entry, entry->value, "an array of values like [7, 9, 11]");
    for (const TomlValue& element : entry->value.elements) {
      const auto value = read_value(*entry, element, field);
      if (!value) return tl::make_unexpected(value.error());
      modifier.values.push_back(*value);
    }
    return {};
  }

  Result<void> read_first(Modifier& modifier, const FieldOfStack& field) {
    if (modifier.kind == Modifier::Kind::list) return {};
    const TomlEntry* const entry = find_member(table_, "first");
    const bool is_of_all = modifier.kind == Modifier::Kind::random && find_member(table_, "count") == nullptr;
    if (entry == nullptr && is_of_all) return {};
    const auto first = entry != nullptr ? read_value(*entry, entry->value, field) : own_value(field);
    if (!first && entry == nullptr) return mistake(table_.where, path_, first.error().message);
    if (!first) return tl::make_unexpected(first.error());
    modifier.first = *first;
    return {};
  }

  Result<void> read_numbers(Modifier& modifier, const FieldOfStack&) {
    for (const TomlEntry& entry : table_.members) {
      const std::int64_t least = entry.key == "count" ? 1 : entry.key == "seed" ? 0 : INT64_MIN;
      if (entry.key != "step" && entry.key != "count" && entry.key != "seed") continue;
      if (entry.value.kind != TomlKind::integer || entry.value.integer < least)
        return wrong(
            entry, entry.value,
            entry.key == "step" ? "an integer like 1 or -1" : fmt::format("an integer from {} up", least));
      if (entry.key == "step") modifier.step = entry.value.integer;
      if (entry.key == "count") modifier.count = static_cast<std::uint64_t>(entry.value.integer);
      if (entry.key == "seed") modifier.seed = static_cast<std::uint64_t>(entry.value.integer);
    }
    return {};
  }

  const TomlValue& table_;
  const std::string& path_;
};

/// A field's value as TOML: addresses as strings.
std::string toml_field_value(const FieldOfStack& field, std::uint64_t value) {
  const std::string text = print_field_value(field, value);
  return field.key->kind == HeaderKey::Kind::text ? toml_string(text) : text;
}

}  // namespace

tl::unexpected<Error> mistake(std::string_view where, std::string_view path, std::string_view message) {
  return fail(ErrorKind::plan, fmt::format("{}: {}: {}", where, path, message));
}

const TomlEntry* find_member(const TomlValue& table, std::string_view key) {
  const auto found = std::ranges::find(table.members, key, &TomlEntry::key);
  return found == table.members.end() ? nullptr : &*found;
}

Result<void> check_keys(const TomlValue& table, const std::string& path,
                        std::span<const std::string_view> names) {
  for (const TomlEntry& entry : table.members)
    if (std::ranges::find(names, entry.key) == names.end())
      return mistake(entry.where, path,
                     fmt::format("unknown key {}; the nearest known key is {}", in_quotes(entry.key),
                                 in_quotes(nearest(entry.key, names))));
  return {};
}

Result<Modifier> read_modifier(const TomlValue& value, const std::string& path, const HeaderStack& stack,
                               std::uint64_t seed) {
  if (value.kind == TomlKind::table) return ModifierTable(value, path).read(stack, seed);
  if (value.kind != TomlKind::text)
    return mistake(
        value.where, path,
        fmt::format(R"(wants a table like {{ field = "ipv4.src", count = 256 }}, or a string like )"
                    R"("ipv4.src=198.18.0.1+1*256", found {})",
                    describe(value)));
  auto modifier = parse_modifier(value.text, stack, seed);
  if (!modifier) return mistake(value.where, path, modifier.error().message);
  return modifier;
}

std::string print_modifier_table(const Modifier& modifier, const HeaderStack& stack) {
  const auto field = find_field(stack, modifier.field);
  if (!field) return "";
  std::string out = fmt::format("field = {}\n", toml_string(modifier.field));
  if (modifier.kind == Modifier::Kind::list) {
    std::string values;
    for (const std::uint64_t value : modifier.values)
      values += (values.empty() ? "" : ", ") + toml_field_value(*field, value);
    out += fmt::format("list = [{}]\n", values);
  } else {
    const bool is_random = modifier.kind == Modifier::Kind::random;
    out += is_random ? "random = true\n" : fmt::format("step = {}\n", modifier.step);
    if (!is_random || modifier.count != 0)
      out += fmt::format("first = {}\n", toml_field_value(*field, modifier.first));
    if (modifier.count != 0) out += fmt::format("count = {}\n", modifier.count);
    if (is_random) out += fmt::format("seed = {}\n", modifier.seed);
  }
  if (modifier.carries) out += "carries = true\n";
  return out;
}

}  // namespace pktgen
