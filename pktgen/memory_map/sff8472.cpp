#include "memory_map/sff8472.h"

#include <fmt/format.h>

#include "memory_map/identity.h"
#include "memory_map/monitors.h"
#include "optics/sff8024.h"
#include "optics/twisted_pair.h"

namespace pktgen {
namespace {

constexpr std::uint8_t kTwoWireId = 0x04;  // byte 1: the only value for modules with this memory
constexpr std::uint8_t kBeyondSfpScale = 0xff;

std::string sfp_standard(const PageView& a0h) {
  static constexpr std::string_view kRevisions[] = {"",     "9.3",  "9.5",  "10.2", "10.4",
                                                    "11.0", "11.3", "11.4", "12.3", "12.4"};
  const std::uint8_t code = a0h.u8(94).value_or(0);
  if (code == 0) return "SFF-8472, no revision said";
  if (code >= std::size(kRevisions)) return fmt::format("SFF-8472 rev code 0x{:02x}", code);
  return fmt::format("SFF-8472 rev {}", kRevisions[code]);
}

/// Bytes 3 to 10 and 36. Only what Ethernet is sent over; Fibre Channel and SONET are left out.
std::vector<std::string> sfp_compliance(const PageView& a0h) {
  struct Bit {
    std::size_t at;
    unsigned bit;
    std::string_view name;
  };
  static constexpr Bit kBits[] = {{3, 4, "10GBASE-SR"},    {3, 5, "10GBASE-LR"},  {3, 6, "10GBASE-LRM"},
                                  {3, 7, "10GBASE-ER"},    {6, 0, "1000BASE-SX"}, {6, 1, "1000BASE-LX"},
                                  {6, 2, "1000BASE-CX"},   {6, 3, "1000BASE-T"},  {6, 4, "100BASE-LX10"},
                                  {6, 5, "100BASE-FX"},    {6, 6, "BASE-BX10"},   {6, 7, "BASE-PX"},
                                  {8, 2, "passive cable"}, {8, 3, "active cable"}};
  std::vector<std::string> names;
  for (const Bit& bit : kBits)
    if (a0h.bit(bit.at, bit.bit)) names.emplace_back(bit.name);
  if (const std::string name = extended_compliance_name(a0h.u8(36).value_or(0)); !name.empty())
    names.push_back(name);
  return names;
}

bool is_active_fibre(std::uint8_t extended) { return extended == 0x01 || extended == 0x18; }

Medium sfp_medium(const PageView& a0h, const Module& module) {
  const std::uint8_t extended = a0h.u8(36).value_or(0), connector = a0h.u8(2).value_or(0);
  if (is_twisted_pair(module, extended)) return Medium::twisted_pair;
  if (a0h.bit(8, 2)) return Medium::passive_copper;
  if (is_active_fibre(extended)) return Medium::active_fibre;
  if (a0h.bit(8, 3)) return connector == kCopperPigtail ? Medium::active_copper : Medium::unknown;
  if (connector == kCopperPigtail) return Medium::passive_copper;
  const bool has_light =
      module.has_10g_code || a0h.bit(6, 0) || a0h.bit(6, 1) || a0h.u8(6).value_or(0) >= 0x10 || extended != 0;
  const bool is_fibre_plug = (connector >= 0x01 && connector <= 0x0d) || connector >= 0x25;
  return has_light || is_fibre_plug ? Medium::fibre : Medium::unknown;
}

void add_sfp_reach(Module& module, const PageView& a0h, std::size_t at, double metres,
                   std::string_view over) {
  const std::uint8_t count = a0h.u8(at).value_or(0);
  if (count == 0) return;
  // 255 says "more than 254 units".
  const bool or_more = count == kBeyondSfpScale;
  module.reach.push_back({std::string(over), metres * (or_more ? count - 1 : count), or_more});
}

/// Bytes 14 to 19. Byte 18 is a length of cable or twisted pair, else of OM4.
void decode_sfp_reach(Module& module, const PageView& a0h) {
  const bool is_copper = module.medium == Medium::passive_copper || module.medium == Medium::active_copper ||
                         module.medium == Medium::twisted_pair;
  const bool is_cable = is_copper || module.medium == Medium::active_fibre || a0h.bit(8, 3);
  if (is_cable) {
    add_sfp_reach(module, a0h, 18, 1, is_copper ? "copper" : "the cable");
    return;
  }
  const std::uint8_t hundreds = a0h.u8(15).value_or(0);
  if (hundreds != 0 && hundreds != kBeyondSfpScale) add_sfp_reach(module, a0h, 15, 100, "single-mode fibre");
  else add_sfp_reach(module, a0h, 14, 1000, "single-mode fibre");
  add_sfp_reach(module, a0h, 17, 10, "OM1 fibre");
  add_sfp_reach(module, a0h, 16, 10, "OM2 fibre");
  add_sfp_reach(module, a0h, 19, 10, "OM3 fibre");
  add_sfp_reach(module, a0h, 18, 10, "OM4 fibre");
}

/// Byte 12 in 100 MBd; 255 says that byte 66 has it in 250 MBd.
std::optional<std::uint32_t> sfp_megabauds(const PageView& a0h) {
  const std::uint8_t hundreds = a0h.u8(12).value_or(0);
  if (hundreds != kBeyondSfpScale) return hundreds == 0 ? std::nullopt : std::optional(hundreds * 100U);
  const std::uint8_t quarters = a0h.u8(66).value_or(0);
  return quarters == 0 ? std::nullopt : std::optional(quarters * 250U);
}

/// Byte 64 bits 1, 5 and 6: power levels 2, 3 and 4.
void decode_sfp_power(Module& module, const PageView& a0h) {
  if (!a0h.holds(64)) return;
  if (a0h.bit(64, 6)) {
    module.power_class = "power level 4";
    return;
  }
  const int level = a0h.bit(64, 5) ? 3 : a0h.bit(64, 1) ? 2 : 1;
  module.power_class = fmt::format("power level {}", level);
  module.most_watts = 0.5 + 0.5 * level;
}

void decode_signalling(Module& module, const PageView& a0h) {
  module.compliance = sfp_compliance(a0h);
  module.encoding = encoding_name(a0h.u8(11).value_or(0), MemoryMap::sff8472);
  module.megabauds = sfp_megabauds(a0h);
  module.has_10g_code = (a0h.u8(3).value_or(0) & 0xf0U) != 0;
  module.has_1g_code = (a0h.u8(6).value_or(0) & 0x0fU) != 0;
  module.medium = sfp_medium(a0h, module);
  decode_sfp_reach(module, a0h);
  const auto wavelength = a0h.be16(60);
  // Of a cable bytes 60 and 61 are compliance bits.
  if (module.medium == Medium::fibre && wavelength) set_wavelength(module, *wavelength);
}

void add_sfp_remarks(Module& module, const PageView& a0h) {
  if (const auto id = a0h.u8(1); id && *id != kTwoWireId)
    module.remarks.push_back(
        {fmt::format("A0h byte 1 is 0x{:02x}, where SFF-8472 has 0x04: what stands here may "
                     "not mean what it says",
                     *id),
         ""});
  tell_wrong_sums(module);
  if (!a0h.holds(0, 96))
    module.remarks.push_back({"what was read of A0h ends before byte 96, so fields are missing",
                              "read at least 256 bytes: ethtool -m IFACE raw on > module.bin"});
  if (module.medium == Medium::twisted_pair) tell_twisted_pair(module, a0h.u8(36).value_or(0));
  else tell_missing_light(module);
}

}  // namespace

Module decode_sff8472(const PageView& a0h, const PageView& a2h) {
  Module module;
  module.map = MemoryMap::sff8472;
  module.standard = sfp_standard(a0h);
  module.identifier = identifier_code(a0h.u8(0).value_or(0));
  if (const auto connector = a0h.u8(2)) module.connector = connector_code(*connector);
  decode_identity(
      module, a0h,
      {.vendor = 20, .oui = 37, .part = 40, .revision = 56, .revision_bytes = 4, .serial = 68, .date = 84});
  decode_signalling(module, a0h);
  decode_sfp_power(module, a0h);
  add_sum(module, a0h, "CC_BASE", 0, 62);
  add_sum(module, a0h, "CC_EXT", 64, 94);
  module.diagnostics = decode_sff8472_diagnostics(a0h, a2h);
  if (module.medium == Medium::twisted_pair)
    drop_optical(module.diagnostics, "a twisted pair carries no light");
  add_sfp_remarks(module, a0h);
  // Last, for a wrong one is told by the diagnostics, which then give no figure.
  if (module.diagnostics.calibration != MonitorCalibration::none) add_sum(module, a2h, "CC_DMI", 0, 94);
  return module;
}

}  // namespace pktgen
