#include "eeprom/dump_line.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "base/text.h"

namespace pktgen {
namespace {

constexpr std::size_t kBytesOfALine = 16;  // what stands behind them is the same in ASCII

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool is_hex(std::string_view word) {
  const auto digit = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  return !word.empty() && std::ranges::all_of(word, digit);
}

std::string_view without_prefix(std::string_view word) {
  if (word.starts_with("0x") || word.starts_with("0X")) word.remove_prefix(2);
  return word;
}

/// A word and the blanks before it.
struct Word {
  std::string_view text;
  std::size_t gap = 0;
};

std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t begin = at;
    while (at < line.size() && is_blank(line[at])) ++at;
    const std::size_t word = at;
    while (at < line.size() && !is_blank(line[at])) ++at;
    if (at > word) words.push_back({line.substr(word, at - word), word - begin});
  }
  return words;
}

std::optional<unsigned> number_of(std::string_view word) {
  const bool is_hexadecimal = word.starts_with("0x") || word.starts_with("0X") || word.ends_with('h');
  std::string_view digits = without_prefix(word);
  if (digits.ends_with('h')) digits.remove_suffix(1);
  unsigned value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, is_hexadecimal ? 16 : 10);
  if (error != std::errc{} || stop != end || value > 0xff) return std::nullopt;
  return value;
}

/// "page N", "i2c N": the word behind a name.
std::optional<unsigned> named(const std::vector<Word>& words, std::string_view name) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i].text == name) return number_of(words[i + 1].text);
  return std::nullopt;
}

DumpLine parse_place(const std::vector<Word>& words) {
  DumpLine line;
  line.page = named(words, "page");
  line.two_wire_address = named(words, "i2c");
  for (const Word& word : words) {
    const std::string_view bare = word.text.substr(0, word.text.find(':'));
    if (bare == "A0h" || bare == "a0h") line.two_wire_address = 0x50;
    if (bare == "A2h" || bare == "a2h") line.two_wire_address = 0x51;
  }
  return line;
}

std::size_t value_of(std::string_view hex) {
  std::size_t value = 0;
  std::from_chars(hex.data(), hex.data() + hex.size(), value, 16);
  return value;
}

/// An offset ends with a colon, or stands before words of two or four digits, or alone where bytes end.
bool is_offset(const std::vector<Word>& words, std::size_t read) {
  const std::string_view first = words[0].text;
  if (first.ends_with(':')) return is_hex(without_prefix(first.substr(0, first.size() - 1)));
  if (!is_hex(first) || first.size() < 6 || first.size() > 8) return false;
  if (words.size() == 1) return first.size() % 2 != 0 || value_of(first) == read;
  return is_hex(words[1].text) && (words[1].text.size() == 2 || words[1].text.size() == 4);
}

void add_bytes(DumpLine& line, std::string_view digits, bool swapped) {
  const std::size_t from = line.bytes.size();
  for (std::size_t at = 0; at + 1 < digits.size(); at += 2)
    line.bytes.push_back(static_cast<std::uint8_t>(value_of(digits.substr(at, 2))));
  if (swapped) std::reverse(line.bytes.begin() + static_cast<std::ptrdiff_t>(from), line.bytes.end());
}

/// The ASCII column stands behind two blanks or more; so does the ninth byte of hexdump -C.
bool begins_ascii(const Word& word, std::size_t bytes) {
  return bytes != 0 && word.gap > 1 && !(bytes == 8 && word.gap == 2 && is_hex(word.text));
}

Result<void> take_bytes(DumpLine& line, const std::vector<Word>& words, bool has_colon) {
  const std::size_t most = line.offset ? kBytesOfALine : ~std::size_t{0};
  for (std::size_t i = line.offset ? 1 : 0; i < words.size() && line.bytes.size() < most; ++i) {
    const std::string_view word = words[i].text;
    if (begins_ascii(words[i], line.bytes.size()) || word.starts_with('|')) break;
    if (word == "XX") {
      line.ends = true;
      break;
    }
    const std::string_view digits = line.offset ? word : without_prefix(word);
    if (!is_hex(digits) || digits.size() % 2 != 0)
      return fail(ErrorKind::plan, fmt::format("wants pairs of hex digits, found {}", in_quotes(word)));
    // hexdump without options has no colon and writes words as a little-endian machine reads them.
    add_bytes(line, digits, line.offset && !has_colon && digits.size() == 4);
  }
  return {};
}

}  // namespace

Result<DumpLine> parse_dump_line(std::string_view text, std::size_t read) {
  const std::vector<Word> words = words_of(text);
  if (words.empty()) return DumpLine{};
  const std::string_view first = words[0].text;
  DumpLine line;
  if (first == "*" && words.size() == 1) {
    line.repeats = true;
    return line;
  }
  const bool has_offset = is_offset(words, read);
  const std::string_view digits = without_prefix(first);
  const bool has_bytes = is_hex(digits) && digits.size() % 2 == 0;
  if (!has_offset && !has_bytes) return parse_place(words);
  const bool has_colon = first.ends_with(':');
  if (has_offset) line.offset = value_of(without_prefix(first.substr(0, first.size() - (has_colon ? 1 : 0))));
  if (auto taken = take_bytes(line, words, has_colon); !taken) return tl::make_unexpected(taken.error());
  return line;
}

}  // namespace pktgen
