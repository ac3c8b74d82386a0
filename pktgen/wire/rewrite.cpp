#include "wire/rewrite.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "wire/checksum.h"
#include "wire/header_layout.h"

namespace pktgen {
namespace {

constexpr std::uint16_t kEtherTypeOldServiceTag = 0x9100;
constexpr std::uint8_t kHopByHop = 0, kRouting = 43, kFragment = 44, kAuthentication = 51, kDestination = 60;
constexpr std::size_t kIpv4Header = 20, kIpv6Header = 40, kArpBody = 28;
constexpr int kMostTags = 4, kMostExtensions = 8;

using Address = std::array<std::uint8_t, 16>;

Address mask_of(unsigned bits) {
  Address mask{};
  for (unsigned i = 0; i < bits; ++i) mask[i / 8] = static_cast<std::uint8_t>(mask[i / 8] | 0x80u >> i % 8);
  return mask;
}

struct Prefix {
  std::size_t octets = 4;
  Address address{};
  unsigned bits = 32;
};

Result<Prefix> parse_prefix(std::string_view text) {
  const std::string_view address = text.substr(0, text.find('/'));
  Prefix prefix;
  if (address.find(':') == std::string_view::npos) {
    const auto parsed = parse_ipv4(address);
    if (!parsed) return tl::make_unexpected(parsed.error());
    std::ranges::copy(*parsed, prefix.address.begin());
  } else {
    const auto parsed = parse_ipv6(address);
    if (!parsed) return tl::make_unexpected(parsed.error());
    prefix = {.octets = 16, .address = *parsed, .bits = 128};
  }
  if (address.size() == text.size()) return prefix;
  const auto bits = parse_integer(text.substr(address.size() + 1), 0, prefix.octets * 8);
  if (!bits) return within("the prefix's length", bits.error());
  prefix.bits = static_cast<unsigned>(*bits);
  const Address mask = mask_of(prefix.bits);
  for (std::size_t i = 0; i < prefix.octets; ++i)
    if ((prefix.address[i] & ~mask[i]) != 0)
      return fail(ErrorKind::plan,
                  fmt::format("{} has bits set behind its first {}; make them zero, or leave "
                              "out /{} to mean one address",
                              in_quotes(text), prefix.bits, prefix.bits));
  return prefix;
}

/// RFC 1624 equation 3: HC' = ~(~HC + ~m + m').
void update_checksum(std::uint8_t* at, std::uint64_t change) {
  const auto old = static_cast<std::uint16_t>(~load_be16(at));
  store_be16(at, internet_checksum(old + change));
}

/// `segment` ends where the IP packet or the frame ends.
void update_transport(MutableBytes segment, std::uint8_t protocol, std::uint64_t change) {
  if (protocol == kProtocolTcp && segment.size() >= 20) return update_checksum(&segment[16], change);
  if (protocol == kIcmp6 && segment.size() >= 4) return update_checksum(&segment[2], change);
  if (protocol != kProtocolUdp || segment.size() < 8 || load_be16(&segment[6]) == 0) return;
  update_checksum(&segment[6], change);
  if (load_be16(&segment[6]) == 0) store_be16(&segment[6], 0xffff);  // RFC 768: zero means none
}

/// Where the transport header of an IPv6 packet begins, behind the extension headers of RFC 8200.
struct Transport {
  std::size_t at = 0;
  std::uint8_t protocol = 0;
  bool sums_destination = true;  // false on a route: the checksum has the last stop's address
};

std::optional<Transport> find_transport(ByteView ip) {
  Transport found{.at = kIpv6Header, .protocol = ip[6]};
  for (int i = 0; i < kMostExtensions; ++i) {
    const std::uint8_t kind = found.protocol;
    const bool is_extension = kind == kHopByHop || kind == kRouting || kind == kFragment ||
                              kind == kAuthentication || kind == kDestination;
    if (!is_extension) return found;
    if (ip.size() < found.at + 8) return std::nullopt;
    const ByteView header = ip.subspan(found.at);
    if (kind == kFragment && load_be16(&header[2]) >> 3 != 0) return std::nullopt;
    if (kind == kRouting && header[3] != 0) found.sums_destination = false;
    found.protocol = header[0];
    found.at += kind == kFragment         ? std::size_t{8}
                : kind == kAuthentication ? (header[1] + std::size_t{2}) * 4
                                          : (header[1] + std::size_t{1}) * 8;
    if (found.at > ip.size()) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

/// What changed addresses add to a checksum's sum; nothing may be added while none was changed.
struct Rewriter::Change {
  std::uint64_t sum = 0;
  bool any = false;

  Change operator+(const Change& other) const { return {sum + other.sum, any || other.any}; }
};

Result<AddressMap> parse_address_map(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    return fail(ErrorKind::plan, fmt::format("{} maps no address; write OLD=NEW, such as "
                                             "10.0.0.0/8=198.18.0.0/16 or 10.0.0.1=198.18.0.1",
                                             in_quotes(text)));
  const auto from = parse_prefix(text.substr(0, equals)), to = parse_prefix(text.substr(equals + 1));
  if (!from) return within(in_quotes(text), from.error());
  if (!to) return within(in_quotes(text), to.error());
  if (from->octets != to->octets)
    return fail(ErrorKind::plan, fmt::format("{} mixes IPv4 and IPv6, which have other headers; map each to "
                                             "its own kind",
                                             in_quotes(text)));
  return AddressMap{.octets = from->octets,
                    .from = from->address,
                    .to = to->address,
                    .from_bits = from->bits,
                    .to_bits = to->bits};
}

Rewriter::Rewriter(const Rewriting& rewriting) : dst_mac_(rewriting.dst_mac), src_mac_(rewriting.src_mac) {
  for (const AddressMap& map : rewriting.addresses)
    mappings_.push_back({.octets = map.octets,
                         .from = map.from,
                         .to = map.to,
                         .from_mask = mask_of(map.from_bits),
                         .to_mask = mask_of(map.to_bits)});
}

void Rewriter::change(std::uint8_t* address, std::size_t octets, Change& change) const {
  const auto fits = [&](const Mapping& map) {
    for (std::size_t i = 0; i < octets; ++i)
      if (((address[i] ^ map.from[i]) & map.from_mask[i]) != 0) return false;
    return map.octets == octets;
  };
  const auto map = std::ranges::find_if(mappings_, fits);
  if (map == mappings_.end()) return;
  for (std::size_t i = 0; i < octets; i += 2) {
    const std::uint16_t old = load_be16(address + i);
    const std::uint16_t mask = load_be16(&map->to_mask[i]);
    const auto now = static_cast<std::uint16_t>((load_be16(&map->to[i]) & mask) | (old & ~mask));
    if (now == old) continue;
    store_be16(address + i, now);
    change.sum += static_cast<std::uint64_t>(static_cast<std::uint16_t>(~old)) + now;
    change.any = true;
  }
}

bool Rewriter::rewrite(MutableBytes frame) const {
  std::size_t at = 12;
  if (frame.size() < at + 2) return false;
  if (dst_mac_) std::ranges::copy(*dst_mac_, frame.begin());
  if (src_mac_) std::ranges::copy(*src_mac_, frame.begin() + 6);
  if (mappings_.empty()) return false;
  std::uint16_t type = load_be16(&frame[at]);
  const auto is_tag = [&] {
    return type == kEtherTypeVlan || type == kEtherTypeServiceTag || type == kEtherTypeOldServiceTag;
  };
  for (int tags = 0; tags < kMostTags && is_tag(); ++tags) {
    at += 4;
    if (frame.size() < at + 2) return false;
    type = load_be16(&frame[at]);
  }
  const MutableBytes rest = frame.subspan(at + 2);
  if (type == kEtherTypeIpv4) return rewrite_ipv4(rest);
  if (type == kEtherTypeIpv6) return rewrite_ipv6(rest);
  return type == kEtherTypeArp && rewrite_arp(rest);
}

bool Rewriter::rewrite_ipv4(MutableBytes ip) const {
  if (ip.size() < kIpv4Header || ip[0] >> 4 != 4) return false;
  const std::size_t header = (ip[0] & 15u) * 4;
  if (header < kIpv4Header || header > ip.size()) return false;
  Change made;
  change(&ip[12], 4, made);
  change(&ip[16], 4, made);
  if (!made.any) return false;
  update_checksum(&ip[10], made.sum);
  // A length of zero is what segmentation offload leaves in a capture.
  const std::size_t said = load_be16(&ip[2]), end = said == 0 ? ip.size() : std::min(said, ip.size());
  const bool is_later_fragment = (load_be16(&ip[6]) & 0x1fff) != 0;
  if (!is_later_fragment && end > header && ip[9] != kIcmp6)
    update_transport(ip.first(end).subspan(header), ip[9], made.sum);
  return true;
}

bool Rewriter::rewrite_ipv6(MutableBytes ip) const {
  if (ip.size() < kIpv6Header || ip[0] >> 4 != 6) return false;
  Change source, destination;
  change(&ip[8], 16, source);
  change(&ip[24], 16, destination);
  const std::size_t said = load_be16(&ip[4]);  // zero: a jumbogram, or segmentation offload
  const MutableBytes packet = said == 0 ? ip : ip.first(std::min(kIpv6Header + said, ip.size()));
  const auto transport = find_transport(packet);
  if (transport) {
    const Change summed = transport->sums_destination ? source + destination : source;
    if (summed.any) update_transport(packet.subspan(transport->at), transport->protocol, summed.sum);
  }
  return source.any || destination.any;
}

bool Rewriter::rewrite_arp(MutableBytes arp) const {
  // RFC 826: hardware Ethernet, protocol IPv4, addresses of 6 and 4 bytes.
  if (arp.size() < kArpBody || load_be16(&arp[0]) != 1 || load_be16(&arp[2]) != kEtherTypeIpv4 ||
      load_be16(&arp[4]) != 0x0604)
    return false;
  Change made;
  change(&arp[14], 4, made);
  change(&arp[24], 4, made);
  return made.any;
}

}  // namespace pktgen
