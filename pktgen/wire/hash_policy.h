#pragma once
#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace pktgen {

/// How the members of a LAG are chosen for frames: by a hash of headers, or in turn.
///
/// Those of Linux are drivers/net/bonding/bond_main.c of kernels since 5.18 on a little-endian machine
/// (before, layer2+3 dropped its lowest bit too); a tag is held apart there and its EtherType is that behind
/// it. Those of DPDK are drivers/net/bonding/rte_eth_bond_pmd.c.
enum class HashPolicy : std::uint8_t {
  layer2,       ///< Linux: last bytes of the MAC addresses, and the EtherType
  layer2_3,     ///< Linux: that and the IP addresses
  layer3_4,     ///< Linux: IP addresses and ports, without the lowest bit of their hash
  vlan_srcmac,  ///< Linux: VLAN and source MAC address
  dpdk_l2,      ///< DPDK: MAC addresses
  dpdk_l23,     ///< DPDK: MAC and IP addresses
  dpdk_l34,     ///< DPDK: IP addresses and ports
  crc32,        ///< a switch that hashes all of it well: MACs, VLAN, IP addresses, flow label, ports
  round_robin,  ///< each frame takes the next member
};

/// "layer3+4", "dpdk-l34", "round-robin" ...
std::string_view name_of(HashPolicy policy);

/// Of such a name; fails (plan), naming the nearest.
Result<HashPolicy> parse_hash_policy(std::string_view text);

/// What a policy makes of a frame's headers: the member is this modulo the number of members. Fragments and
/// what is neither TCP nor UDP have no ports; what isn't IP is hashed by its Ethernet header alone.
/// `round_robin` gives zero, for it looks at no header.
std::uint32_t hash_of(HashPolicy policy, ByteView frame);

}  // namespace pktgen
