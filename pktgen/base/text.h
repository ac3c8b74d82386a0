#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/units.h"

namespace pktgen {

/// `text` in quotation marks, on one line: control characters as \xNN, cut after 60 characters.
std::string in_quotes(std::string_view text);

/// The parts of `text` between `separator`s, without blanks around them; one empty part for an empty text.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The parts with `separator` between them.
template <class Texts>
std::string join(const Texts& parts, std::string_view separator) {
  std::string out;
  for (const auto& part : parts) {
    if (!out.empty()) out += separator;
    out += part;
  }
  return out;
}

/// A whole decimal number from `least` to `most`; fails (plan) naming both.
Result<std::uint64_t> parse_integer(std::string_view text, std::uint64_t least, std::uint64_t most);

/// A finite decimal number; fails (plan) for anything else, "nan" and "inf" too.
Result<double> parse_number(std::string_view text);

/// A number and what stands behind it; `number` is finite.
struct NumberWithUnit {
  double number = 0;
  std::string_view unit;
};
Result<NumberWithUnit> parse_number_with_unit(std::string_view text);

/// Frame sizes such as "64", "64,512", "64-1518:64" (from 64 in steps of 64, none above 1518): ascending,
/// without repeats. Fails (plan) below kSmallestFrame and above kLargestFrame, naming them.
Result<std::vector<FrameBytes>> parse_sizes(std::string_view text);

/// Cores such as "2", "2,4", "2-5": ascending, without repeats, each below 1024. Fails (plan).
Result<std::vector<unsigned>> parse_lcores(std::string_view text);

/// A time with its unit, "10s", "500ms", "20us", "100ns", "1.5min", "2h": zero or more. Fails (plan).
Result<Nanoseconds> parse_time(std::string_view text);

/// "02:00:00:00:00:01", or with '-' between the bytes. Fails (plan).
Result<std::array<std::uint8_t, 6>> parse_mac(std::string_view text);

/// "198.18.0.1". Fails (plan).
Result<std::array<std::uint8_t, 4>> parse_ipv4(std::string_view text);

/// "2001:2::1" (RFC 4291). Fails (plan).
Result<std::array<std::uint8_t, 16>> parse_ipv6(std::string_view text);

/// Texts that the parsers above read back to the same value.
std::string print_number(double number);
std::string print_sizes(std::span<const FrameBytes> sizes);
std::string print_lcores(std::span<const unsigned> lcores);
std::string print_time(Nanoseconds time);
std::string print_mac(const std::array<std::uint8_t, 6>& mac);
std::string print_ipv4(const std::array<std::uint8_t, 4>& address);
std::string print_ipv6(const std::array<std::uint8_t, 16>& address);

/// A number with a decimal prefix and four digits for people to read: print_si(14880952, "fps") is
/// "14.88 Mfps"; below one it stays as it is.
std::string print_si(double number, std::string_view unit);

/// 16 hexadecimal digits that other texts don't have but by chance (FNV-1a): to tell changes, not to resist
/// anybody.
std::string fingerprint(std::string_view text);

/// The candidate most like `word`, by edits (a swap of neighbours is one) and the part they share; the first
/// of equals, empty only if there are none.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace pktgen
