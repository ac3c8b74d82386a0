#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace pktgen {

/// Frames that aren't test frames of this trial, by what they are. `damaged`: our magic, a wrong check;
/// `stale`: ours, but of an earlier trial.
enum class Foreign : std::uint8_t { lldp, stp, arp, ipv6_nd, damaged, stale, other };
inline constexpr std::size_t kForeignKinds = 7;
std::string_view name_of(Foreign kind);
using ForeignCounts = std::array<std::uint64_t, kForeignKinds>;

/// Names a frame that carries no signature, by destination MAC and EtherType; looks through one or two tags.
Foreign classify_foreign(ByteView frame);

}  // namespace pktgen
