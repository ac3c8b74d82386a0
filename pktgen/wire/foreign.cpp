#include "wire/foreign.h"

#include "wire/frame.h"

#include <algorithm>

namespace pktgen {
namespace {

constexpr std::array<std::uint8_t, 6> kSpanningTreeMac{0x01, 0x80, 0xc2, 0x00, 0x00, 0x00};
constexpr std::uint16_t kEtherTypeLldp = 0x88cc;
constexpr std::uint8_t kRouterSolicitation = 133, kRedirect = 137;

/// RFC 4861: ICMPv6 types 133 to 137. `ip` starts at the IPv6 header.
bool is_neighbour_discovery(ByteView ip) {
  return ip.size() > 40 && ip[6] == kIcmp6 && ip[40] >= kRouterSolicitation && ip[40] <= kRedirect;
}

}  // namespace

std::string_view name_of(Foreign kind) {
  constexpr std::array<std::string_view, kForeignKinds> kNames{"lldp",    "stp",   "arp",  "ipv6_nd",
                                                               "damaged", "stale", "other"};
  return kNames[static_cast<std::size_t>(kind)];
}

Foreign classify_foreign(ByteView frame) {
  if (frame.size() < 14) return Foreign::other;
  std::size_t at = 12;
  std::uint16_t type = load_be16(&frame[at]);
  for (int tags = 0; tags < 2 && (type == kEtherTypeVlan || type == kEtherTypeServiceTag); ++tags) {
    at += 4;
    if (frame.size() < at + 2) return Foreign::other;
    type = load_be16(&frame[at]);
  }
  if (type == kEtherTypeLldp) return Foreign::lldp;
  if (type == kEtherTypeArp) return Foreign::arp;
  if (std::ranges::equal(frame.first(6), kSpanningTreeMac)) return Foreign::stp;
  if (type == kEtherTypeIpv6 && is_neighbour_discovery(frame.subspan(at + 2))) return Foreign::ipv6_nd;
  return Foreign::other;
}

}  // namespace pktgen
