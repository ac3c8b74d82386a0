#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"

namespace pktgen {

/// Types of a pcapng file's blocks.
inline constexpr std::uint32_t kSectionHeader = 0x0a0d0d0a, kInterfaceDescription = 1, kEnhancedPacket = 6;

/// What the interfaces at a pcapng file's beginning say of the FCS in their frames, in order: its number as
/// the option if_fcslen has it (draft-ietf-opsawg-pcapng section 4.2: bits; some writers mean octets), none
/// where the option is missing. `head` is the file's first bytes, in either byte order; the search ends with
/// the first packet, the second section, or the first block that `head` doesn't hold whole. Empty for bytes
/// that are no pcapng.
std::vector<std::optional<std::uint8_t>> fcs_of_interfaces(ByteView head);

}  // namespace pktgen
