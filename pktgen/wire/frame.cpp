#include "wire/frame.h"

#include <algorithm>
#include <cassert>

#include "wire/checksum.h"
#include "wire/signature.h"

namespace pktgen {
namespace {

constexpr std::size_t kEthernetHeader = 14, kVlanTag = 4, kIpv4Header = 20, kIpv6Header = 40, kUdpHeader = 8;
constexpr std::uint8_t kProtocolUdp = 17, kHops = 64;

std::size_t header_bytes(Stack stack, bool tagged) {
  const std::size_t ethernet = kEthernetHeader + (tagged ? kVlanTag : 0);
  switch (stack) {
    case Stack::udp4:
      return ethernet + kIpv4Header + kUdpHeader;
    case Stack::udp6:
      return ethernet + kIpv6Header + kUdpHeader;
    case Stack::eth:
      return ethernet;
  }
  return ethernet;
}

std::uint16_t ether_type(Stack stack) {
  switch (stack) {
    case Stack::udp4:
      return kEtherTypeIpv4;
    case Stack::udp6:
      return kEtherTypeIpv6;
    case Stack::eth:
      return kEtherTypeExperimental;
  }
  return kEtherTypeExperimental;
}

/// Writes the Ethernet header and tag; returns their length.
std::size_t write_ethernet(const FrameLayout& layout, MutableBytes frame) {
  std::ranges::copy(layout.dst_mac, frame.begin());
  std::ranges::copy(layout.src_mac, frame.begin() + 6);
  std::size_t at = 12;
  if (layout.vlan) {
    store_be16(&frame[at], kEtherTypeVlan);
    store_be16(&frame[at + 2], *layout.vlan);
    at += kVlanTag;
  }
  store_be16(&frame[at], ether_type(layout.stack));
  return at + 2;
}

/// RFC 791. `ip` starts at the header and ends with the datagram.
void write_ipv4(const FrameLayout& layout, MutableBytes ip) {
  ip[0] = 0x45;
  store_be16(&ip[2], static_cast<std::uint16_t>(ip.size()));
  ip[8] = kHops;
  ip[9] = kProtocolUdp;
  std::ranges::copy(layout.src_ipv4, ip.begin() + 12);
  std::ranges::copy(layout.dst_ipv4, ip.begin() + 16);
  store_be16(&ip[10], internet_checksum(ones_complement_add(0, ip.first(kIpv4Header))));
}

/// RFC 8200. `ip` starts at the header and ends with the datagram.
void write_ipv6(const FrameLayout& layout, MutableBytes ip) {
  ip[0] = 0x60;
  store_be16(&ip[4], static_cast<std::uint16_t>(ip.size() - kIpv6Header));
  ip[6] = kProtocolUdp;
  ip[7] = kHops;
  std::ranges::copy(layout.src_ipv6, ip.begin() + 8);
  std::ranges::copy(layout.dst_ipv6, ip.begin() + 24);
}

/// RFC 768 and 8200 section 8.1. `udp` holds the payload already; `addresses` are both IP addresses.
void write_udp(const FrameLayout& layout, MutableBytes udp, ByteView addresses) {
  store_be16(&udp[0], layout.src_port);
  store_be16(&udp[2], layout.dst_port);
  store_be16(&udp[4], static_cast<std::uint16_t>(udp.size()));
  std::uint64_t sum = ones_complement_add(0, addresses);
  sum += kProtocolUdp + udp.size();
  const std::uint16_t checksum = internet_checksum(ones_complement_add(sum, udp));
  store_be16(&udp[6], checksum == 0 ? 0xffff : checksum);  // zero would mean that there is none
}

}  // namespace

std::string_view name_of(Stack stack) {
  switch (stack) {
    case Stack::udp4:
      return "udp4";
    case Stack::udp6:
      return "udp6";
    case Stack::eth:
      return "eth";
  }
  return "?";
}

std::size_t signature_offset(Stack stack, bool tagged) { return header_bytes(stack, tagged); }

std::uint64_t overhead_bytes(Stack stack, bool tagged) { return header_bytes(stack, tagged) + kFcs; }

FrameBytes smallest_frame(Stack stack, bool tagged) {
  return std::max(kSmallestFrame, FrameBytes{header_bytes(stack, tagged) + kSignatureBytes + kFcs});
}

FrameTemplate make_template(const FrameLayout& layout, FrameBytes size) {
  const bool tagged = layout.vlan.has_value();
  assert(size >= smallest_frame(layout.stack, tagged));
  FrameTemplate made{.bytes = std::vector<std::uint8_t>(without_fcs(size).count),
                     .signature_at = signature_offset(layout.stack, tagged)};
  const MutableBytes frame(made.bytes);
  const MutableBytes payload = frame.subspan(made.signature_at + kSignatureBytes);
  for (std::size_t i = 0; i < payload.size(); ++i) payload[i] = static_cast<std::uint8_t>(i);
  stamp(&frame[made.signature_at], {});

  const MutableBytes ip = frame.subspan(write_ethernet(layout, frame));
  if (layout.stack == Stack::udp4) {
    write_ipv4(layout, ip);
    write_udp(layout, ip.subspan(kIpv4Header), ip.subspan(12, 8));
  } else if (layout.stack == Stack::udp6) {
    write_ipv6(layout, ip);
    write_udp(layout, ip.subspan(kIpv6Header), ip.subspan(8, 32));
  }
  return made;
}

Result<void> check_addresses(const FrameLayout& layout) {
  const auto is_zero = [](const MacAddress& mac) { return mac == MacAddress{}; };
  if (is_zero(layout.src_mac) || (layout.src_mac[0] & 1) != 0)
    return fail(ErrorKind::plan,
                "src-mac is a group or zero address, which no device forwards; use a unicast one like "
                "02:00:00:00:00:01");
  if (is_zero(layout.dst_mac))
    return fail(ErrorKind::plan, "dst-mac is zero; give the address of the far port or of the router");
  if (layout.src_mac == layout.dst_mac)
    return fail(ErrorKind::plan, "src-mac and dst-mac are the same, which no switch forwards; change one");
  return {};
}

}  // namespace pktgen
