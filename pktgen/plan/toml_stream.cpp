#include "plan/toml_stream.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

#include "base/text.h"
#include "plan/header_keys.h"
#include "plan/stream_values.h"
#include "plan/toml_modifier.h"
#include "plan/values.h"

namespace pktgen {
namespace {

using TomlKind = TomlValue::Kind;

constexpr std::uint64_t kMostInteger = 0x7fff'ffff'ffff'ffff;  // what TOML can say
constexpr Nanoseconds kLongest = std::chrono::hours(24);       // sequence numbers are proven for

/// Stores what a parser read.
template <class T, class Target>
Result<void> take(Target& target, Result<T> parsed) {
  if (!parsed) return tl::make_unexpected(std::move(parsed.error()));
  target = static_cast<Target>(std::move(*parsed));
  return {};
}

Result<void> store_name(std::string& name, std::string_view text) {
  const auto is_odd = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (text.empty() || text.size() > 60 || std::ranges::any_of(text, is_odd))
    return fail(ErrorKind::plan,
                fmt::format("wants a name of 1 to 60 characters, found {}", in_quotes(text)));
  name = text;
  return {};
}

Result<void> store_port(std::size_t& port, std::string_view text) {
  if (text != "a" && text != "b")
    return fail(ErrorKind::plan, fmt::format("wants the port that sends, a or b, found {}", in_quotes(text)));
  port = text == "a" ? 0 : 1;
  return {};
}

Result<void> store_time(Nanoseconds& target, std::string_view text, Nanoseconds least) {
  const auto time = parse_time(text);
  if (!time) return tl::make_unexpected(time.error());
  if (*time < least || *time > kLongest)
    return fail(ErrorKind::plan,
                fmt::format("wants a time {}up to 24h, found {}",
                            least > Nanoseconds::zero() ? "above zero, " : "", in_quotes(text)));
  target = *time;
  return {};
}

Result<void> store_seed(StreamSpec& stream, std::string_view text) {
  const auto seed = parse_integer(text, 0, kMostInteger);
  if (!seed) return tl::make_unexpected(seed.error());
  stream.schedule.seed = stream.payload.seed = *seed;
  return {};
}

Result<void> store_payload(StreamSpec& stream, std::string_view text) {
  const std::uint64_t seed = stream.payload.seed;
  auto stored = take(stream.payload, parse_payload(text));
  stream.payload.seed = seed;
  return stored;
}

/// A key of a `[[stream]]` table that is one value.
struct StreamKey {
  enum class Type : std::uint8_t { integer, text, list };
  std::string_view name;
  Type type = Type::text;
  std::string_view wanted;
  Result<void> (*store)(StreamSpec&, std::string_view text) = nullptr;
  std::string (*print)(const StreamSpec&) = nullptr;  ///< empty: not set
};
using Type = StreamKey::Type;

// A table of keys is the shortest way to say them; clang-format would spread each over six lines.
// clang-format off
constexpr StreamKey kStreamKeys[] = {
    {"name", Type::text, R"(a string like "voice")",
     [](StreamSpec& s, std::string_view t) { return store_name(s.name, t); },
     [](const StreamSpec& s) { return s.name; }},
    {"port", Type::text, R"("a" or "b")",
     [](StreamSpec& s, std::string_view t) { return store_port(s.port, t); },
     [](const StreamSpec& s) { return std::string(s.port == 0 ? "a" : "b"); }},
    {"stack", Type::text, R"(a string like "eth/vlan/ipv4/udp")",
     [](StreamSpec& s, std::string_view t) { return take(s.headers, parse_header_stack(t)); },
     [](const StreamSpec& s) { return print_header_stack(s.headers); }},
    {"sizes", Type::list,
     R"(an integer like 218, an array, or a string like "64-1518", "64:7,594:4,1518:1" or "imix")",
     [](StreamSpec& s, std::string_view t) { return take(s.sizes.parts, parse_size_mix(t)); },
     [](const StreamSpec& s) { return print_size_mix(s.sizes.parts); }},
    {"size_order", Type::text, R"("in_turn" or "random")",
     [](StreamSpec& s, std::string_view t) { return take(s.sizes.order, parse_size_order(t)); },
     [](const StreamSpec& s) { return print_size_order(s.sizes.order); }},
    {"payload", Type::text, R"(a string like "counter" or "pattern:de ad be ef")", store_payload,
     [](const StreamSpec& s) { return print_payload(s.payload); }},
    {"load", Type::text, R"(a string like "1000fps")",
     [](StreamSpec& s, std::string_view t) { return take(s.schedule.load, parse_load(t)); },
     [](const StreamSpec& s) { return print_load(s.schedule.load); }},
    {"shape", Type::text, R"(a string like "constant" or "bursts:32")",
     [](StreamSpec& s, std::string_view t) { return take(s.schedule, parse_shape(t, s.schedule)); },
     [](const StreamSpec& s) { return print_shape(s.schedule); }},
    {"seed", Type::integer, "an integer like 1", store_seed,
     [](const StreamSpec& s) { return std::to_string(s.schedule.seed); }},
    {"start", Type::text, R"(a string like "500ms")",
     [](StreamSpec& s, std::string_view t) { return store_time(s.schedule.start_offset, t, Nanoseconds(0)); },
     [](const StreamSpec& s) { return print_time(s.schedule.start_offset); }},
    {"duration", Type::text, R"(a string like "10s")",
     [](StreamSpec& s, std::string_view t) {
       return store_time(s.schedule.duration.emplace(), t, Nanoseconds(1)); },
     [](const StreamSpec& s) {
       return s.schedule.duration ? print_time(*s.schedule.duration) : std::string(); }},
    {"frames", Type::integer, "an integer like 1000",
     [](StreamSpec& s, std::string_view t) {
       return take(s.schedule.frames.emplace(), parse_integer(t, 1, kMostInteger)); },
     [](const StreamSpec& s) {
       return s.schedule.frames ? std::to_string(*s.schedule.frames) : std::string(); }},
    {"prebuilt", Type::integer, "an integer like 64",
     [](StreamSpec& s, std::string_view t) { return take(s.prebuilt, parse_integer(t, 1, 65'536)); },
     [](const StreamSpec& s) { return s.prebuilt == 0 ? std::string() : std::to_string(s.prebuilt); }},
};
// clang-format on

tl::unexpected<Error> wrong(const TomlValue& value, std::string_view path, std::string_view wanted) {
  return mistake(value.where, path, fmt::format("wants {}, found {}", wanted, describe(value)));
}

/// The value in the words of the command line.
Result<std::string> text_of(const TomlValue& value, Type type, const std::string& path,
                            std::string_view wanted) {
  const bool is_list = type == Type::list;
  if (value.kind == TomlKind::integer && type != Type::text) return std::to_string(value.integer);
  if (value.kind == TomlKind::text && type != Type::integer) return value.text;
  if (value.kind != TomlKind::array || !is_list) return wrong(value, path, wanted);
  std::string list;
  for (const TomlValue& element : value.elements) {
    if (element.kind != TomlKind::integer && element.kind != TomlKind::text)
      return wrong(element, path, wanted);
    list += list.empty() ? "" : ",";
    list += element.kind == TomlKind::integer ? std::to_string(element.integer) : element.text;
  }
  return list;
}

Result<void> read_key(StreamSpec& stream, const StreamKey& key, const TomlEntry& entry,
                      const std::string& stream_path, std::string_view file) {
  const std::string path = fmt::format("{}.{}", stream_path, key.name);
  auto text = text_of(entry.value, key.type, path, key.wanted);
  if (!text) return tl::make_unexpected(std::move(text.error()));
  auto stored = key.store(stream, *text);
  if (!stored) return mistake(entry.value.where, path, stored.error().message);
  if (key.name == "payload" && !stream.payload.file.empty())
    stream.payload.file = beside(file, stream.payload.file);
  return {};
}

/// A header's value in the words of the command line.
Result<std::string> header_text(const HeaderKey& key, const TomlValue& value, const std::string& path) {
  const bool is_number = key.kind == HeaderKey::Kind::number || key.kind == HeaderKey::Kind::hex;
  if (is_number && value.kind == TomlKind::integer) return std::to_string(value.integer);
  if (key.kind == HeaderKey::Kind::flag && value.kind == TomlKind::boolean)
    return std::string(value.boolean ? "true" : "false");
  if (key.kind == HeaderKey::Kind::text && value.kind == TomlKind::text) return value.text;
  return wrong(value, path,
               is_number                           ? "an integer"
               : key.kind == HeaderKey::Kind::flag ? "true or false"
                                                   : "a string");
}

/// The values of one header.
Result<void> read_header(Header& header, const TomlValue& table, const std::string& path) {
  const std::string_view name = name_of(header);
  if (table.kind != TomlKind::table) return wrong(table, path, "a table of the header's values");
  std::vector<std::string_view> names;
  for (const HeaderKey& key : header_keys())
    if (key.header == name) names.push_back(key.key);
  if (auto known = check_keys(table, path, names); !known) return known;
  for (const TomlEntry& entry : table.members) {
    const HeaderKey& key = *find_header_key(name, entry.key);
    const std::string key_path = path + "." + entry.key;
    const auto text = header_text(key, entry.value, key_path);
    if (!text) return tl::make_unexpected(text.error());
    if (auto stored = key.store(key, header, *text); !stored)
      return mistake(entry.value.where, key_path, stored.error().message);
  }
  return {};
}

/// A table for the first header of a kind, or an array of tables for one after the other.
Result<void> read_headers(StreamSpec& stream, const TomlEntry& entry, const std::string& stream_path) {
  const bool is_array = entry.value.kind == TomlKind::array;
  const std::size_t tables = is_array ? entry.value.elements.size() : 1;
  for (std::size_t i = 0; i < tables; ++i) {
    const std::string path = is_array ? fmt::format("{}.{}[{}]", stream_path, entry.key, i)
                                      : fmt::format("{}.{}", stream_path, entry.key);
    const TomlValue& table = is_array ? entry.value.elements[i] : entry.value;
    Header* const header = find_header(stream.headers, entry.key, i + 1);
    if (header == nullptr)
      return mistake(entry.where, path,
                     fmt::format("the stack {} has {} {}; add it to stack, or leave this out",
                                 print_header_stack(stream.headers), i == 0 ? "no" : "no more", entry.key));
    if (auto read = read_header(*header, table, path); !read) return read;
  }
  return {};
}

/// What carries needs something before it that wraps.
Result<void> check_carry(const std::vector<Modifier>& before, const TomlValue& value,
                         const std::string& path) {
  if (before.empty())
    return mistake(value.where, path + ".carries",
                   "there is no modifier before this one; put one there, or leave it out");
  if (before.back().kind == Modifier::Kind::random)
    return mistake(value.where, path + ".carries",
                   "the modifier before this one is random, so it never wraps; let it count, or give a list");
  return {};
}

Result<void> read_modifiers(StreamSpec& stream, const TomlEntry& entry, const std::string& stream_path) {
  if (entry.value.kind != TomlKind::array)
    return wrong(entry.value, stream_path + ".modify",
                 "an array of tables, [[stream.modify]], or of strings");
  for (const TomlValue& element : entry.value.elements) {
    const std::size_t nth = stream.modifiers.size();
    const std::string path = fmt::format("{}.modify[{}]", stream_path, nth);
    // Two fields drawn from one seed would go hand in hand.
    auto modifier = read_modifier(element, path, stream.headers, stream.schedule.seed + nth);
    if (!modifier) return tl::make_unexpected(std::move(modifier.error()));
    if (modifier->carries)
      if (auto fine = check_carry(stream.modifiers, element, path); !fine) return fine;
    stream.modifiers.push_back(std::move(*modifier));
  }
  return {};
}

const StreamKey* find_key(std::string_view name) {
  const auto* const found = std::ranges::find(kStreamKeys, name, &StreamKey::name);
  return found == std::end(kStreamKeys) ? nullptr : found;
}

/// The headers give their values a meaning, and the values the modifiers.
int turn_of(std::string_view key) {
  if (key == "stack") return 0;
  if (key == "modify") return 2;
  return 1;
}

/// The values of all headers of one kind, each in braces; several in brackets.
std::string print_headers(const HeaderStack& stack, std::string_view name) {
  std::vector<std::string> tables;
  for (const Header& header : stack) {
    if (name_of(header) != name) continue;
    std::string values;
    for (const HeaderKey& key : header_keys()) {
      if (key.header != name) continue;
      const std::string text = key.print(key, header);
      if (text.empty()) continue;
      values += fmt::format("{}{} = {}", values.empty() ? " " : ", ", key.key,
                            key.kind == HeaderKey::Kind::text ? toml_string(text) : text);
    }
    tables.push_back(values.empty() ? "{}" : "{" + values + " }");
  }
  const bool says_nothing =
      std::ranges::all_of(tables, [](const std::string& table) { return table == "{}"; });
  if (tables.empty() || says_nothing) return "";
  return tables.size() == 1 ? fmt::format("{} = {}\n", name, tables[0])
                            : fmt::format("{} = [{}]\n", name, join(tables, ", "));
}

}  // namespace

std::vector<std::string_view> stream_keys() {
  std::vector<std::string_view> names;
  for (const StreamKey& key : kStreamKeys) names.push_back(key.name);
  names.insert(names.end(), header_names().begin(), header_names().end());
  names.push_back("modify");
  return names;
}

Result<StreamSpec> read_stream(const TomlValue& table, const std::string& path, std::string_view file) {
  StreamSpec stream{.name = path, .place = table.where + ": " + path};
  stream.headers = *parse_header_stack("udp4");
  stream.sizes.parts = {{.size = kSmallestFrame}};
  for (const int turn : {0, 1, 2}) {
    for (const TomlEntry& entry : table.members) {
      if (turn_of(entry.key) != turn) continue;
      const StreamKey* const key = find_key(entry.key);
      auto read = key != nullptr ? read_key(stream, *key, entry, path, file)
                  : turn == 2    ? read_modifiers(stream, entry, path)
                                 : read_headers(stream, entry, path);
      if (!read) return tl::make_unexpected(std::move(read.error()));
    }
  }
  return stream;
}

Result<std::vector<StreamSpec>> read_streams(const TomlEntry& entry, std::string_view file) {
  if (entry.value.kind != TomlKind::array)
    return fail(ErrorKind::plan, fmt::format("{}: stream wants tables, each under [[stream]], found {}",
                                             entry.where, describe(entry.value)));
  std::vector<StreamSpec> streams;
  std::map<std::string, std::string> seen;
  for (const TomlValue& table : entry.value.elements) {
    const std::string path = fmt::format("stream[{}]", streams.size());
    if (table.kind != TomlKind::table) return wrong(table, path, "a table, [[stream]]");
    if (auto known = check_keys(table, path, stream_keys()); !known)
      return tl::make_unexpected(known.error());
    auto stream = read_stream(table, path, file);
    if (!stream) return tl::make_unexpected(std::move(stream.error()));
    const auto [first, is_new] = seen.try_emplace(stream->name, stream->place);
    if (!is_new)
      return mistake(stream->place, "name",
                     fmt::format("{} is the name of another stream too, at {}; choose another",
                                 in_quotes(stream->name), first->second));
    streams.push_back(std::move(*stream));
  }
  return streams;
}

std::string print_stream(const StreamSpec& stream, std::string_view table,
                         std::span<const std::string_view> left_out) {
  std::string out;
  for (const StreamKey& key : kStreamKeys) {
    const bool is_left_out = std::ranges::find(left_out, key.name) != left_out.end();
    const std::string text = is_left_out ? std::string() : key.print(stream);
    if (!text.empty())
      out += fmt::format("{} = {}\n", key.name, key.type == Type::integer ? text : toml_string(text));
  }
  for (const std::string_view name : header_names()) out += print_headers(stream.headers, name);
  for (const Modifier& modifier : stream.modifiers)
    out += fmt::format("[[{}.modify]]\n", table) + print_modifier_table(modifier, stream.headers);
  return out;
}

std::string print_streams(const std::vector<StreamSpec>& streams) {
  std::string out;
  for (const StreamSpec& stream : streams) out += "\n[[stream]]\n" + print_stream(stream, "stream", {});
  return out;
}

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) out += fmt::format("\\u{:04x}", byte);
    else if (c == '"' || c == '\\') out += {'\\', c};
    else out += c;
  }
  return out + "\"";
}

}  // namespace pktgen
