#include "plan/modifier_values.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <vector>

#include "base/text.h"

namespace pktgen {
namespace {

constexpr std::uint64_t kMostCount = 0x7fff'ffff'ffff'ffff;  // what TOML can say
constexpr std::string_view kExamples =
    "ipv4.src=198.18.0.1+1*256, ipv4.src=random:256, udp.src_port=random or vlan.id=7,9,11";

/// All fields of a stack, by the names that the second header of a kind has too.
std::vector<FieldOfStack> fields_of(const HeaderStack& stack) {
  std::vector<FieldOfStack> fields;
  std::map<std::string_view, unsigned> seen;
  for (const Header& header : stack) {
    const std::string_view name = name_of(header);
    const unsigned nth = ++seen[name];
    for (const HeaderKey& key : header_keys()) {
      if (key.header != name || key.bits == 0) continue;
      if (name == "gre" && key.print(key, header).empty()) continue;  // no key, so no such field
      fields.push_back({.name = nth == 1 ? fmt::format("{}.{}", name, key.key)
                                         : fmt::format("{}[{}].{}", name, nth, key.key),
                        .key = &key,
                        .header = &header});
    }
  }
  return fields;
}

bool is_ipv6(const FieldOfStack& field) { return field.key->bits == 128; }

template <std::size_t kSize>
std::uint64_t number_of(const std::array<std::uint8_t, kSize>& bytes, std::size_t from = 0) {
  std::uint64_t number = 0;
  for (std::size_t i = from; i < kSize; ++i) number = number << 8 | bytes[i];
  return number;
}

template <std::size_t kSize>
std::array<std::uint8_t, kSize> bytes_of(std::uint64_t number, std::array<std::uint8_t, kSize> bytes = {}) {
  for (std::size_t i = 0; i < std::min<std::size_t>(kSize, 8); ++i)
    bytes[kSize - 1 - i] = static_cast<std::uint8_t>(number >> (8 * i));
  return bytes;
}

Ipv6Address own_ipv6(const FieldOfStack& field) {
  const auto& ip = std::get<Ipv6Header>(*field.header);
  return field.key->key == "src" ? ip.src : ip.dst;
}

Result<std::uint64_t> parse_ipv6_value(const FieldOfStack& field, std::string_view text) {
  const auto address = parse_ipv6(text);
  if (!address) return tl::make_unexpected(address.error());
  const Ipv6Address own = own_ipv6(field);
  if (!std::equal(own.begin(), own.begin() + 8, address->begin()))
    return fail(ErrorKind::plan,
                fmt::format("{} changes in its last 64 bits only, so the first 64 of {} must be those of the "
                            "header's {}; give the header such an address",
                            field.name, in_quotes(text), print_ipv6(own)));
  return number_of(*address, 8);
}

Result<std::uint64_t> parse_address_value(const FieldOfStack& field, std::string_view text) {
  if (is_ipv6(field)) return parse_ipv6_value(field, text);
  if (field.key->bits == 48) return parse_mac(text).map([](const MacAddress& mac) { return number_of(mac); });
  if (field.key->bits == 32)
    return parse_ipv4(text).map([](const Ipv4Address& address) { return number_of(address); });
  return parse_tcp_flags(text).map([](std::uint8_t flags) { return std::uint64_t{flags}; });
}

bool looks_whole(std::string_view text) {
  return text.starts_with("0x") ||
         (!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos);
}

/// How often `step` can be added to `first` without leaving 0 to `most`, plus one; zero for every number
/// there is.
std::uint64_t values_until_wrap(std::uint64_t first, std::int64_t step, std::uint64_t most) {
  const std::uint64_t stride =
      step < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(step) : static_cast<std::uint64_t>(step);
  return (step < 0 ? first : most - first) / stride + 1;
}

Result<std::uint64_t> parse_count(std::string_view text) {
  if (text == "all") return std::uint64_t{0};
  auto count = parse_integer(text, 1, kMostCount);
  if (!count) return fail(ErrorKind::plan, fmt::format("{}, or all", count.error().message));
  return count;
}

/// FIRST+STEP, FIRST-STEP or FIRST+random, in front of *COUNT.
Result<void> parse_course(Modifier& modifier, const FieldOfStack& field, std::string_view text) {
  const std::size_t sign = text.find_last_of("+-");
  if (sign == std::string_view::npos)
    return fail(ErrorKind::plan,
                fmt::format("wants a step in front of *, like {}+1*4, found {}", text, in_quotes(text)));
  const auto first = parse_field_value(field, text.substr(0, sign));
  if (!first) return tl::make_unexpected(first.error());
  modifier.first = *first;
  const std::string_view step = text.substr(sign + 1);
  if (step == "random" && text[sign] == '+') {
    modifier.kind = Modifier::Kind::random;
    return {};
  }
  const auto parsed = parse_integer(step, 1, kMostCount);
  if (!parsed) return fail(ErrorKind::plan, fmt::format("the step {}", parsed.error().message));
  modifier.step = static_cast<std::int64_t>(*parsed) * (text[sign] == '-' ? -1 : 1);
  return {};
}

Result<void> parse_random(Modifier& modifier, const FieldOfStack& field, std::string_view text) {
  modifier.kind = Modifier::Kind::random;
  if (text == "random") return {};
  const auto count = parse_count(text.substr(text.find(':') + 1));
  if (!count) return tl::make_unexpected(count.error());
  const auto first = own_value(field);
  if (!first) return tl::make_unexpected(first.error());
  modifier.count = *count;
  modifier.first = *first;
  return {};
}

Result<void> parse_values(Modifier& modifier, const FieldOfStack& field, std::string_view text) {
  modifier.kind = Modifier::Kind::list;
  for (const std::string_view part : split(text, ',')) {
    const auto value = parse_field_value(field, part);
    if (!value) return tl::make_unexpected(value.error());
    modifier.values.push_back(*value);
  }
  return {};
}

Result<void> parse_rule(Modifier& modifier, const FieldOfStack& field, std::string_view text) {
  if (text == "random" || text.starts_with("random:")) return parse_random(modifier, field, text);
  const std::size_t star = text.rfind('*');
  if (star == std::string_view::npos) return parse_values(modifier, field, text);
  const auto count = parse_count(text.substr(star + 1));
  if (!count) return fail(ErrorKind::plan, fmt::format("the count {}", count.error().message));
  modifier.count = *count;
  return parse_course(modifier, field, text.substr(0, star));
}

}  // namespace

Result<FieldOfStack> find_field(const HeaderStack& stack, std::string_view name) {
  const std::vector<FieldOfStack> fields = fields_of(stack);
  const auto found = std::ranges::find(fields, name, &FieldOfStack::name);
  if (found != fields.end()) return *found;
  std::vector<std::string_view> names;
  for (const FieldOfStack& field : fields) names.push_back(field.name);
  return fail(ErrorKind::plan, fmt::format("the headers have no field {} that changes; the nearest is {}",
                                           in_quotes(name), in_quotes(nearest(name, names))));
}

Result<std::uint64_t> parse_field_value(const FieldOfStack& field, std::string_view text) {
  if (field.key->kind == HeaderKey::Kind::text && !looks_whole(text)) return parse_address_value(field, text);
  if (field.key->kind == HeaderKey::Kind::flag && (text == "true" || text == "false"))
    return std::uint64_t{text == "true"};
  auto value = parse_whole(text, field.key->most);
  if (!value) return fail(ErrorKind::plan, fmt::format("{} {}", field.name, value.error().message));
  return value;
}

std::string print_field_value(const FieldOfStack& field, std::uint64_t value) {
  if (field.key->kind != HeaderKey::Kind::text) return std::to_string(value);
  if (is_ipv6(field)) return print_ipv6(bytes_of(value, own_ipv6(field)));
  if (field.key->bits == 48) return print_mac(bytes_of<6>(value));
  if (field.key->bits == 32) return print_ipv4(bytes_of<4>(value));
  // In a list a comma stands between values, not between flags.
  const std::string flags = print_tcp_flags(static_cast<std::uint8_t>(value));
  return flags.find(',') == std::string::npos ? flags : std::to_string(value);
}

Result<std::uint64_t> own_value(const FieldOfStack& field) {
  const std::string text = field.key->print(*field.key, *field.header);
  if (!text.empty()) return parse_field_value(field, text);
  return fail(ErrorKind::plan,
              fmt::format("{} is the port's own address, not known yet; say the first value, "
                          "like 02:00:00:00:00:01",
                          field.name));
}

Result<Modifier> settle_modifier(Modifier modifier, const FieldOfStack& field) {
  const std::uint64_t most = field.key->most;
  const bool is_random = modifier.kind == Modifier::Kind::random;
  if (modifier.kind == Modifier::Kind::list) {
    if (modifier.values.empty())
      return fail(ErrorKind::plan, fmt::format("the list of {} is empty; give it values", field.name));
    return modifier;  // each value was checked when it was read
  }
  if (!is_random && modifier.step == 0)
    return fail(ErrorKind::plan, "a step of 0 changes nothing; say 1, or another number");
  const std::int64_t step = is_random ? 1 : modifier.step;
  const std::uint64_t fitting = values_until_wrap(modifier.first, step, most);
  if (fitting != 0 && modifier.count > fitting)
    return fail(ErrorKind::plan,
                fmt::format("{} values from {} in steps of {} leave {}, which holds {} to {}; say {} or less",
                            modifier.count, print_field_value(field, modifier.first), step, field.name,
                            print_field_value(field, 0), print_field_value(field, most), fitting));
  const bool all_is_less = (most & (most + 1)) != 0 || (is_random && modifier.first != 0);
  if (modifier.count == 0 && all_is_less) modifier.count = fitting;
  return modifier;
}

Result<Modifier> parse_modifier(std::string_view text, const HeaderStack& stack, std::uint64_t seed) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    return fail(ErrorKind::plan,
                fmt::format("wants FIELD=VALUES like {}, found {}", kExamples, in_quotes(text)));
  const auto field = find_field(stack, text.substr(0, equals));
  if (!field) return tl::make_unexpected(field.error());
  Modifier modifier{.field = field->name, .seed = seed};
  if (auto parsed = parse_rule(modifier, *field, text.substr(equals + 1)); !parsed)
    return within(field->name, std::move(parsed.error()));
  auto settled = settle_modifier(std::move(modifier), *field);
  if (!settled) return within(field->name, std::move(settled.error()));
  return settled;
}

std::string print_modifier(const Modifier& modifier, const HeaderStack& stack) {
  const auto field = find_field(stack, modifier.field);
  if (!field) return "";
  const std::string count = modifier.count == 0 ? "all" : std::to_string(modifier.count);
  const std::string first = print_field_value(*field, modifier.first);
  std::string values;
  switch (modifier.kind) {
    case Modifier::Kind::count:
      return fmt::format("{}={}{:+}*{}", modifier.field, first, modifier.step, count);
    case Modifier::Kind::random:
      if (modifier.first == 0 && modifier.count == 0) return modifier.field + "=random";
      return fmt::format("{}={}+random*{}", modifier.field, first, count);
    case Modifier::Kind::list:
      for (const std::uint64_t value : modifier.values)
        values += (values.empty() ? "" : ",") + print_field_value(*field, value);
      return fmt::format("{}={}", modifier.field, values);
  }
  return "";
}

}  // namespace pktgen
