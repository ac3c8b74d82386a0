#include "wire/responder.h"

#include <algorithm>
#include <array>
#include <optional>

#include "wire/checksum.h"

namespace pktgen {
namespace {

constexpr std::size_t kLeastFrame = 60, kArpBytes = 28, kIpv4Bytes = 20, kIpv6Bytes = 40, kEchoBytes = 8;
constexpr std::uint8_t kIcmp = 1, kHopLimit = 64, kOnLinkHopLimit = 255;
constexpr MacAddress kBroadcast{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, kAllNodesMac{0x33, 0x33, 0, 0, 0, 1};
constexpr Ipv6Address kAllNodes{0xff, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

/// A frame taken apart.
struct Asked {
  ByteView link;  ///< both MACs, tags, EtherType
  std::uint16_t type = 0;
  ByteView body;  ///< with padding

  ByteView to() const { return link.first(6); }
  ByteView from() const { return link.subspan(6, 6); }
};

std::optional<Asked> take_apart(ByteView frame) {
  constexpr std::size_t kTagBytes = 4, kMostTags = 2;
  for (std::size_t tags = 0, end = 14; tags <= kMostTags && frame.size() >= end; ++tags, end += kTagBytes) {
    const std::uint16_t type = load_be16(&frame[end - 2]);
    if (type != kEtherTypeVlan && type != kEtherTypeServiceTag)
      return Asked{frame.first(end), type, frame.subspan(end)};
  }
  return std::nullopt;
}

bool same(ByteView a, ByteView b) { return std::ranges::equal(a, b); }
bool is_zero(ByteView bytes) {
  return std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0; });
}
bool is_ours(const auto& addresses, ByteView address) {
  return std::ranges::any_of(addresses, [address](const auto& own) { return same(own, address); });
}

/// A MAC that an answer may go to: of one station, and not our own.
bool is_somebody(const LocalAddresses& own, ByteView mac) {
  return (mac[0] & 1) == 0 && !is_zero(mac) && !same(mac, own.mac);
}

/// A source that an answer may go to.
bool is_other_ipv4(const LocalAddresses& own, ByteView address) {
  constexpr std::uint8_t kThisNetwork = 0, kLoopback = 127, kFirstGroup = 224;
  return address[0] != kThisNetwork && address[0] != kLoopback && address[0] < kFirstGroup &&
         !is_ours(own.ipv4, address);
}
bool is_other_ipv6(const LocalAddresses& own, ByteView address) {
  const bool is_unspecified_or_loopback = is_zero(address.first(15)) && address[15] <= 1;
  return address[0] != 0xff && !is_unspecified_or_loopback && !is_ours(own.ipv6, address);
}

void copy(ByteView from, std::uint8_t* to) { std::ranges::copy(from, to); }

/// The answer while it is written.
struct Reply {
  MutableBytes bytes;
  std::uint8_t* body;

