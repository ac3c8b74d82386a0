#pragma once
#include <cstddef>
#include <vector>

#include "base/bytes.h"
#include "wire/frame.h"

namespace pktgen {

/// Who a port is for those who ask.
struct LocalAddresses {
  MacAddress mac{};
  std::vector<Ipv4Address> ipv4{};
  std::vector<Ipv6Address> ipv6{};
};

/// A neighbour advertisement behind two tags: no other answer is longer than 60 bytes and than its question.
inline constexpr std::size_t kLongestAdvertisement = 94;

/// Writes the answer to a frame that asks for one of our addresses, both without FCS, and returns its length;
/// 0: no answer, and `reply` is as it was. Answered are, untagged or with the same one or two VLAN tags:
/// - ARP requests (RFC 826), probes too (RFC 5227), sent to the sender hardware address that they tell;
/// - IPv6 neighbour solicitations to a unicast address of ours or to the solicited-node address (RFC 4861
///   sections 7.1.1 and 7.2.4): override set, solicited unless the source is unspecified, target link-layer
///   address given, sent to the source link-layer address that was told, else to the source MAC;
/// - ICMP echo requests (RFC 792) and ICMPv6 ones (RFC 4443 section 4.1) to unicast addresses, echoed byte
/// for
///   byte, with DSCP kept, ECN cleared, and a hop limit of 64.
/// Not answered is all else: what is not for us at MAC and IP, cut short, wrong in a checksum or a length, a
/// fragment, with IPv4 options or IPv6 extension headers, from a group, loopback, unspecified or own address,
/// and what would not fit into `reply`. Short answers are padded with zeros to 60 bytes. Allocates nothing;
/// `reply` must not overlap `frame`, and need not be longer than the frame or `kLongestAdvertisement`.
std::size_t answer(const LocalAddresses& own, ByteView frame, MutableBytes reply);

}  // namespace pktgen
