#include "verdict/wording.h"

#include <fmt/format.h>

#include <cmath>

namespace pktgen {

std::string thousands(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string whole(FramesPerSecond rate) {
  // A rate that is whole in exact arithmetic may come out a hair below.
  return thousands(static_cast<std::uint64_t>(std::floor(rate.count + 1e-4)));
}

std::string rate_text(FramesPerSecond rate) { return whole(rate) + " frames/s"; }

std::string significant(double value, int digits) {
  std::string text = fmt::format("{:.{}g}", value, digits);
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text.size() == exponent + 4 && text[exponent + 2] == '0') {
    text.erase(exponent + 2, 1);
  }
  return text;
}

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  std::string text = significant(percent, 4);
  for (int digits = 5; part < whole && text == "100" && digits < 17; ++digits) {
    text = significant(percent, digits);
  }
  return text;
}

std::string seconds_text(Nanoseconds time) {
  const double value = seconds(time);
  return value >= 0.1 ? fmt::format("{:.1f}", value) : significant(value, 3);
}

std::string bits_text(double bits_per_second) {
  if (bits_per_second >= 1e9) return fmt::format("{:.2f} Gb/s", bits_per_second / 1e9);
  if (bits_per_second >= 1e6) return fmt::format("{:.2f} Mb/s", bits_per_second / 1e6);
  if (bits_per_second >= 1e3) return fmt::format("{:.2f} kb/s", bits_per_second / 1e3);
  return fmt::format("{:.0f} b/s", bits_per_second);
}

std::string frames_text(std::uint64_t count) {
  return thousands(count) + (count == 1 ? " frame" : " frames");
}

const char* verdict_text(Verdict verdict) {
  if (verdict == Verdict::pass) return "pass";
  return verdict == Verdict::fail ? "FAIL" : "not measured";
}

}  // namespace pktgen
