#include "memory_map/monitors.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace pktgen {
namespace {

constexpr std::uint16_t kNobodyAnswers = 0xffff, kBlanks = 0x2020;
constexpr double kLeastSupply = 1;                // volts; nothing answers below 2.9
constexpr double kColdest = -60, kHottest = 150;  // degrees Celsius; storage limits of modules are -40 and 85
constexpr double kMostPower = 1000;               // milliwatts; the strongest modules stay below 10

bool is_optical(Monitor monitor) {
  return monitor == Monitor::bias || monitor == Monitor::tx_power || monitor == Monitor::rx_power;
}

/// Why a converted value is no figure; "" if it is one.
std::string why_no_figure(Monitor monitor, double value) {
  if (!std::isfinite(value)) return "its calibration gives no number";
  if (monitor == Monitor::temperature && (value < kColdest || value > kHottest))
    return fmt::format("{:.1f} C is no temperature of a module that answers", value);
  if (monitor == Monitor::supply && value < kLeastSupply)
    return fmt::format("{:.4g} V is no supply of a module that answers", value);
  if (is_optical(monitor) && value > kMostPower) return "its calibration gives an impossible value";
  return {};
}

void set_thresholds(Reading& reading, const RawMonitor& raw, const Converter& convert) {
  if (!raw.thresholds) return;
  const auto& words = *raw.thresholds;
  if (std::ranges::all_of(words, [&](std::uint16_t word) { return word == words[0]; })) return;
  const auto value = [&](std::size_t at) { return convert(raw.monitor, words[at]); };
  const Thresholds made{value(0), value(1), value(2), value(3)};
  const bool ordered = std::isfinite(made.high_alarm) && std::isfinite(made.low_alarm) &&
                       made.high_alarm >= made.high_warning && made.high_warning > made.low_warning &&
                       made.low_warning >= made.low_alarm;
  reading.thresholds_disordered = !ordered;
  if (ordered) reading.thresholds = made;
}

Reading make_reading(const RawMonitor& raw, const Converter& convert, bool has_blanks) {
  Reading reading;
  reading.monitor = raw.monitor;
  reading.lane = raw.lane;
  if (!raw.word) {
    reading.why_none = "what was read ends before it";
    return reading;
  }
  const bool is_blank = *raw.word == kBlanks && has_blanks;
  if (*raw.word == kNobodyAnswers) reading.why_none = "reads 0xffff";
  else if (is_blank) reading.why_none = "reads as blanks (0x2020)";
  else reading.why_none = why_no_figure(raw.monitor, convert(raw.monitor, *raw.word));
  if (reading.why_none.empty()) reading.value = convert(raw.monitor, *raw.word);
  set_thresholds(reading, raw, convert);
  if (reading.value) reading.flags = raw.flags;
  return reading;
}

}  // namespace

std::optional<std::array<std::uint16_t, 4>> raw_thresholds(const PageView& page, std::size_t at) {
  if (!page.holds(at, 8)) return std::nullopt;
  return std::array{*page.be16(at), *page.be16(at + 2), *page.be16(at + 4), *page.be16(at + 6)};
}

double internally_calibrated(Monitor monitor, std::uint16_t word) {
  switch (monitor) {
    case Monitor::temperature:
      return static_cast<std::int16_t>(word) / 256.0;
    case Monitor::supply:
      return word / 10'000.0;
    case Monitor::bias:
      return word / 500.0;
    case Monitor::tx_power:
    case Monitor::rx_power:
      break;
  }
  return word / 10'000.0;
}

std::vector<Reading> make_readings(std::span<const RawMonitor> monitors, const Converter& convert) {
  const auto is_blank = [](const RawMonitor& raw) { return raw.word == kBlanks; };
  // One word of 0x2020 may be a figure (0.8224 mW); two of them are a page of text.
  const bool has_blanks = std::ranges::count_if(monitors, is_blank) > 1;
  std::vector<Reading> readings;
  for (const RawMonitor& raw : monitors) readings.push_back(make_reading(raw, convert, has_blanks));
  return readings;
}

std::string why_no_values(ByteView bytes) {
  if (bytes.empty()) return "none was read";
  if (const auto only = only_byte(bytes)) {
    if (*only == ' ') return "all read as blanks (0x20)";
    return fmt::format("all read 0x{:02x}", *only);
  }
  return is_text(bytes) ? "all read as text" : "";
}

PageView usable_page(Module& module, const PageView& page, const PageView& page00, std::string_view name) {
  if (page.is_empty()) return page;
  const ByteView bytes = page.bytes(128, 128), first = page00.bytes(128, 128);
  std::string why = why_no_values(bytes);
  // A view of page 00h itself repeats nothing.
  if (why.empty() && bytes.data() != first.data() && std::ranges::equal(bytes, first))
    why = "all repeat page 00h";
  if (why.empty()) return page;
  module.remarks.push_back({fmt::format("{} isn't used: of its bytes {}", name, why), "read it again"});
  return {};
}

void drop_optical(Diagnostics& diagnostics, std::string_view why) {
  for (Reading& reading : diagnostics.readings) {
    if (!is_optical(reading.monitor)) continue;
    Reading dark;
    dark.monitor = reading.monitor;
    dark.lane = reading.lane;
    dark.why_none = why;
    reading = std::move(dark);
  }
  std::erase_if(diagnostics.conditions,
                [](ConditionAt at) { return at.condition != ModuleCondition::tx_disabled; });
}

void tell_missing_light(Module& module) {
  std::string lanes;
  const auto is_dim = [](const Reading& reading) {
    const auto ours = compare(reading);
    const bool is_low = (ours && ours->low_alarm) || (reading.flags && reading.flags->low_alarm);
    return is_dark(reading) || (reading.monitor == Monitor::rx_power && is_low);
  };
  for (const Reading& reading : module.diagnostics.readings) {
    if (!is_dim(reading)) continue;
    if (reading.lane == 0) lanes = " ";
    else lanes += fmt::format("{}{}", lanes.empty() ? " on lane " : ", ", reading.lane);
  }
  if (lanes.empty()) return;
  module.remarks.push_back(
      {fmt::format("too little light is received{}, so the link is down or full of errors",
                   lanes == " " ? "" : lanes),
       "see that the fibre is plugged, its two strands aren't swapped, its ends are clean, and the other end "
       "sends on the same wavelength"});
}

}  // namespace pktgen
