#include "wire/hash_policy.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "base/text.h"
#include "wire/ethernet_crc.h"
#include "wire/frame.h"
#include "wire/header_layout.h"

namespace pktgen {
namespace {

constexpr std::pair<std::string_view, HashPolicy> kNames[] = {
    {"layer2", HashPolicy::layer2},          {"layer2+3", HashPolicy::layer2_3},
    {"layer3+4", HashPolicy::layer3_4},      {"vlan+srcmac", HashPolicy::vlan_srcmac},
    {"dpdk-l2", HashPolicy::dpdk_l2},        {"dpdk-l23", HashPolicy::dpdk_l23},
    {"dpdk-l34", HashPolicy::dpdk_l34},      {"crc32", HashPolicy::crc32},
    {"round-robin", HashPolicy::round_robin}};

constexpr std::size_t kPortBytes = 4;

/// Where the headers lie that policies look at.
struct Headers {
  std::uint16_t vlan = 0;  // of the outer tag
  std::uint16_t ether_type = 0;
  ByteView source{}, destination{}, flow_label{}, ports{};  // empty: there is none
};

void find_ports(Headers& headers, ByteView behind, std::uint8_t protocol) {
  if ((protocol == kProtocolTcp || protocol == kProtocolUdp) && behind.size() >= kPortBytes)
    headers.ports = behind.first(kPortBytes);
}

void find_ip(Headers& headers, ByteView ip) {
  constexpr std::size_t kIpv4 = 20, kIpv6 = 40;
  if (headers.ether_type == kEtherTypeIpv4 && ip.size() >= kIpv4) {
    headers.source = ip.subspan(12, 4);
    headers.destination = ip.subspan(16, 4);
    const std::size_t length = (ip[0] & 15u) * 4;
    const bool is_fragment = (load_be16(&ip[6]) & 0x3fff) != 0;
    if (!is_fragment && ip.size() >= length) find_ports(headers, ip.subspan(length), ip[9]);
  } else if (headers.ether_type == kEtherTypeIpv6 && ip.size() >= kIpv6) {
    headers.source = ip.subspan(8, 16);
    headers.destination = ip.subspan(24, 16);
    headers.flow_label = ip.subspan(1, 3);
    find_ports(headers, ip.subspan(kIpv6), ip[6]);
  }
}

Headers headers_of(ByteView frame) {
  constexpr std::size_t kMostTags = 2;
  Headers headers;
  std::size_t at = 12;
  headers.ether_type = load_be16(&frame[at]);
  for (std::size_t tag = 0; tag < kMostTags && frame.size() >= at + 6; ++tag) {
    if (headers.ether_type != kEtherTypeVlan && headers.ether_type != kEtherTypeServiceTag) break;
    if (tag == 0) headers.vlan = load_be16(&frame[at + 2]) & 0x0fff;
    at += 4;
    headers.ether_type = load_be16(&frame[at]);
  }
  find_ip(headers, frame.subspan(at + 2));
  return headers;
}

/// The exclusive or of the words, each as a little-endian machine reads it.
std::uint32_t words32(ByteView bytes) {
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) all ^= static_cast<std::uint32_t>(bytes[i]) << (i % 4 * 8);
  return all;
}
std::uint32_t words16(ByteView bytes) {
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) all ^= static_cast<std::uint32_t>(bytes[i]) << (i % 2 * 8);
  return all;
}

std::uint32_t folded(std::uint32_t hash) {
  hash ^= hash >> 16;
  return hash ^ hash >> 8;
}

std::uint32_t addresses(const Headers& headers) {
  return words32(headers.source) ^ words32(headers.destination);
}

/// bond_eth_hash()
std::uint32_t linux_ethernet(ByteView frame, const Headers& headers) {
  return static_cast<std::uint32_t>(frame[5] ^ frame[11]) ^ headers.ether_type;
}

/// bond_vlan_srcmac_hash()
std::uint32_t linux_vlan_and_source(ByteView frame, const Headers& headers) {
  const auto half = [&](std::size_t at) {
    return static_cast<std::uint32_t>(frame[at]) << 16 | load_be16(&frame[at + 1]);
  };
  return headers.vlan ^ half(6) ^ half(9);
}

std::uint32_t crc_of_all(ByteView frame, const Headers& headers) {
  std::array<std::uint8_t, 64> all{};  // MAC addresses, VLAN, two IPv6 addresses, flow label and ports are 53
  auto end = std::ranges::copy(frame.first(12), all.begin()).out;
  *end++ = static_cast<std::uint8_t>(headers.vlan >> 8);
  *end++ = static_cast<std::uint8_t>(headers.vlan);
  for (const ByteView part : {headers.source, headers.destination, headers.ports})
    end = std::ranges::copy(part, end).out;
  if (!headers.flow_label.empty()) {
    *end++ = headers.flow_label[0] & 15;  // the upper half is of the traffic class
    end = std::ranges::copy(headers.flow_label.subspan(1), end).out;
  }
  return ethernet_crc(ByteView(all).first(static_cast<std::size_t>(end - all.begin())));
}

}  // namespace

std::string_view name_of(HashPolicy policy) {
  const auto* const found = std::ranges::find(kNames, policy, [](const auto& name) { return name.second; });
  return found == std::end(kNames) ? "?" : found->first;
}

Result<HashPolicy> parse_hash_policy(std::string_view text) {
  std::vector<std::string_view> names;
  for (const auto& [name, policy] : kNames) {
    if (name == text) return policy;
    names.push_back(name);
  }
  return fail(ErrorKind::plan, fmt::format("there is no policy {}; the nearest is {}, of these: {}",
                                           in_quotes(text), nearest(text, names), join(names, ", ")));
}

std::uint32_t hash_of(HashPolicy policy, ByteView frame) {
  constexpr std::size_t kEthernet = 14;
  if (frame.size() < kEthernet || policy == HashPolicy::round_robin) return 0;
  const Headers headers = headers_of(frame);
  const bool is_ip = !headers.source.empty();
  switch (policy) {
    case HashPolicy::layer2_3:
      if (is_ip) return folded(linux_ethernet(frame, headers) ^ addresses(headers));
      return linux_ethernet(frame, headers);
    case HashPolicy::layer3_4:
      if (is_ip) return folded(words32(headers.ports) ^ addresses(headers)) >> 1;
      return linux_ethernet(frame, headers);
    case HashPolicy::layer2:
      return linux_ethernet(frame, headers);
    case HashPolicy::vlan_srcmac:
      return linux_vlan_and_source(frame, headers);
    case HashPolicy::dpdk_l2: {
      const std::uint32_t hash = words16(frame.first(12));
      return hash ^ hash >> 8;
    }
    case HashPolicy::dpdk_l23:
      return folded(words16(frame.first(12)) ^ addresses(headers));
    case HashPolicy::dpdk_l34:
      return folded(words16(headers.ports) ^ addresses(headers));
    case HashPolicy::crc32:
      return crc_of_all(frame, headers);
    case HashPolicy::round_robin:
      break;
  }
  return 0;
}

}  // namespace pktgen
