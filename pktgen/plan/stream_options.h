#pragma once
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "plan/plan.h"

namespace pktgen {

/// The stream of a `send` that is told nothing: UDP over IPv4, frames of 64 bytes, all of the line.
StreamSpec default_stream();

/// Where an option's value lies: in the first header from the front that is one of these.
struct HeaderPlace {
  std::string_view header, key;
};
inline constexpr HeaderPlace kSrcIp[] = {{"ipv4", "src"}, {"ipv6", "src"}};
inline constexpr HeaderPlace kDstIp[] = {{"ipv4", "dst"}, {"ipv6", "dst"}};
inline constexpr HeaderPlace kSrcPort[] = {{"udp", "src_port"}, {"tcp", "src_port"}};
inline constexpr HeaderPlace kDstPort[] = {{"udp", "dst_port"}, {"tcp", "dst_port"}};
inline constexpr HeaderPlace kDscp[] = {{"ipv4", "dscp"}, {"ipv6", "dscp"}};
inline constexpr HeaderPlace kTtl[] = {{"ipv4", "ttl"}, {"ipv6", "hop_limit"}};
inline constexpr HeaderPlace kTcpFlags[] = {{"tcp", "flags"}};
inline constexpr HeaderPlace kVlanId[] = {{"vlan", "id"}};
inline constexpr HeaderPlace kVlanPriority[] = {{"vlan", "priority"}};

/// Sets the value. Fails (plan) for one that can't be, and for a stack without such a header.
Result<void> store_in_headers(HeaderStack& stack, std::span<const HeaderPlace> places, std::string_view text);
/// The value as the command line has it; empty for a stack without such a header.
std::string print_in_headers(const HeaderStack& stack, std::span<const HeaderPlace> places);

/// The VLAN id (or priority), in a tag behind the Ethernet header if the stack has none.
Result<void> store_vlan(HeaderStack& stack, std::string_view text,
                        std::span<const HeaderPlace> place = kVlanId);

/// Modifiers with blanks between; the nth draws from the plan's seed and n.
Result<void> store_modifiers(Plan& plan, std::string_view text);
std::string print_modifiers(const StreamSpec& stream);

}  // namespace pktgen
