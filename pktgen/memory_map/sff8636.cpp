#include "memory_map/sff8636.h"

#include <fmt/format.h>

#include "memory_map/identity.h"
#include "memory_map/monitors.h"
#include "optics/sff8024.h"

namespace pktgen {
namespace {

constexpr unsigned kLanes = 4;
constexpr std::uint8_t kBeyondQsfpScale = 0xff, kRevision28 = 0x08;

std::string qsfp_standard(const PageView& lower) {
  static constexpr std::string_view kRevisions[] = {"SFF-8636, no revision said",
                                                    "SFF-8436 rev 4.8 or earlier",
                                                    "SFF-8436 rev 4.8 or earlier",
                                                    "SFF-8636 rev 1.3 or earlier",
                                                    "SFF-8636 rev 1.4",
                                                    "SFF-8636 rev 1.5",
                                                    "SFF-8636 rev 2.0",
                                                    "SFF-8636 rev 2.5 to 2.7",
                                                    "SFF-8636 rev 2.8 to 2.10"};
  const std::uint8_t code = lower.u8(1).value_or(0);
  if (code >= std::size(kRevisions)) return fmt::format("SFF-8636 rev code 0x{:02x}", code);
  return std::string(kRevisions[code]);
}

std::uint8_t technology_of(const PageView& page) { return page.u8(147).value_or(0) >> 4; }

std::vector<std::string> qsfp_compliance(const PageView& page) {
  struct Bit {
    std::size_t at;
    unsigned bit;
    std::string_view name;
  };
  static constexpr Bit kBits[] = {{131, 0, "40G active cable (XLPPI)"},
                                  {131, 1, "40GBASE-LR4"},
                                  {131, 2, "40GBASE-SR4"},
                                  {131, 3, "40GBASE-CR4"},
                                  {131, 4, "10GBASE-SR"},
                                  {131, 5, "10GBASE-LR"},
                                  {131, 6, "10GBASE-LRM"},
                                  {134, 0, "1000BASE-SX"},
                                  {134, 1, "1000BASE-LX"},
                                  {134, 2, "1000BASE-CX"},
                                  {134, 3, "1000BASE-T"}};
  std::vector<std::string> names;
  for (const Bit& bit : kBits)
    if (page.bit(bit.at, bit.bit)) names.emplace_back(bit.name);
  if (const std::string name = extended_compliance_name(page.u8(192).value_or(0)); !name.empty())
    names.push_back(name);
  return names;
}

Medium qsfp_medium(const PageView& page) {
  if (page.u8(130) == kRj45 || is_base_t(page.u8(192).value_or(0))) return Medium::twisted_pair;
  if (!page.holds(147)) return Medium::unknown;
  if (is_passive_copper(technology_of(page))) return Medium::passive_copper;
  if (is_copper(technology_of(page))) return Medium::active_copper;
  const std::uint8_t extended = page.u8(192).value_or(0);
  return extended == 0x01 || extended == 0x18 ? Medium::active_fibre : Medium::fibre;
}

void add_qsfp_reach(Module& module, const PageView& page, std::size_t at, double metres,
                    std::string_view over) {
  const std::uint8_t count = page.u8(at).value_or(0);
  if (count == 0) return;
  const bool or_more = count == kBeyondQsfpScale;
  module.reach.push_back({std::string(over), metres * (or_more ? count - 1 : count), or_more});
}

/// Bytes 142 to 146; the last is the length of a cable in metres, else 2 m of OM4 where there is a laser.
void decode_qsfp_reach(Module& module, const PageView& page) {
  if (module.medium != Medium::fibre) {
    const bool is_fibre = module.medium == Medium::active_fibre;
    add_qsfp_reach(module, page, 146, 1, is_fibre ? "the cable" : "copper");
    return;
  }
  add_qsfp_reach(module, page, 142, 1000, "single-mode fibre");
  add_qsfp_reach(module, page, 145, 1, "OM1 fibre");
  add_qsfp_reach(module, page, 144, 1, "OM2 fibre");
  add_qsfp_reach(module, page, 143, 2, "OM3 fibre");
  add_qsfp_reach(module, page, 146, 2, "OM4 fibre");
}

std::optional<std::uint32_t> qsfp_megabauds(const PageView& page) {
  const std::uint8_t hundreds = page.u8(140).value_or(0);
  if (hundreds != kBeyondQsfpScale) return hundreds == 0 ? std::nullopt : std::optional(hundreds * 100U);
  const std::uint8_t quarters = page.u8(222).value_or(0);
  return quarters == 0 ? std::nullopt : std::optional(quarters * 250U);
}

/// Byte 129: bits 7-6 are classes 1 to 4, bits 1-0 classes 5 to 7, bit 5 class 8 (its watts in byte 107).
void decode_qsfp_power(Module& module, const PageView& lower, const PageView& page) {
  if (!page.holds(129)) return;
  static constexpr double kWatts[] = {1.5, 2.0, 2.5, 3.5, 4.0, 4.5, 5.0};
  const std::uint8_t byte = *page.u8(129);
  if (page.bit(129, 5)) {
    module.power_class = "power class 8";
    if (const std::uint8_t tenths = lower.u8(107).value_or(0); tenths != 0) module.most_watts = tenths / 10.0;
    return;
  }
  const unsigned further = byte & 3U, base = byte >> 6;
  const unsigned place = further != 0 ? 3 + further : base;
  module.power_class = fmt::format("power class {}", place + 1);
  module.most_watts = kWatts[place];
}

/// A nibble of flags: high alarm, low alarm, high warning, low warning from bit 3 down.
Crossings qsfp_flags(const PageView& lower, std::size_t at, unsigned lowest) {
  return {.high_alarm = lower.bit(at, lowest + 3),
          .low_alarm = lower.bit(at, lowest + 2),
          .high_warning = lower.bit(at, lowest + 1),
          .low_warning = lower.bit(at, lowest)};
}

/// Bytes 34 to 57 hold words of lanes 1 to 4, bytes 9 to 14 their flags: lane 1 in the high nibble.
RawMonitor qsfp_lane_monitor(const PageView& lower, const PageView& page03, Monitor monitor, unsigned lane) {
  struct Place {
    std::size_t words, flags, thresholds;
  };
  const Place at = monitor == Monitor::rx_power ? Place{34, 9, 176}
                   : monitor == Monitor::bias   ? Place{42, 11, 184}
                                                : Place{50, 13, 192};
  return {.monitor = monitor,
          .lane = lane + 1,
          .word = lower.be16(at.words + 2 * lane),
          .thresholds = raw_thresholds(page03, at.thresholds),
          .flags = qsfp_flags(lower, at.flags + lane / 2, lane % 2 == 0 ? 4 : 0)};
}

std::vector<ConditionAt> qsfp_conditions(const PageView& lower) {
  std::vector<ConditionAt> conditions;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (lower.bit(86, lane)) conditions.push_back({ModuleCondition::tx_disabled, lane + 1});
    if (lower.bit(4, lane)) conditions.push_back({ModuleCondition::tx_fault, lane + 1});
    if (lower.bit(3, lane + 4)) conditions.push_back({ModuleCondition::tx_signal_lost, lane + 1});
    if (lower.bit(3, lane)) conditions.push_back({ModuleCondition::rx_signal_lost, lane + 1});
  }
  return conditions;
}

std::string why_no_qsfp_diagnostics(const PageView& lower, const PageView& page, Medium medium) {
  if (medium == Medium::passive_copper) return "a passive cable has none";
  if (!lower.holds(0, 58)) return "the lower memory ends before byte 58 in what was read";
  if (lower.bit(2, 0)) return "the module hasn't measured yet (byte 2 bit 0); read it again in a second";
  if (const std::string why = why_no_values(lower.bytes(22, 36)); !why.empty())
    return "diagnostics unreadable: of bytes 22-57 " + why;
  if (is_text(lower.bytes(34, 24))) return "diagnostics unreadable: bytes 34-57 read as text";
  if (!page.holds(220)) return "upper page 00h, which says what is monitored, isn't in what was read";
  return {};
}

Diagnostics decode_qsfp_diagnostics(const PageView& lower, const PageView& page, const PageView& page03,
                                    Medium medium) {
  Diagnostics out;
  out.why_none = why_no_qsfp_diagnostics(lower, page, medium);
  if (!out.why_none.empty()) return out;
  out.calibration = MonitorCalibration::internal;
  out.rx_power_is_average = page.bit(220, 3);
  // Before rev 2.8 byte 220 doesn't say whether temperature and supply are there; they always were.
  const bool says = lower.u8(1).value_or(0) >= kRevision28;
  std::vector<RawMonitor> monitors;
  if (!says || page.bit(220, 5))
    monitors.push_back(
        {Monitor::temperature, 0, lower.be16(22), raw_thresholds(page03, 128), qsfp_flags(lower, 6, 4)});
  if (!says || page.bit(220, 4))
    monitors.push_back(
        {Monitor::supply, 0, lower.be16(26), raw_thresholds(page03, 144), qsfp_flags(lower, 7, 4)});
  for (const Monitor monitor : {Monitor::bias, Monitor::tx_power, Monitor::rx_power})
    for (unsigned lane = 0; lane < kLanes && (monitor != Monitor::tx_power || page.bit(220, 2)); ++lane)
      monitors.push_back(qsfp_lane_monitor(lower, page03, monitor, lane));
  out.readings = make_readings(monitors, internally_calibrated);
  out.conditions = qsfp_conditions(lower);
  return out;
}

void add_qsfp_remarks(Module& module, const PageView& lower, const PageView& page, const PageView& page03) {
  tell_wrong_sums(module);
  if (page.is_empty())
    module.remarks.push_back({"upper page 00h, which holds the identity, isn't in what was read",
                              "read 256 bytes: ethtool -m IFACE raw on > module.bin"});
  const bool has_readings = !module.diagnostics.readings.empty();
  if (has_readings && page03.is_empty())
    module.remarks.push_back({lower.bit(2, 2) ? "the module has one page, so there are no thresholds"
                                              : "upper page 03h with the thresholds isn't in what was read",
                              lower.bit(2, 2) ? "" : "read it with ethtool -m IFACE hex on page 3"});
  if (module.medium != Medium::twisted_pair) tell_missing_light(module);
}

}  // namespace

