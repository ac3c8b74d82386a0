#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "wire/frame.h"

namespace pktgen {

/// Addresses of one prefix that become those of another: the first `to_bits` bits are those of `to`, the
/// others stay as they are. IPv4 addresses lie in the first four bytes.
struct AddressMap {
  std::size_t octets = 4;  ///< 4: IPv4, 16: IPv6
  std::array<std::uint8_t, 16> from{}, to{};
  unsigned from_bits = 32, to_bits = 32;
};

/// "10.0.0.0/8=198.18.0.0/16" (10.1.2.3 becomes 198.18.2.3), "10.0.0.1=198.18.0.1", "fd00::/16=2001:2::/48".
/// Fails (plan) for anything else, for IPv4 mixed with IPv6, and for bits set behind a prefix.
Result<AddressMap> parse_address_map(std::string_view text);

/// What is changed in each frame.
struct Rewriting {
  std::optional<MacAddress> dst_mac{}, src_mac{};
  std::vector<AddressMap> addresses{};  ///< of sources and destinations alike; the first that fits counts
};

/// Changes frames, behind up to four VLAN tags too. What an address does to a checksum is added to it
/// (RFC 1624 equation 3): a checksum that was wrong stays wrong by as much. Left as they are: addresses
/// within payloads (ICMP errors, neighbour discovery), tunnels, IPv4 source routes, and the MACs that ARP
/// tells.
class Rewriter {
 public:
  explicit Rewriter(const Rewriting& rewriting);

  /// Whether an IP address was changed. MACs; the addresses of IPv4, IPv6 and ARP; the checksums of IPv4, UDP
  /// (a zero, which means none, stays), TCP and ICMPv6, unless the frame is a fragment without their header.
  bool rewrite(MutableBytes frame) const;

 private:
  struct Mapping {
    std::size_t octets = 4;
    std::array<std::uint8_t, 16> from{}, to{}, from_mask{}, to_mask{};
  };
  struct Change;
  void change(std::uint8_t* address, std::size_t octets, Change& change) const;
  bool rewrite_ipv4(MutableBytes ip) const;
  bool rewrite_ipv6(MutableBytes ip) const;
  bool rewrite_arp(MutableBytes arp) const;

  std::optional<MacAddress> dst_mac_, src_mac_;
  std::vector<Mapping> mappings_;
};

}  // namespace pktgen
