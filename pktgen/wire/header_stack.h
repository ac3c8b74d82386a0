#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/units.h"
#include "wire/frame.h"

namespace pktgen {

/// The headers a frame may have. What one header says of the next (EtherType, protocol, lengths, checksums,
/// bottom of the label stack) isn't asked: it follows from the stack.
struct EthernetHeader {
  MacAddress dst{}, src{};
  friend bool operator==(const EthernetHeader&, const EthernetHeader&) = default;
};
struct VlanTag {
  std::uint16_t id = 0;       ///< 0..4094; 0: a priority tag
  std::uint8_t priority = 0;  ///< 0..7
  bool drop_eligible = false;
  std::uint16_t tpid = 0x8100;  ///< 0x88a8 for the outer tag of QinQ (IEEE 802.1ad), 0x9100 before that
  friend bool operator==(const VlanTag&, const VlanTag&) = default;
};
struct MplsLabel {
  std::uint32_t label = 16;  ///< 20 bits; 0..15 are reserved (RFC 3032)
  std::uint8_t traffic_class = 0, ttl = 64;
  friend bool operator==(const MplsLabel&, const MplsLabel&) = default;
};
struct ArpMessage {
  std::uint16_t operation = 1;  ///< 1 request, 2 reply
  MacAddress sender_mac{}, target_mac{};
  Ipv4Address sender_ip{}, target_ip{};
  friend bool operator==(const ArpMessage&, const ArpMessage&) = default;
};
struct Ipv4Header {
  Ipv4Address src{}, dst{};
  std::uint8_t dscp = 0, ecn = 0, ttl = 64;
  std::uint16_t identification = 0;
  bool dont_fragment = false;
  friend bool operator==(const Ipv4Header&, const Ipv4Header&) = default;
};
struct Ipv6Header {
  Ipv6Address src{}, dst{};
  std::uint8_t dscp = 0, ecn = 0, hop_limit = 64;
  std::uint32_t flow_label = 0;  ///< 20 bits
  friend bool operator==(const Ipv6Header&, const Ipv6Header&) = default;
};
struct UdpHeader {
  std::uint16_t src_port = 0xc020, dst_port = 7;  // RFC 2544 appendix C.2.6.4.6
  friend bool operator==(const UdpHeader&, const UdpHeader&) = default;
};
struct TcpHeader {
  std::uint16_t src_port = 0xc020, dst_port = 7;
  std::uint32_t sequence = 0, acknowledgement = 0;
  std::uint8_t flags = 0x10;  ///< FIN 1, SYN 2, RST 4, PSH 8, ACK 16, URG 32, ECE 64, CWR 128
  std::uint16_t window = 65535;
  friend bool operator==(const TcpHeader&, const TcpHeader&) = default;
};
struct IcmpEcho {  ///< ICMP over IPv4, ICMPv6 over IPv6
  bool is_reply = false;
  std::uint16_t identifier = 0, sequence = 0;
  friend bool operator==(const IcmpEcho&, const IcmpEcho&) = default;
};
struct VxlanHeader {      ///< behind UDP; its port is what the UDP header says, 4789 is what readers look for
  std::uint32_t vni = 0;  ///< 24 bits
  friend bool operator==(const VxlanHeader&, const VxlanHeader&) = default;
};
struct GreHeader {
  std::optional<std::uint32_t> key{};
  friend bool operator==(const GreHeader&, const GreHeader&) = default;
};

using Header = std::variant<EthernetHeader, VlanTag, MplsLabel, ArpMessage, Ipv4Header, Ipv6Header, UdpHeader,
                            TcpHeader, IcmpEcho, VxlanHeader, GreHeader>;
using HeaderStack = std::vector<Header>;

/// The bytes between the signature and the FCS.
struct PayloadSpec {
  enum class Kind : std::uint8_t { counter, zeros, ones, random, prbs31, pattern, file };
  Kind kind = Kind::counter;          ///< RFC 2544 appendix C.2.6.4.7: 0, 1, 2 … from the signature's end
  std::uint64_t seed = 1;             ///< of `random`
  std::vector<std::uint8_t> bytes{};  ///< of `pattern` and `file`: repeated to the frame's end
  std::string file{};                 ///< of `file`: its name, for whoever reads its bytes
  friend bool operator==(const PayloadSpec&, const PayloadSpec&) = default;
};

/// A field that can be changed from frame to frame. "ipv4.src", "udp.dst_port", "vlan.id"; the second header
/// of a kind from the front is "ipv4[2].src". At most the last 64 bits of a field are changed.
struct Field {
  std::string name;
  std::size_t at = 0;      ///< of the byte that holds the field's first bit
  unsigned first_bit = 0;  ///< within that byte, 0 is the most significant
  unsigned bits = 0;       ///< 1..128

