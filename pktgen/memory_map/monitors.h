#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "optics/module.h"
#include "eeprom/module_memory.h"

namespace pktgen {

/// The words of one monitor as they stand in memory, not yet in any unit.
struct RawMonitor {
  Monitor monitor = Monitor::temperature;
  unsigned lane = 0;
  std::optional<std::uint16_t> word;
  std::optional<std::array<std::uint16_t, 4>> thresholds;  ///< high alarm, low alarm, high and low warning
  std::optional<Crossings> flags;
};

/// Four words of thresholds from byte `at` on; nothing if they aren't held.
std::optional<std::array<std::uint16_t, 4>> raw_thresholds(const PageView& page, std::size_t at);

/// The word of an internally calibrated monitor in its unit: SFF-8472 section 9.2, SFF-8636 section 6.2.4 and
/// CMIS section 8.2.5 all have signed 1/256 degree Celsius, 100 uV, 2 uA, 0.1 uW.
double internally_calibrated(Monitor monitor, std::uint16_t word);

/// Makes a figure of a word; not finite where it can't.
using Converter = std::function<double(Monitor, std::uint16_t)>;

/// A reading for each monitor, its thresholds calibrated as its value is. A word that no converter gives is
/// told and never made a figure: 0xffff, blanks in several words, a supply below 1 V, a temperature no module
/// survives. Four equal thresholds are
/// none; those in the wrong order are told and not used.
std::vector<Reading> make_readings(std::span<const RawMonitor> monitors, const Converter& convert);

/// Why bytes that should hold values hold none: "all read 0xff", "all read as text"; "" if they may.
std::string why_no_values(ByteView bytes);

/// An upper page that may be used: the page, or nothing and a remark if it reads as one byte throughout, as
/// text, or as page 00h once more, which is how modules answer for pages that they don't have. `name`: "upper
/// page 03h".
PageView usable_page(Module& module, const PageView& page, const PageView& page00, std::string_view name);

/// Transmitter and receiver without light: what a copper module has in place of optical monitors.
void drop_optical(Diagnostics& diagnostics, std::string_view why);

/// Tells what to do about light that is missing, in `remarks`.
void tell_missing_light(Module& module);

}  // namespace pktgen
