#include "plan/toml_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "base/text.h"
#include "plan/toml_library.h"

namespace pktgen {
namespace {

constexpr std::size_t kLargestFile = 256 * 1024;
constexpr int kDeepestTable = 4;       // no file of ours nests deeper than two
constexpr int kDeepestValue = 6;       // a list in a table in an array of a stream takes five
constexpr std::size_t kMostDots = 64;  // in a row: the parser's tables recurse once for each

struct Magic {
  std::string_view bytes, what;
};
using namespace std::string_view_literals;
constexpr Magic kMagics[] = {{"\xa1\xb2\xc3\xd4"sv, "pcap"},
                             {"\xd4\xc3\xb2\xa1"sv, "pcap"},
                             {"\xa1\xb2\x3c\x4d"sv, "pcap"},
                             {"\x4d\x3c\xb2\xa1"sv, "pcap"},
                             {"\x0a\x0d\x0d\x0a"sv, "pcapng"},
                             {"\x1f\x8b"sv, "gzip"},
                             {"\x28\xb5\x2f\xfd"sv, "zstd"},
                             {"PK\x03\x04"sv, "zip"},
                             {"\x7f"
                              "ELF"sv,
                              "ELF"},
                             {"%PDF-"sv, "PDF"}};

std::string place(std::string_view name, const toml::source_region& region) {
  return fmt::format("{}:{}:{}", name, region.begin.line, region.begin.column);
}

std::vector<TomlEntry> members_of(const toml::table& table, std::string_view name, int depth);

TomlValue to_value(const toml::node& node, std::string_view name, int depth) {
  TomlValue value;
  value.where = place(name, node.source());
  if (const auto* integer = node.as_integer()) {
    value.kind = TomlValue::Kind::integer;
    value.integer = integer->get();
    value.number = static_cast<double>(integer->get());
  } else if (const auto* number = node.as_floating_point()) {
    value.kind = TomlValue::Kind::number;
    value.number = number->get();
  } else if (const auto* boolean = node.as_boolean()) {
    value.kind = TomlValue::Kind::boolean;
    value.boolean = boolean->get();
  } else if (const auto* text = node.as_string()) {
    value.kind = TomlValue::Kind::text;
    value.text = text->get();
  } else if (const auto* array = node.as_array()) {
    value.kind = TomlValue::Kind::array;
    if (depth > 0)
      for (const toml::node& element : *array) value.elements.push_back(to_value(element, name, depth - 1));
  } else if (const auto* table = node.as_table()) {
    value.kind = TomlValue::Kind::table;
    if (depth > 0) value.members = members_of(*table, name, depth - 1);
  }
  return value;
}

struct Found {
  toml::source_position at;
  TomlEntry entry;
};

/// The library keeps keys by the alphabet; a person reads from the top.
std::vector<TomlEntry> in_order_of_the_file(std::vector<Found> found) {
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) {
    return std::pair(a.at.line, a.at.column) < std::pair(b.at.line, b.at.column);
  });
  std::vector<TomlEntry> entries;
  entries.reserve(found.size());
  for (Found& one : found) entries.push_back(std::move(one.entry));
  return entries;
}

Found found_at(const toml::key& key, const toml::node& node, std::string_view name, int depth) {
  return {key.source().begin, TomlEntry{.table = "",
                                        .key = std::string(key.str()),
                                        .where = place(name, key.source()),
                                        .value = to_value(node, name, depth)}};
}

std::vector<TomlEntry> members_of(const toml::table& table, std::string_view name, int depth) {
  std::vector<Found> found;
  for (const auto& [key, node] : table) found.push_back(found_at(key, node, name, depth));
  return in_order_of_the_file(std::move(found));
}

void collect(const toml::table& table, const std::string& path, std::string_view name, int depth,
             std::vector<Found>& found) {
  for (const auto& [key, node] : table) {
    found.push_back(found_at(key, node, name, kDeepestValue));
    found.back().entry.table = path;
    const auto* inner = node.as_table();
    if (inner != nullptr && depth < kDeepestTable)
      collect(*inner, path.empty() ? std::string(key.str()) : path + "." + std::string(key.str()), name,
              depth + 1, found);
  }
}

Result<void> check_kind(std::string_view text, std::string_view name) {
  for (const Magic& magic : kMagics)
    if (text.starts_with(magic.bytes))
      return fail(ErrorKind::plan,
                  fmt::format("{}: isn't a TOML file: it starts with {} magic; give a text file "
                              "of key = value lines",
                              name, magic.what));
  if (text.find('\0') != std::string_view::npos)
    return fail(ErrorKind::plan,
                fmt::format("{}: isn't a TOML file: it holds binary bytes; give a text file of "
                            "key = value lines",
                            name));
  std::size_t dots = 0;
  for (const char c : text) {
    if (c == '.') ++dots;
    else if (c == '\n' || c == ',') dots = 0;
    if (dots > kMostDots) return fail(ErrorKind::plan, fmt::format("{}: a key nests too deeply", name));
  }
  return {};
}

/// One line, whatever the library put into it.
std::string one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return line;
}

Error explain(const toml::parse_error& error, std::string_view name) {
  const std::string text = one_line(error.description());
  const bool twice = text.find("redefine") != std::string::npos;
  return {ErrorKind::plan,
          fmt::format("{}: {}", place(name, error.source()),
                      twice ? "this key is there twice; keep one of them (" + text + ")" : text)};
}

}  // namespace

std::string describe(const TomlValue& value) {
  switch (value.kind) {
    case TomlValue::Kind::integer:
      return fmt::format("the integer {}", value.integer);
    case TomlValue::Kind::number:
      return fmt::format("the number {}", value.number);
    case TomlValue::Kind::boolean:
      return fmt::format("the boolean {}", value.boolean);
    case TomlValue::Kind::text:
      return fmt::format("the string {}", in_quotes(value.text));
    case TomlValue::Kind::array:
      return "an array";
    case TomlValue::Kind::table:
      return "a table";
    case TomlValue::Kind::other:
      return "a date or time";
  }
  return "something else";
}

Result<std::vector<TomlEntry>> read_toml(std::string_view text, std::string_view name) {
  if (auto readable = check_kind(text, name); !readable) return tl::make_unexpected(readable.error());
  const toml::parse_result parsed = toml::parse(text, name);
  if (parsed.failed()) return tl::make_unexpected(explain(parsed.error(), name));
  std::vector<Found> found;
  collect(parsed.table(), "", name, 0, found);
  return in_order_of_the_file(std::move(found));
}

Result<std::string> load_text(const std::string& path) {
  const auto cannot = [&] {
    return fail(ErrorKind::environment,
                fmt::format("{}: can't be read: {}; check the path", path, std::strerror(errno)));
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return cannot();
  std::string text(kLargestFile + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  if (std::ferror(file.get()) != 0) return cannot();
  if (text.size() > kLargestFile) {
    // A capture is told by its first bytes, and the name of its kind helps more than its length.
    if (auto readable = check_kind(text, path); !readable) return tl::make_unexpected(readable.error());
    return fail(ErrorKind::plan, fmt::format("{}: is larger than {} KiB; give a file of key = value lines",
                                             path, kLargestFile / 1024));
  }
  return text;
}

std::string beside(std::string_view file, std::string_view path) {
  const std::size_t slash = file.rfind('/');
  if (path.starts_with('/') || slash == std::string_view::npos) return std::string(path);
  return std::string(file.substr(0, slash + 1)) + std::string(path);
}

}  // namespace pktgen
