#pragma once
#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "base/bytes.h"
#include "wire/header_stack.h"

namespace pktgen {

/// Which header, in the order of the variant.
enum class HeaderKind : std::uint8_t { eth, vlan, mpls, arp, ipv4, ipv6, udp, tcp, icmp, vxlan, gre };
inline constexpr std::array<std::string_view, std::variant_size_v<Header>> kHeaderNames{
    "eth", "vlan", "mpls", "arp", "ipv4", "ipv6", "udp", "tcp", "icmp", "vxlan", "gre"};

inline HeaderKind kind_of(const Header& header) { return static_cast<HeaderKind>(header.index()); }
inline std::string_view name_of(HeaderKind kind) { return kHeaderNames[static_cast<std::size_t>(kind)]; }

/// Bytes of a header without options; of GRE without a key, which has `kGreKeyBytes`.
std::size_t least_bytes(HeaderKind kind);
inline constexpr std::size_t kGreKeyBytes = 4;
std::size_t bytes_of(const Header& header);

/// The IP protocol of a payload without a header, for experiments (RFC 3692 section 2.1); the EtherType of
/// one is `kEtherTypeExperimental`.
inline constexpr std::uint16_t kProtocolExperimental = 253;
inline constexpr std::uint8_t kProtocolTcp = 6, kProtocolUdp = 17;

/// What may stand behind a header, and the number by which it is told: EtherType, IP protocol, UDP
/// destination port. Labels of MPLS say less (`kNotBottom`, else the first four bits behind them).
struct Successor {
  HeaderKind kind{};
  std::uint16_t number = 0;
  friend bool operator==(const Successor&, const Successor&) = default;
};
std::span<const Successor> successors(HeaderKind kind);
inline constexpr std::uint16_t kNotBottom = 16;

/// How an ARP message for Ethernet and IPv4 begins (RFC 826).
inline constexpr std::array<std::uint8_t, 6> kArpForIpv4{0, 1, 0x08, 0x00, 6, 4};

/// Bits in network order: `first` 0 is the most significant bit of the first byte. `bits` is 1 to 64.
std::uint64_t load_bits(ByteView bytes, std::size_t first, unsigned bits);
void store_bits(MutableBytes bytes, std::size_t first, unsigned bits, std::uint64_t value);

template <class H, class Wanted>
concept Is = std::same_as<std::remove_const_t<H>, Wanted>;

/// The one table of where values lie: calls visit(name, first bit, bits, value) for each that may change from
/// frame to frame. Who writes, reads, checks and names fields goes through it.
void visit_fields(Is<EthernetHeader> auto& eth, auto&& visit) {  // IEEE 802.3 clause 3.1.1
  visit("dst", 0, 48, eth.dst);
  visit("src", 48, 48, eth.src);
}
void visit_fields(Is<VlanTag> auto& vlan, auto&& visit) {  // IEEE 802.1Q clause 9.6
  visit("priority", 0, 3, vlan.priority);
  visit("drop_eligible", 3, 1, vlan.drop_eligible);
  visit("id", 4, 12, vlan.id);
}
void visit_fields(Is<MplsLabel> auto& mpls, auto&& visit) {  // RFC 3032 section 2.1, RFC 5462
  visit("label", 0, 20, mpls.label);
  visit("traffic_class", 20, 3, mpls.traffic_class);
  visit("ttl", 24, 8, mpls.ttl);
}
void visit_fields(Is<ArpMessage> auto& arp, auto&& visit) {  // RFC 826
  visit("operation", 48, 16, arp.operation);
  visit("sender_mac", 64, 48, arp.sender_mac);
  visit("sender_ip", 112, 32, arp.sender_ip);
  visit("target_mac", 144, 48, arp.target_mac);
  visit("target_ip", 192, 32, arp.target_ip);
}
void visit_fields(Is<Ipv4Header> auto& ip, auto&& visit) {  // RFC 791 section 3.1, RFC 2474, RFC 3168
  visit("dscp", 8, 6, ip.dscp);
  visit("ecn", 14, 2, ip.ecn);
  visit("identification", 32, 16, ip.identification);
  visit("dont_fragment", 49, 1, ip.dont_fragment);
  visit("ttl", 64, 8, ip.ttl);
  visit("src", 96, 32, ip.src);
  visit("dst", 128, 32, ip.dst);
}
void visit_fields(Is<Ipv6Header> auto& ip, auto&& visit) {  // RFC 8200 section 3
  visit("dscp", 4, 6, ip.dscp);
  visit("ecn", 10, 2, ip.ecn);
  visit("flow_label", 12, 20, ip.flow_label);
  visit("hop_limit", 56, 8, ip.hop_limit);
  visit("src", 64, 128, ip.src);
  visit("dst", 192, 128, ip.dst);
}
void visit_fields(Is<UdpHeader> auto& udp, auto&& visit) {  // RFC 768
  visit("src_port", 0, 16, udp.src_port);
  visit("dst_port", 16, 16, udp.dst_port);
}
void visit_fields(Is<TcpHeader> auto& tcp, auto&& visit) {  // RFC 9293 section 3.1
  visit("src_port", 0, 16, tcp.src_port);
  visit("dst_port", 16, 16, tcp.dst_port);
  visit("sequence", 32, 32, tcp.sequence);
  visit("acknowledgement", 64, 32, tcp.acknowledgement);
  visit("flags", 104, 8, tcp.flags);
  visit("window", 112, 16, tcp.window);
}
void visit_fields(Is<IcmpEcho> auto& icmp, auto&& visit) {  // RFC 792, RFC 4443 section 4
  visit("identifier", 32, 16, icmp.identifier);
  visit("sequence", 48, 16, icmp.sequence);
}
void visit_fields(Is<VxlanHeader> auto& vxlan, auto&& visit) {  // RFC 7348 section 5
  visit("vni", 32, 24, vxlan.vni);
}
void visit_fields(Is<GreHeader> auto& gre, auto&& visit) {  // RFC 2784, RFC 2890
  if (gre.key) visit("key", 32, 32, *gre.key);
}

}  // namespace pktgen
