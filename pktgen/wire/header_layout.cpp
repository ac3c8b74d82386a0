#include "wire/header_layout.h"

#include <algorithm>

namespace pktgen {
namespace {

using enum HeaderKind;

constexpr std::array<std::size_t, kHeaderNames.size()> kBytes{14, 4, 4, 28, 20, 40, 8, 20, 8, 8, 4};

// With all of them even, a signature never begins within a word of a checksum.
static_assert(std::ranges::all_of(kBytes, [](std::size_t bytes) { return bytes % 2 == 0; }) &&
              kGreKeyBytes % 2 == 0);

constexpr Successor kEtherTypes[] = {{vlan, 0x8100},        {vlan, 0x88a8}, {vlan, 0x9100},
                                     {mpls, 0x8847},        {arp, 0x0806},  {ipv4, kEtherTypeIpv4},
                                     {ipv6, kEtherTypeIpv6}};
constexpr Successor kBehindLabels[] = {{mpls, kNotBottom}, {ipv4, 4}, {ipv6, 6}};
constexpr Successor kProtocols4[] = {{udp, 17}, {tcp, 6}, {icmp, 1}, {gre, 47}, {ipv4, 4}, {ipv6, 41}};
constexpr Successor kProtocols6[] = {{udp, 17}, {tcp, 6}, {icmp, 58}, {gre, 47}, {ipv4, 4}, {ipv6, 41}};
constexpr Successor kPorts[] = {{vxlan, 4789}};
constexpr Successor kWithinVxlan[] = {{eth, 0}};
constexpr Successor kGreTypes[] = {
    {eth, 0x6558}, {mpls, 0x8847}, {ipv4, kEtherTypeIpv4}, {ipv6, kEtherTypeIpv6}};

}  // namespace

std::size_t least_bytes(HeaderKind kind) { return kBytes[static_cast<std::size_t>(kind)]; }

std::size_t bytes_of(const Header& header) {
  const auto* const keyed = std::get_if<GreHeader>(&header);
  return least_bytes(kind_of(header)) + (keyed != nullptr && keyed->key ? kGreKeyBytes : 0);
}

std::span<const Successor> successors(HeaderKind kind) {
  switch (kind) {
    case eth:
    case vlan:
      return kEtherTypes;
    case mpls:
      return kBehindLabels;
    case ipv4:
      return kProtocols4;
    case ipv6:
      return kProtocols6;
    case udp:
      return kPorts;
    case vxlan:
      return kWithinVxlan;
    case gre:
      return kGreTypes;
    case arp:
    case tcp:
    case icmp:
      return {};
  }
  return {};
}

std::uint64_t load_bits(ByteView bytes, std::size_t first, unsigned bits) {
  std::uint64_t value = 0;
  for (std::size_t bit = first; bit < first + bits; ++bit)
    value = value << 1 | ((static_cast<std::uint64_t>(bytes[bit / 8]) >> (7 - bit % 8)) & 1);
  return value;
}

void store_bits(MutableBytes bytes, std::size_t first, unsigned bits, std::uint64_t value) {
  for (std::size_t bit = first + bits; bit-- > first; value >>= 1) {
    const unsigned mask = 0x80u >> bit % 8, old = bytes[bit / 8];
    bytes[bit / 8] = static_cast<std::uint8_t>((value & 1) != 0 ? old | mask : old & ~mask);
  }
}

}  // namespace pktgen
