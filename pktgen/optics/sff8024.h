#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "optics/module.h"

namespace pktgen {

/// Names of codes shared by all modules, from the tables of SFF-8024; "code 0xNN" for one that isn't there.
NamedCode identifier_code(std::uint8_t value);            ///< table 4-1
NamedCode connector_code(std::uint8_t value);             ///< table 4-3
std::string extended_compliance_name(std::uint8_t code);  ///< table 4-4; "" for 0, unspecified

/// Table 4-2, whose codes 4 to 6 differ between SFF-8472 and SFF-8636; "" for 0, unspecified.
std::string encoding_name(std::uint8_t code, MemoryMap map);

/// Transmitter technology: SFF-8636 page 00h byte 147 bits 7-4, CMIS page 00h byte 212; "" if unknown.
std::string_view technology_name(std::uint8_t code);
/// Whether that technology is a copper cable, and whether one without electronics.
bool is_copper(std::uint8_t technology);
bool is_passive_copper(std::uint8_t technology);

/// Whether an extended compliance code is that of twisted pair: 10GBASE-T, 5GBASE-T, 2.5GBASE-T.
bool is_base_t(std::uint8_t extended_compliance);

/// Codes used by several decoders.
inline constexpr std::uint8_t kCopperPigtail = 0x21, kRj45 = 0x22;

}  // namespace pktgen