  std::size_t begin_bit() const { return at * 8 + first_bit; }  ///< counted from the frame's first bit
  std::size_t end_bit() const { return begin_bit() + bits; }    ///< the one behind its last
};

/// A checksum in the headers and which bytes it covers (RFC 1071).
struct ChecksumField {
  std::size_t at = 0;  ///< where its 16 bits lie
  /// Byte ranges [from, to) whose 16-bit words are summed, beginning at even offsets of the sum, the checksum
  /// itself among them; a pseudo header's addresses are ranges like any other, its constant part is in the
  /// template's checksum already.
  std::vector<std::array<std::size_t, 2>> covers{};
  bool zero_means_none = false;  ///< UDP: a sum of zero is sent as 0xffff (RFC 768)
};

/// A frame of one stack and size, without FCS, with all lengths and checksums right and a signature of
/// sequence 0. The signature is the first 18 bytes after the last header. All headers have an even length, so
/// it begins at an even offset of each checksum's cover and its constant sum keeps them right whatever is
/// stamped. VXLAN over IPv4 has no outer UDP checksum (RFC 7348 section 5); over IPv6 it has.
struct BuiltFrame {
  std::vector<std::uint8_t> bytes{};
  std::size_t signature_at = 0;
  std::vector<Field> fields{};             ///< from the front
  std::vector<ChecksumField> checksums{};  ///< an inner one before the outer that covers it
};

/// Refuses (plan) what is no frame: no Ethernet header in front, a header that can't follow the one before, a
/// value beyond its field, more headers than the largest frame holds. Says which header, by its place from
/// the front: "header 2 (tcp): ...".
Result<void> check_stack(const HeaderStack& stack);

/// All headers' bytes, where the signature lies.
std::size_t header_bytes(const HeaderStack& stack);

/// The smallest frame that holds headers, signature and FCS, never below 64.
FrameBytes smallest_frame(const HeaderStack& stack);

/// `size` must not be below `smallest_frame`, and the stack must be one that `check_stack` takes. Without a
/// signature the payload begins where it would be.
BuiltFrame build_frame(const HeaderStack& stack, FrameBytes size, const PayloadSpec& payload,
                       bool is_signed = true);

/// The headers of a frame as far as they are known, the opposite of `build_frame`: what a stack can't say
/// ends it (a fragment's rest, an IPv6 extension, GRE with a checksum); options of IPv4 are passed over.
/// VXLAN is what goes to UDP port 4789; behind the last MPLS label the first four bits say which IP (RFC 4928
/// section 3). Fails (port) for a frame that ends within a header, saying in which.
Result<HeaderStack> parse_headers(ByteView frame);

/// Where the headers of a frame end, as far as they are known: where `build_frame` would put a signature.
/// Zero for a frame that ends within a header. Allocates nothing.
std::size_t headers_end(ByteView frame);

/// "eth / vlan 7 / ipv4 198.18.0.1 > 198.19.0.1 / udp 49184 > 7", for people.
std::string describe(const HeaderStack& stack);

}  // namespace pktgen
