#include "memory_map/cmis.h"

#include <fmt/format.h>
#include <limits>
#include <utility>

#include "memory_map/identity.h"
#include "memory_map/monitors.h"
#include "optics/sff8024.h"

namespace pktgen {
namespace {

/// The pages that are looked at. A sum guards bytes 128-221 of page 00h, and all of pages 01h and 02h.
struct Pages {
  PageView lower, identity, advertising, thresholds, lanes;

  /// Leaves out, with a remark, what can't be used.
  Pages(Module& module, const ModuleMemory& memory) : lower(lower_page(memory)) {
    const PageView page00 = upper_page(memory, 0);
    const auto usable = [&](unsigned number, std::string_view name) {
      return usable_page(module, upper_page(memory, number), page00, name);
    };
    identity = usable(0x00, "upper page 00h");
    // Flat memory: whatever is read as another page repeats page 00h.
    if (lower.bit(2, 7)) return;
    advertising = usable(0x01, "upper page 01h");
    thresholds = usable(0x02, "upper page 02h");
    lanes = usable(0x11, "upper page 11h");
  }
};

constexpr unsigned kMostLanes = 8;
constexpr std::string_view kThresholdsSum = "page 02h checksum";

std::string cmis_standard(const PageView& lower) {
  const std::uint8_t revision = lower.u8(1).value_or(0);
  return fmt::format("CMIS rev {}.{}", revision >> 4, revision & 15);
}

/// Byte 85.
Medium cmis_medium(const Pages& pages) {
  if (pages.identity.u8(203) == kRj45) return Medium::twisted_pair;
  switch (pages.lower.u8(85).value_or(0)) {
    case 1:
    case 2:
      return Medium::fibre;
    case 3:
      return Medium::passive_copper;
    case 4:
      return is_copper(pages.identity.u8(212).value_or(0)) ? Medium::active_copper : Medium::active_fibre;
    case 5:
      return Medium::twisted_pair;
    default:
      return Medium::unknown;
  }
}

std::string state_of(const PageView& lower) {
  static constexpr std::string_view kStates[] = {"",      "in low power",  "powering up",
                                                 "ready", "powering down", "in a fault"};
  const unsigned state = lower.u8(3).value_or(0) >> 1 & 7U;
  return state < std::size(kStates) ? std::string(kStates[state]) : "";
}

/// Page 00h byte 202: metres in bits 5-0, times 0.1, 1, 10 or 100; all bits set is more than 6300 m.
void add_cable(Module& module, const PageView& identity) {
  static constexpr double kScale[] = {0.1, 1, 10, 100};
  const std::uint8_t byte = identity.u8(202).value_or(0);
  if ((byte & 63U) == 0) return;
  const bool is_copper = module.medium == Medium::passive_copper || module.medium == Medium::active_copper;
  module.reach.push_back(
      {is_copper ? "copper" : "the cable", (byte & 63U) * kScale[byte >> 6], byte == 0xff});
}

/// Page 01h bytes 132 to 136: single mode in bits 5-0 times 0.1 or 1 km, then OM5, OM4, OM3 in 2 m, OM2 in m.
void add_fibre(Module& module, const PageView& page) {
  struct Place {
    std::size_t at;
    double metres;
    std::string_view over;
  };
  static constexpr Place kPlaces[] = {
      {136, 1, "OM2 fibre"}, {135, 2, "OM3 fibre"}, {134, 2, "OM4 fibre"}, {133, 2, "OM5 fibre"}};
  const std::uint8_t single = page.u8(132).value_or(0);
  if ((single & 63U) != 0 && single >> 6 < 2)
    module.reach.push_back({"single-mode fibre", (single & 63U) * (single >> 6 == 0 ? 100.0 : 1000.0)});
  for (const Place& place : kPlaces)
    if (const std::uint8_t count = page.u8(place.at).value_or(0); count != 0)
      module.reach.push_back({std::string(place.over), place.metres * count});
}

/// Page 00h byte 200 bits 7-5, byte 201 in 0.25 W.
void decode_cmis_power(Module& module, const PageView& identity) {
  if (!identity.holds(200, 2)) return;
  module.power_class = fmt::format("power class {}", (*identity.u8(200) >> 5) + 1);
  if (const std::uint8_t quarters = *identity.u8(201); quarters != 0) module.most_watts = quarters / 4.0;
}

/// A nibble of lower byte 9, from bit 0 up high alarm, low alarm, high warning, low warning.
Crossings cmis_flags(const PageView& lower, unsigned lowest) {
  return {.high_alarm = lower.bit(9, lowest),
          .low_alarm = lower.bit(9, lowest + 1),
          .high_warning = lower.bit(9, lowest + 2),
          .low_warning = lower.bit(9, lowest + 3)};
}

/// Page 11h: four bytes of flags, a bit a lane; words of lanes 1 to 8. Thresholds on page 02h.
RawMonitor cmis_lane_monitor(const Pages& pages, Monitor monitor, unsigned lane) {
  struct Place {
    std::size_t words, flags, thresholds;
  };
  const Place at = monitor == Monitor::tx_power ? Place{154, 139, 176}
                   : monitor == Monitor::bias   ? Place{170, 143, 184}
                                                : Place{186, 149, 192};
  return {.monitor = monitor,
          .lane = lane + 1,
          .word = pages.lanes.be16(at.words + 2 * lane),
          .thresholds = raw_thresholds(pages.thresholds, at.thresholds),
          .flags = Crossings{.high_alarm = pages.lanes.bit(at.flags, lane),
                             .low_alarm = pages.lanes.bit(at.flags + 1, lane),
                             .high_warning = pages.lanes.bit(at.flags + 2, lane),
                             .low_warning = pages.lanes.bit(at.flags + 3, lane)}};
}

/// Lanes of the first application: lower byte 88 bits 3-0.
unsigned lanes_of(const PageView& lower) {
  const unsigned lanes = lower.u8(88).value_or(0) & 15U;
  return lanes >= 1 && lanes <= kMostLanes ? lanes : kMostLanes;
}

/// Page 01h bytes 159 and 160 say what is monitored, bits 4-3 of 160 by what bias is multiplied.
std::vector<RawMonitor> lane_monitors(const Pages& pages) {
  std::vector<RawMonitor> monitors;
  if (pages.lanes.is_empty() || !pages.advertising.holds(160)) return monitors;
  if (!why_no_values(pages.lanes.bytes(154, 48)).empty()) return monitors;
  for (const auto& [monitor, bit] :
       {std::pair{Monitor::bias, 0U}, std::pair{Monitor::tx_power, 1U}, std::pair{Monitor::rx_power, 2U}})
    for (unsigned lane = 0; lane < lanes_of(pages.lower) && pages.advertising.bit(160, bit); ++lane)
      monitors.push_back(cmis_lane_monitor(pages, monitor, lane));
  return monitors;
}

Diagnostics decode_cmis_diagnostics(const Pages& pages, Medium medium) {
  Diagnostics out;
  if (medium == Medium::passive_copper) out.why_none = "a passive cable has none";
  else if (!pages.lower.holds(0, 26)) out.why_none = "the lower memory ends before byte 26 in what was read";
  else if (const std::string why = why_no_values(pages.lower.bytes(14, 4)); !why.empty())
    out.why_none = "diagnostics unreadable: of bytes 14-17 " + why;
  if (!out.why_none.empty()) return out;
  out.calibration = MonitorCalibration::internal;
  if (pages.advertising.holds(151)) out.rx_power_is_average = pages.advertising.bit(151, 4);
  const auto says = [&](unsigned bit) {
    return !pages.advertising.holds(159) || pages.advertising.bit(159, bit);
  };
  std::vector<RawMonitor> monitors;
  if (says(0))
    monitors.push_back({Monitor::temperature, 0, pages.lower.be16(14), raw_thresholds(pages.thresholds, 128),
                        cmis_flags(pages.lower, 0)});
  if (says(1))
    monitors.push_back({Monitor::supply, 0, pages.lower.be16(16), raw_thresholds(pages.thresholds, 136),
                        cmis_flags(pages.lower, 4)});
  for (const RawMonitor& monitor : lane_monitors(pages)) monitors.push_back(monitor);
  static constexpr double kBiasScales[] = {1, 2, 4, std::numeric_limits<double>::quiet_NaN()};
  const double bias_scale = kBiasScales[pages.advertising.u8(160).value_or(0) >> 3 & 3U];
  out.readings = make_readings(monitors, [&](Monitor monitor, std::uint16_t word) {
    const double value = internally_calibrated(monitor, word);
    return monitor == Monitor::bias ? value * bias_scale : value;
  });
  return out;
}

void add_conditions(Diagnostics& diagnostics, const Pages& pages) {
  for (unsigned lane = 0; lane < lanes_of(pages.lower); ++lane) {
    const auto add = [&](std::size_t at, ModuleCondition condition) {
      if (pages.lanes.bit(at, lane)) diagnostics.conditions.push_back({condition, lane + 1});
    };
    add(135, ModuleCondition::tx_fault);
    add(136, ModuleCondition::tx_signal_lost);
    add(147, ModuleCondition::rx_signal_lost);
  }
}

void add_cmis_remarks(Module& module, const Pages& pages) {
  tell_wrong_sums(module);
  const auto tell = [&](std::string because, std::string next_step) {
    module.remarks.push_back({std::move(because), std::move(next_step)});
  };
  if (const std::string state = state_of(pages.lower); !state.empty() && state != "ready")
    tell(fmt::format("the module is {} (byte 3)", state), "its lanes send nothing before it is ready");
  if (pages.identity.is_empty())
    tell("upper page 00h, which holds the identity, isn't in what was read",
         "read 256 bytes: ethtool -m IFACE raw on > module.bin");
  const bool is_paged = !pages.lower.bit(2, 7) && !module.diagnostics.readings.empty();
  if (is_paged && (pages.thresholds.is_empty() || pages.lanes.is_empty()))
    tell("pages 01h, 02h (thresholds) and 11h (lanes) aren't all in what was read",
         "read each with ethtool -m IFACE hex on page N, and put them in one file under a line \"page N\"");
  if (module.medium != Medium::twisted_pair) tell_missing_light(module);
}

}  // namespace

Module decode_cmis(const ModuleMemory& memory) {
  Module module;
  Pages pages(module, memory);
  module.map = MemoryMap::cmis;
  module.standard = cmis_standard(pages.lower);
  module.identifier = identifier_code(pages.lower.u8(0).value_or(0));
  if (const auto connector = pages.identity.u8(203)) module.connector = connector_code(*connector);
  decode_identity(module, pages.identity,
                  {.vendor = 129, .oui = 145, .part = 148, .revision = 164, .serial = 166, .date = 182});
  module.medium = cmis_medium(pages);
  if (const auto technology = pages.identity.u8(212); technology && !technology_name(*technology).empty())
    module.compliance.emplace_back(technology_name(*technology));
  add_cable(module, pages.identity);
  add_fibre(module, pages.advertising);
  // Page 01h bytes 138 and 139: 1/20 nm.
  if (const auto wavelength = pages.advertising.be16(138); module.medium == Medium::fibre && wavelength)
    set_wavelength(module, *wavelength / 20.0);
  decode_cmis_power(module, pages.identity);
  add_sum(module, pages.identity, "page 00h checksum", 128, 221);
  add_sum(module, pages.advertising, "page 01h checksum", 130, 254);
  add_sum(module, pages.thresholds, std::string(kThresholdsSum), 128, 254);
  // Thresholds judge what is measured, so wrong ones are worse than none.
  if (!module.sums.empty() && module.sums.back().name == kThresholdsSum && !module.sums.back().is_right())
    pages.thresholds = PageView();
  module.diagnostics = decode_cmis_diagnostics(pages, module.medium);
  if (module.diagnostics.why_none.empty()) add_conditions(module.diagnostics, pages);
  if (module.medium == Medium::twisted_pair)
    drop_optical(module.diagnostics, "a twisted pair carries no light");
  add_cmis_remarks(module, pages);
  return module;
}

}  // namespace pktgen
