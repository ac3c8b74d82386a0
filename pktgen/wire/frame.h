#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/units.h"

namespace pktgen {

using MacAddress = std::array<std::uint8_t, 6>;
using Ipv4Address = std::array<std::uint8_t, 4>;
using Ipv6Address = std::array<std::uint8_t, 16>;

/// The headers of a test frame, from the front: Ethernet alone (local experimental EtherType 0x88b5 of
/// IEEE 802), or UDP over IPv4 or IPv6.
enum class Stack : std::uint8_t { udp4, udp6, eth };
std::string_view name_of(Stack stack);

inline constexpr std::uint16_t kEtherTypeIpv4 = 0x0800, kEtherTypeIpv6 = 0x86dd, kEtherTypeVlan = 0x8100,
                               kEtherTypeArp = 0x0806, kEtherTypeServiceTag = 0x88a8,
                               kEtherTypeExperimental = 0x88b5;
inline constexpr std::uint8_t kIcmp6 = 58;  // IPv6's next header

/// Everything a frame's template is made of.
struct FrameLayout {
  Stack stack = Stack::udp4;
  std::optional<std::uint16_t> vlan{};  ///< 802.1Q VLAN id 1..4094, priority 0
  MacAddress src_mac{}, dst_mac{};
  Ipv4Address src_ipv4{}, dst_ipv4{};
  Ipv6Address src_ipv6{}, dst_ipv6{};
  std::uint16_t src_port = 0xc020, dst_port = 7;  // RFC 2544 appendix C.2.6.4.6
};

/// Bytes from the destination MAC to where the signature lies.
std::size_t signature_offset(Stack stack, bool tagged);

/// Headers plus FCS, what goodput doesn't count: 46 for UDP/IPv4, 66 for UDP/IPv6, 18 for Ethernet; 4 more
/// with a tag.
std::uint64_t overhead_bytes(Stack stack, bool tagged);

/// The smallest frame that holds headers, signature and FCS (64, 68 tagged, 84 UDP/IPv6 ...).
FrameBytes smallest_frame(Stack stack, bool tagged);

/// A whole frame without FCS, lengths and checksums right, with a signature of sequence 0; its payload
/// counts up from the signature's end (RFC 2544 appendix C.2.6.4.7). `size` must not be below
/// `smallest_frame`.
struct FrameTemplate {
  std::vector<std::uint8_t> bytes;
  std::size_t signature_at = 0;
};
FrameTemplate make_template(const FrameLayout& layout, FrameBytes size);

/// How a frame lies in a buffer that holds a payload already: headers of any length go in front of it.
struct FrameShape {
  std::uint32_t payload = 0;       ///< which of a port's payloads
  std::uint16_t header_bytes = 0;  ///< in front of the signature
  std::uint16_t length = 0;        ///< of the frame, without FCS
};

/// What buffers of a port hold once: payloads, each long enough for the longest frame, and room in front of
/// the signature for the longest headers.
struct PayloadImages {
  std::vector<std::vector<std::uint8_t>> payloads;  ///< from the signature's end on
  std::size_t most_header_bytes = 0;
};
/// Headers of one port may differ in length by this much: the buffers' spare room.
inline constexpr std::size_t kHeaderSlack = 128;

/// Refuses what no switch would forward: a group or zero source MAC, a zero destination, both the same.
Result<void> check_addresses(const FrameLayout& layout);

}  // namespace pktgen