  std::size_t length() const { return bytes.size(); }
};

/// The link header, and zeros behind it; nothing if it doesn't fit.
std::optional<Reply> begin_reply(const LocalAddresses& own, const Asked& asked, ByteView to,
                                 std::size_t body_bytes, MutableBytes room) {
  const std::size_t length = std::max(kLeastFrame, asked.link.size() + body_bytes);
  if (room.size() < length) return std::nullopt;
  const MutableBytes bytes = room.first(length);
  copy(to, bytes.data());
  copy(own.mac, &bytes[6]);
  copy(asked.link.subspan(12), &bytes[12]);
  std::ranges::fill(bytes.subspan(asked.link.size()), std::uint8_t{0});
  return Reply{bytes, &bytes[asked.link.size()]};
}

std::size_t answer_arp(const LocalAddresses& own, const Asked& asked, MutableBytes room) {
  // Ethernet, IPv4, their lengths, request.
  constexpr std::array<std::uint8_t, 8> kRequest{0, 1, 0x08, 0x00, 6, 4, 0, 1};
  if (asked.body.size() < kArpBytes || !same(asked.body.first(8), kRequest)) return 0;
  if (!same(asked.to(), own.mac) && !same(asked.to(), kBroadcast)) return 0;
  const ByteView sender_mac = asked.body.subspan(8, 6), sender = asked.body.subspan(14, 4),
                 target = asked.body.subspan(24, 4);
  const bool is_probe = is_zero(sender);
  if (!is_somebody(own, sender_mac) || !(is_probe || is_other_ipv4(own, sender))) return 0;
  if (!is_ours(own.ipv4, target)) return 0;
  const auto reply = begin_reply(own, asked, sender_mac, kArpBytes, room);
  if (!reply) return 0;
  copy(kRequest, reply->body);
  reply->body[7] = 2;
  copy(own.mac, reply->body + 8);
  copy(target, reply->body + 14);
  copy(asked.body.subspan(8, 10), reply->body + 18);  // who asked
  return reply->length();
}

std::size_t answer_ipv4(const LocalAddresses& own, const Asked& asked, MutableBytes room) {
  constexpr std::uint8_t kVersionAndLength = 0x45, kRequest = 8;
  constexpr std::uint16_t kFragmentBits = 0x3fff, kDontFragment = 0x4000;
  const ByteView ip = asked.body;
  if (ip.size() < kIpv4Bytes + kEchoBytes || ip[0] != kVersionAndLength || ip[9] != kIcmp) return 0;
  const std::size_t length = load_be16(&ip[2]);
  if (length < kIpv4Bytes + kEchoBytes || length > ip.size()) return 0;
  if ((load_be16(&ip[6]) & kFragmentBits) != 0) return 0;
  const ByteView header = ip.first(kIpv4Bytes), message = ip.subspan(kIpv4Bytes, length - kIpv4Bytes);
  if (internet_checksum(ones_complement_add(0, header)) != 0) return 0;
  if (message[0] != kRequest || message[1] != 0 || internet_checksum(ones_complement_add(0, message)) != 0)
    return 0;
  const ByteView source = ip.subspan(12, 4), destination = ip.subspan(16, 4);
  if (!same(asked.to(), own.mac) || !is_ours(own.ipv4, destination) || !is_other_ipv4(own, source)) return 0;
  const auto reply = begin_reply(own, asked, asked.from(), length, room);
  if (!reply) return 0;
  std::uint8_t* const out = reply->body;
  out[0] = kVersionAndLength;
  out[1] = ip[1] & 0xfc;
  store_be16(out + 2, static_cast<std::uint16_t>(length));
  store_be16(out + 6, kDontFragment);
  out[8] = kHopLimit;
  out[9] = kIcmp;
  copy(destination, out + 12);
  copy(source, out + 16);
  store_be16(out + 10, internet_checksum(ones_complement_add(0, {out, kIpv4Bytes})));
  copy(message.subspan(4), out + kIpv4Bytes + 4);
  const ByteView written{out + kIpv4Bytes, message.size()};  // type 0, code 0
  store_be16(out + kIpv4Bytes + 2, internet_checksum(ones_complement_add(0, written)));
  return reply->length();
}

/// RFC 8200 section 8.1: over the pseudo header as well.
std::uint16_t icmp6_checksum(ByteView source, ByteView destination, ByteView message) {
  const std::uint64_t pseudo = ones_complement_add(ones_complement_add(0, source), destination);
  return internet_checksum(ones_complement_add(pseudo + message.size() + kIcmp6, message));
}

/// The header of a reply whose message is `length` bytes long.
void write_ipv6(std::uint8_t* out, std::size_t length, std::uint8_t hop_limit, ByteView source,
                ByteView destination) {
  out[0] = 0x60;
  store_be16(out + 4, static_cast<std::uint16_t>(length));
  out[6] = kIcmp6;
  out[7] = hop_limit;
  copy(source, out + 8);
  copy(destination, out + 24);
}

/// An ICMPv6 message whose lengths and checksum are right.
struct Message6 {
  ByteView header, source, destination, bytes;
};

std::optional<Message6> read_message(ByteView ip) {
  constexpr std::uint8_t kVersion = 6;
  if (ip.size() < kIpv6Bytes || ip[0] >> 4 != kVersion || ip[6] != kIcmp6) return std::nullopt;
  const std::size_t length = load_be16(&ip[4]);
  if (length < kEchoBytes || length > ip.size() - kIpv6Bytes) return std::nullopt;
  const Message6 message{ip.first(kIpv6Bytes), ip.subspan(8, 16), ip.subspan(24, 16),
                         ip.subspan(kIpv6Bytes, length)};
  if (icmp6_checksum(message.source, message.destination, message.bytes) != 0) return std::nullopt;
  return message;
}

std::size_t answer_echo6(const LocalAddresses& own, const Asked& asked, const Message6& message,
                         MutableBytes room) {
  constexpr std::uint8_t kReply = 129;
  if (!same(asked.to(), own.mac) || !is_ours(own.ipv6, message.destination) ||
      !is_other_ipv6(own, message.source))
    return 0;
  const auto reply = begin_reply(own, asked, asked.from(), kIpv6Bytes + message.bytes.size(), room);
  if (!reply) return 0;
  std::uint8_t* const out = reply->body;
  write_ipv6(out, message.bytes.size(), kHopLimit, message.destination, message.source);
  out[0] = message.header[0];  // the DSCP lies across two bytes
  out[1] = message.header[1] & 0xc0;
  copy(message.bytes, out + kIpv6Bytes);
  out[kIpv6Bytes] = kReply;
  store_be16(out + kIpv6Bytes + 2, 0);
  store_be16(out + kIpv6Bytes + 2,
             icmp6_checksum(message.destination, message.source, {out + kIpv6Bytes, message.bytes.size()}));
  return reply->length();
}

/// What the options of a solicitation say; nothing if one has no length or runs over the end (RFC 4861
/// section 7.1.1).
struct Options {
  ByteView source_mac{};  ///< empty: not told
};
std::optional<Options> read_options(ByteView bytes) {
  constexpr std::uint8_t kSourceLinkLayerAddress = 1;
  constexpr std::size_t kUnit = 8;
  Options options;
  while (!bytes.empty()) {
    const std::size_t length = bytes.size() < 2 ? 0 : bytes[1] * kUnit;
    if (length == 0 || length > bytes.size()) return std::nullopt;
    if (bytes[0] == kSourceLinkLayerAddress) {
      if (length != kUnit) return std::nullopt;
      options.source_mac = bytes.subspan(2, 6);
    }
    bytes = bytes.subspan(length);
  }
  return options;
}

/// Whether a solicitation for `target` came to us, at IP and at MAC: to an address of ours, or to the
/// target's solicited-node address (RFC 4291 section 2.7.1), whose MAC is that of RFC 2464 section 7.
bool came_to_us(const LocalAddresses& own, ByteView mac, ByteView destination, ByteView target) {
  if (is_ours(own.ipv6, destination)) return same(mac, own.mac);
  Ipv6Address solicited_node{0xff, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff};
  copy(target.last(3), &solicited_node[13]);
  const MacAddress group{0x33, 0x33, 0xff, target[13], target[14], target[15]};
  return same(destination, solicited_node) && (same(mac, group) || same(mac, own.mac));
}

std::size_t answer_solicitation(const LocalAddresses& own, const Asked& asked, const Message6& message,
                                MutableBytes room) {
  constexpr std::size_t kFixedBytes = 24, kAdvertisementBytes = 32;
  constexpr std::uint8_t kAdvertisement = 136, kSolicited = 0x40, kOverride = 0x20,
                         kTargetLinkLayerAddress = 2;
  if (message.header[7] != kOnLinkHopLimit || message.bytes.size() < kFixedBytes) return 0;
  const ByteView target = message.bytes.subspan(8, 16);
  const auto options = read_options(message.bytes.subspan(kFixedBytes));
  if (!options || !is_ours(own.ipv6, target)) return 0;
  if (!came_to_us(own, asked.to(), message.destination, target)) return 0;
  const bool is_anonymous = is_zero(message.source);  // duplicate address detection
  if (is_anonymous ? message.destination[0] != 0xff || !options->source_mac.empty()
                   : !is_other_ipv6(own, message.source))
    return 0;
  const ByteView to_mac = is_anonymous                  ? ByteView(kAllNodesMac)
                          : options->source_mac.empty() ? asked.from()
                                                        : options->source_mac;
  if (!is_anonymous && !is_somebody(own, to_mac)) return 0;
  const ByteView to = is_anonymous ? ByteView(kAllNodes) : message.source;
  const auto reply = begin_reply(own, asked, to_mac, kIpv6Bytes + kAdvertisementBytes, room);
  if (!reply) return 0;
  write_ipv6(reply->body, kAdvertisementBytes, kOnLinkHopLimit, target, to);
  std::uint8_t* const out = reply->body + kIpv6Bytes;
  out[0] = kAdvertisement;
  out[4] = is_anonymous ? kOverride : kOverride | kSolicited;
  copy(target, out + 8);
  out[24] = kTargetLinkLayerAddress;
  out[25] = 1;  // in units of 8 bytes
  copy(own.mac, out + 26);
  store_be16(out + 2, icmp6_checksum(target, to, {out, kAdvertisementBytes}));
  return reply->length();
}

std::size_t answer_ipv6(const LocalAddresses& own, const Asked& asked, MutableBytes room) {
  constexpr std::uint8_t kEchoRequest = 128, kNeighbourSolicitation = 135;
  const auto message = read_message(asked.body);
  if (!message || message->bytes[1] != 0) return 0;
  if (message->bytes[0] == kEchoRequest) return answer_echo6(own, asked, *message, room);
  if (message->bytes[0] == kNeighbourSolicitation) return answer_solicitation(own, asked, *message, room);
  return 0;
}

}  // namespace

std::size_t answer(const LocalAddresses& own, ByteView frame, MutableBytes reply) {
  const auto asked = take_apart(frame);
  if (!asked || !is_somebody(own, asked->from())) return 0;
  if (asked->type == kEtherTypeArp) return answer_arp(own, *asked, reply);
  if (asked->type == kEtherTypeIpv4) return answer_ipv4(own, *asked, reply);
  if (asked->type == kEtherTypeIpv6) return answer_ipv6(own, *asked, reply);
  return 0;
}

}  // namespace pktgen