Module decode_sff8636(const PageView& lower, const PageView& page00, const PageView& page03) {
  Module module;
  const PageView identity = usable_page(module, page00, page00, "upper page 00h");
  const PageView thresholds = usable_page(module, page03, page00, "upper page 03h");
  module.map = MemoryMap::sff8636;
  module.standard = qsfp_standard(lower);
  module.identifier = identifier_code(lower.u8(0).value_or(0));
  if (const auto connector = identity.u8(130)) module.connector = connector_code(*connector);
  decode_identity(module, identity,
                  {.vendor = 148, .oui = 165, .part = 168, .revision = 184, .serial = 196, .date = 212});
  module.compliance = qsfp_compliance(identity);
  module.medium = qsfp_medium(identity);
  if (!identity.is_empty()) {
    module.encoding = encoding_name(identity.u8(139).value_or(0), MemoryMap::sff8636);
    module.megabauds = qsfp_megabauds(identity);
    decode_qsfp_reach(module, identity);
  }
  // Of a cable bytes 186 and 187 are its attenuation. The unit is 1/20 nm.
  const bool has_laser = module.medium == Medium::fibre || module.medium == Medium::active_fibre;
  if (const auto wavelength = identity.be16(186); has_laser && wavelength)
    set_wavelength(module, *wavelength / 20.0);
  decode_qsfp_power(module, lower, identity);
  add_sum(module, identity, "CC_BASE", 128, 190);
  add_sum(module, identity, "CC_EXT", 192, 222);
  module.diagnostics = decode_qsfp_diagnostics(lower, identity, thresholds, module.medium);
  if (module.medium == Medium::twisted_pair)
    drop_optical(module.diagnostics, "a twisted pair carries no light");
  add_qsfp_remarks(module, lower, page00, page03);
  return module;
}

}  // namespace pktgen
