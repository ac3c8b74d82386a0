#include "base/text.h"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace pktgen {
namespace {

constexpr std::size_t kLongestQuote = 60, kLongestWord = 64;
constexpr unsigned kCores = 1024;  // more than CPU_SETSIZE can't be asked of the kernel

struct TimeUnit {
  std::string_view name;
  std::int64_t nanoseconds;
};
constexpr TimeUnit kTimeUnits[] = {{"h", 3'600'000'000'000}, {"min", 60'000'000'000}, {"s", 1'000'000'000},
                                   {"ms", 1'000'000},        {"us", 1'000},           {"ns", 1}};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

/// A part of a list: one value, or "first-last:step".
struct Range {
  std::uint64_t first = 0, last = 0, step = 1;
};

std::optional<Range> parse_range(std::string_view part) {
  const std::size_t dash = part.find('-');
  if (dash == std::string_view::npos) {
    const auto only = whole_number(part);
    if (!only) return std::nullopt;
    return Range{*only, *only, 1};
  }
  const std::string_view tail = part.substr(dash + 1);
  const std::size_t colon = tail.find(':');
  const auto first = whole_number(part.substr(0, dash)), last = whole_number(tail.substr(0, colon));
  const auto step = colon == std::string_view::npos ? std::optional<std::uint64_t>(1)
                                                    : whole_number(tail.substr(colon + 1));
  if (!first || !last || !step) return std::nullopt;
  return Range{*first, *last, *step};
}

Result<void> check_size(std::uint64_t size) {
  if (size < kSmallestFrame.count)
    return fail(ErrorKind::plan, fmt::format("size {} is too small: the smallest Ethernet frame is {} bytes, "
                                             "counted with its FCS",
                                             size, kSmallestFrame.count));
  if (size > kLargestFrame.count)
    return fail(ErrorKind::plan,
                fmt::format("size {} is too large: the largest frame is {} bytes (IP MTU 9000 is frame size "
                            "9018, 9022 with a tag)",
                            size, kLargestFrame.count));
  return {};
}

Result<void> check_range(const Range& range, std::string_view part) {
  if (range.step == 0)
    return fail(ErrorKind::plan, fmt::format("the step of {} is zero; say one or more", in_quotes(part)));
  if (range.first > range.last)
    return fail(ErrorKind::plan,
                fmt::format("{} starts above its end; say {}-{}", in_quotes(part), range.last, range.first));
  return {};
}

template <class T>
void sort_unique(std::vector<T>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Edits that turn one word into the other (optimal string alignment), less the longest part they share:
/// "framesize" is nearer to "sizes" than to "device", though that takes fewer edits.
std::ptrdiff_t unlikeness(std::string_view a, std::string_view b) {
  using Row = std::vector<std::ptrdiff_t>;
  std::vector<Row> edits(a.size() + 1, Row(b.size() + 1)), shared = edits;
  std::ptrdiff_t longest = 0;
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        edits[i][j] = static_cast<std::ptrdiff_t>(i + j);
        continue;
      }
      const bool same = a[i - 1] == b[j - 1];
      shared[i][j] = same ? shared[i - 1][j - 1] + 1 : 0;
      longest = std::max(longest, shared[i][j]);
      edits[i][j] =
          std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1, edits[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
    }
  }
  return edits[a.size()][b.size()] - longest;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text.substr(0, kLongestQuote)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f) out += fmt::format("\\x{:02x}", byte);
    else out += c;
  }
  return out + (text.size() > kLongestQuote ? "...\"" : "\"");
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.push_back(trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

Result<std::uint64_t> parse_integer(std::string_view text, std::uint64_t least, std::uint64_t most) {
  const auto value = whole_number(text);
  if (!value || *value < least || *value > most)
    return fail(ErrorKind::plan,
                fmt::format("wants a whole number from {} to {}, found {}", least, most, in_quotes(text)));
  return *value;
}

Result<NumberWithUnit> parse_number_with_unit(std::string_view text) {
  NumberWithUnit parsed;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, parsed.number, std::chars_format::fixed);
  if (error != std::errc{} || !std::isfinite(parsed.number))
    return fail(ErrorKind::plan, fmt::format("wants a number, found {}", in_quotes(text)));
  parsed.unit = text.substr(static_cast<std::size_t>(stop - text.data()));
  return parsed;
}

Result<double> parse_number(std::string_view text) {
  const auto parsed = parse_number_with_unit(text);
  if (!parsed || !parsed->unit.empty())
    return fail(ErrorKind::plan, fmt::format("wants a number, found {}", in_quotes(text)));
  return parsed->number;
}

Result<std::vector<FrameBytes>> parse_sizes(std::string_view text) {
  std::vector<FrameBytes> sizes;
  for (const std::string_view part : split(text, ',')) {
    const auto range = parse_range(part);
    if (!range)
      return fail(ErrorKind::plan,
                  fmt::format("wants frame sizes like 64,512 or 64-1518:64, found {}", in_quotes(part)));
    for (const std::uint64_t end : {range->first, range->last})
      if (auto fits = check_size(end); !fits) return tl::make_unexpected(fits.error());
    if (auto ordered = check_range(*range, part); !ordered) return tl::make_unexpected(ordered.error());
    const std::uint64_t step = std::min(range->step, kLargestFrame.count);
    for (std::uint64_t size = range->first; size <= range->last; size += step) sizes.push_back({size});
  }
  sort_unique(sizes);
  return sizes;
}

Result<std::vector<unsigned>> parse_lcores(std::string_view text) {
  std::vector<unsigned> lcores;
  for (const std::string_view part : split(text, ',')) {
    const auto range = parse_range(part);
    if (!range || range->first >= kCores || range->last >= kCores || part.find(':') != std::string_view::npos)
      return fail(ErrorKind::plan, fmt::format("wants cores like 2-5 or 2,4, each below {}, found {}", kCores,
                                               in_quotes(part)));
    if (auto ordered = check_range(*range, part); !ordered) return tl::make_unexpected(ordered.error());
    for (std::uint64_t core = range->first; core <= range->last; ++core)
      lcores.push_back(static_cast<unsigned>(core));
  }
  sort_unique(lcores);
  return lcores;
}

Result<Nanoseconds> parse_time(std::string_view text) {
  const auto wrong = [&] {
    return fail(ErrorKind::plan,
                fmt::format("wants a time with its unit, like 10s, 500ms or 2h, found {}", in_quotes(text)));
  };
  const auto parsed = parse_number_with_unit(text);
  if (!parsed || std::signbit(parsed->number)) return wrong();
  const auto* const unit = std::ranges::find(kTimeUnits, parsed->unit, &TimeUnit::name);
  if (unit == std::end(kTimeUnits)) return wrong();
  const double nanoseconds = std::round(parsed->number * static_cast<double>(unit->nanoseconds));
  if (nanoseconds > 9e18) return fail(ErrorKind::plan, fmt::format("{} is too long a time", in_quotes(text)));
  return Nanoseconds(static_cast<std::int64_t>(nanoseconds));
}

Result<std::array<std::uint8_t, 6>> parse_mac(std::string_view text) {
  const auto wrong = [&] {
    return fail(ErrorKind::plan,
                fmt::format("wants a MAC address like 02:00:00:00:00:01, found {}", in_quotes(text)));
  };
  std::array<std::uint8_t, 6> mac{};
  if (text.size() != 17) return wrong();
  for (std::size_t i = 0; i < mac.size(); ++i) {
    const char* const digits = text.data() + 3 * i;
    const auto [stop, error] = std::from_chars(digits, digits + 2, mac[i], 16);
    if (error != std::errc{} || stop != digits + 2) return wrong();
    if (i < 5 && digits[2] != text[2]) return wrong();
  }
  if (text[2] != ':' && text[2] != '-') return wrong();
  return mac;
}

Result<std::array<std::uint8_t, 4>> parse_ipv4(std::string_view text) {
  std::array<std::uint8_t, 4> address{};
  if (inet_pton(AF_INET, std::string(text).c_str(), address.data()) != 1 ||
      text.find('\0') != std::string_view::npos)
    return fail(ErrorKind::plan,
                fmt::format("wants an IPv4 address like 198.18.0.1, found {}", in_quotes(text)));
  return address;
}

Result<std::array<std::uint8_t, 16>> parse_ipv6(std::string_view text) {
  std::array<std::uint8_t, 16> address{};
  if (inet_pton(AF_INET6, std::string(text).c_str(), address.data()) != 1 ||
      text.find('\0') != std::string_view::npos)
    return fail(ErrorKind::plan,
                fmt::format("wants an IPv6 address like 2001:2::1, found {}", in_quotes(text)));
  return address;
}

std::string print_number(double number) {
  char text[400];  // the smallest number has 323 zeros behind its point
  const auto [end, error] = std::to_chars(text, text + sizeof text, number, std::chars_format::fixed);
  return error == std::errc{} ? std::string(text, end) : std::string();
}

std::string print_sizes(std::span<const FrameBytes> sizes) {
  std::string out;
  for (const FrameBytes size : sizes) out += fmt::format("{}{}", out.empty() ? "" : ",", size.count);
  return out;
}

std::string print_lcores(std::span<const unsigned> lcores) {
  std::string out;
  for (const unsigned core : lcores) out += fmt::format("{}{}", out.empty() ? "" : ",", core);
  return out;
}

std::string print_time(Nanoseconds time) {
  if (time.count() == 0) return "0s";
  for (const TimeUnit& unit : kTimeUnits)
    if (time.count() % unit.nanoseconds == 0)
      return fmt::format("{}{}", time.count() / unit.nanoseconds, unit.name);
  return fmt::format("{}ns", time.count());
}

std::string print_mac(const std::array<std::uint8_t, 6>& mac) {
  return fmt::format("{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", mac[0], mac[1], mac[2], mac[3], mac[4],
                     mac[5]);
}

std::string print_ipv4(const std::array<std::uint8_t, 4>& address) {
  return fmt::format("{}.{}.{}.{}", address[0], address[1], address[2], address[3]);
}

std::string print_ipv6(const std::array<std::uint8_t, 16>& address) {
  char text[INET6_ADDRSTRLEN];
  const char* const printed = inet_ntop(AF_INET6, address.data(), text, sizeof text);
  return printed == nullptr ? std::string() : std::string(printed);
}

std::string print_si(double number, std::string_view unit) {
  constexpr std::string_view kPrefixes[] = {"", "k", "M", "G", "T"};
  std::size_t prefix = 0;
  // 999.95 is where four digits would round up to the next prefix.
  while (std::abs(number) >= 999.95 && prefix + 1 < std::size(kPrefixes)) {
    number /= 1000;
    ++prefix;
  }
  return fmt::format("{:.4g} {}{}", number, kPrefixes[prefix], unit);
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  word = word.substr(0, kLongestWord);
  const auto best = std::ranges::min_element(
      candidates, {}, [&](std::string_view candidate) { return unlikeness(word, candidate); });
  return candidates.empty() ? std::string_view() : *best;
}

std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

}  // namespace pktgen
