#include "plan/header_keys.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <optional>

#include "base/text.h"

namespace pktgen {
namespace {

using KeyKind = HeaderKey::Kind;

constexpr std::string_view kHeaderNames[] = {"eth", "vlan", "mpls", "arp",   "ipv4", "ipv6",
                                             "udp", "tcp",  "icmp", "vxlan", "gre"};
static_assert(std::size(kHeaderNames) == std::variant_size_v<Header>, "in the order of the variant");

constexpr std::string_view kTcpFlagNames[] = {"fin", "syn", "rst", "psh", "ack", "urg", "ece", "cwr"};

template <class Value>
Result<void> store_parsed(Value& target, Result<Value> parsed) {
  if (!parsed) return tl::make_unexpected(std::move(parsed.error()));
  target = *parsed;
  return {};
}

Result<void> read(const HeaderKey&, std::string_view text, MacAddress& target) {
  if (auto stored = store_parsed(target, parse_mac(text)); !stored) return stored;
  if (target != MacAddress{}) return {};
  return fail(ErrorKind::plan, "00:00:00:00:00:00 is nobody's address; leave it out for the port's own");
}
Result<void> read(const HeaderKey&, std::string_view text, Ipv4Address& target) {
  return store_parsed(target, parse_ipv4(text));
}
Result<void> read(const HeaderKey&, std::string_view text, Ipv6Address& target) {
  return store_parsed(target, parse_ipv6(text));
}
Result<void> read(const HeaderKey&, std::string_view text, bool& target) {
  if (text != "true" && text != "false" && text != "0" && text != "1")
    return fail(ErrorKind::plan, fmt::format("wants true or false, found {}", in_quotes(text)));
  target = text == "true" || text == "1";
  return {};
}
template <class Number>
Result<void> read(const HeaderKey& key, std::string_view text, Number& target) {
  const auto parsed = parse_whole(text, key.most);
  if (!parsed) return tl::make_unexpected(parsed.error());
  target = static_cast<Number>(*parsed);
  return {};
}
template <class Value>
Result<void> read(const HeaderKey& key, std::string_view text, std::optional<Value>& target) {
  return read(key, text, target.emplace());
}

std::string written(const HeaderKey&, const MacAddress& mac) {
  return mac == MacAddress{} ? std::string() : print_mac(mac);
}
std::string written(const HeaderKey&, const Ipv4Address& address) { return print_ipv4(address); }
std::string written(const HeaderKey&, const Ipv6Address& address) { return print_ipv6(address); }
std::string written(const HeaderKey&, bool value) { return value ? "true" : "false"; }
template <class Number>
std::string written(const HeaderKey& key, Number number) {
  return key.kind == KeyKind::hex ? fmt::format("{:#06x}", number) : fmt::format("{}", number);
}
template <class Value>
std::string written(const HeaderKey& key, const std::optional<Value>& value) {
  return value ? written(key, *value) : std::string();
}

template <class>
struct MemberOf;
template <class H, class V>
struct MemberOf<V H::*> {
  using Owner = H;
  using Value = V;
};

template <class Value>
constexpr KeyKind kind_of() {
  if constexpr (std::is_same_v<Value, bool>) return KeyKind::flag;
  else if constexpr (std::is_integral_v<Value> || std::is_same_v<Value, std::optional<std::uint32_t>>)
    return KeyKind::number;
  else return KeyKind::text;
}

/// A key that is one member of a header; a number may be whatever its bits hold.
template <auto kMember>
constexpr HeaderKey member(std::string_view header, std::string_view name, unsigned bits) {
  using Member = MemberOf<decltype(kMember)>;
  return {
      .header = header,
      .key = name,
      .kind = kind_of<typename Member::Value>(),
      .bits = bits,
      .most = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1,
      .store =
          [](const HeaderKey& self, Header& in, std::string_view text) {
            return read(self, text, std::get<typename Member::Owner>(in).*kMember);
          },
      .print = [](const HeaderKey& self,
                  const Header& in) { return written(self, std::get<typename Member::Owner>(in).*kMember); }};
}

constexpr HeaderKey vlan_id() {
  HeaderKey id = member<&VlanTag::id>("vlan", "id", 12);
  id.most = 4094;  // 4095 is reserved (IEEE 802.1Q table 9-2)
  return id;
}

/// No field that changes: the tag would be none to who reads the frame.
constexpr HeaderKey vlan_tpid() {
  HeaderKey tpid = member<&VlanTag::tpid>("vlan", "tpid", 0);
  tpid.kind = KeyKind::hex;
  tpid.most = 0xffff;
  return tpid;
}

constexpr HeaderKey tcp_flags() {
  HeaderKey flags = member<&TcpHeader::flags>("tcp", "flags", 8);
  flags.kind = KeyKind::text;
  flags.store = [](const HeaderKey&, Header& in, std::string_view text) {
    return store_parsed(std::get<TcpHeader>(in).flags, parse_tcp_flags(text));
  };
  flags.print = [](const HeaderKey&, const Header& in) {
    return print_tcp_flags(std::get<TcpHeader>(in).flags);
  };
  return flags;
}

constexpr HeaderKey kHeaderKeys[] = {
    member<&EthernetHeader::src>("eth", "src", 48),
    member<&EthernetHeader::dst>("eth", "dst", 48),
    vlan_id(),
    member<&VlanTag::priority>("vlan", "priority", 3),
    member<&VlanTag::drop_eligible>("vlan", "drop_eligible", 1),
    vlan_tpid(),
    member<&MplsLabel::label>("mpls", "label", 20),
    member<&MplsLabel::traffic_class>("mpls", "traffic_class", 3),
    member<&MplsLabel::ttl>("mpls", "ttl", 8),
    member<&ArpMessage::operation>("arp", "operation", 16),
    member<&ArpMessage::sender_mac>("arp", "sender_mac", 48),
    member<&ArpMessage::sender_ip>("arp", "sender_ip", 32),
    member<&ArpMessage::target_mac>("arp", "target_mac", 48),
    member<&ArpMessage::target_ip>("arp", "target_ip", 32),
    member<&Ipv4Header::src>("ipv4", "src", 32),
    member<&Ipv4Header::dst>("ipv4", "dst", 32),
    member<&Ipv4Header::dscp>("ipv4", "dscp", 6),
    member<&Ipv4Header::ecn>("ipv4", "ecn", 2),
    member<&Ipv4Header::ttl>("ipv4", "ttl", 8),
    member<&Ipv4Header::identification>("ipv4", "identification", 16),
    member<&Ipv4Header::dont_fragment>("ipv4", "dont_fragment", 1),
    member<&Ipv6Header::src>("ipv6", "src", 128),
    member<&Ipv6Header::dst>("ipv6", "dst", 128),
    member<&Ipv6Header::dscp>("ipv6", "dscp", 6),
    member<&Ipv6Header::ecn>("ipv6", "ecn", 2),
    member<&Ipv6Header::hop_limit>("ipv6", "hop_limit", 8),
    member<&Ipv6Header::flow_label>("ipv6", "flow_label", 20),
    member<&UdpHeader::src_port>("udp", "src_port", 16),
    member<&UdpHeader::dst_port>("udp", "dst_port", 16),
    member<&TcpHeader::src_port>("tcp", "src_port", 16),
    member<&TcpHeader::dst_port>("tcp", "dst_port", 16),
    member<&TcpHeader::sequence>("tcp", "sequence", 32),
    member<&TcpHeader::acknowledgement>("tcp", "acknowledgement", 32),
    tcp_flags(),
    member<&TcpHeader::window>("tcp", "window", 16),
    member<&IcmpEcho::is_reply>("icmp", "reply", 0),
    member<&IcmpEcho::identifier>("icmp", "identifier", 16),
    member<&IcmpEcho::sequence>("icmp", "sequence", 16),
    member<&VxlanHeader::vni>("vxlan", "vni", 24),
    member<&GreHeader::key>("gre", "key", 32),
};

template <std::size_t... kIndex>
Header header_at(std::size_t index, std::index_sequence<kIndex...>) {
  const Header all[] = {Header(std::in_place_index<kIndex>)...};
  return all[index];
}

}  // namespace

std::span<const HeaderKey> header_keys() { return kHeaderKeys; }
std::span<const std::string_view> header_names() { return kHeaderNames; }
std::string_view name_of(const Header& header) { return kHeaderNames[header.index()]; }

const HeaderKey* find_header_key(std::string_view header, std::string_view key) {
  const auto* const found = std::ranges::find_if(
      kHeaderKeys, [&](const HeaderKey& k) { return k.header == header && k.key == key; });
  return found == std::end(kHeaderKeys) ? nullptr : found;
}

Result<Header> make_header(std::string_view name) {
  const auto* const found = std::ranges::find(kHeaderNames, name);
  if (found == std::end(kHeaderNames))
    return fail(ErrorKind::plan,
                fmt::format("unknown header {}; the nearest is {}, of these: {}", in_quotes(name),
                            in_quotes(nearest(name, kHeaderNames)), join(kHeaderNames, " ")));
  return header_at(static_cast<std::size_t>(found - std::begin(kHeaderNames)),
                   std::make_index_sequence<std::variant_size_v<Header>>());
}

const Header* find_header(const HeaderStack& stack, std::string_view name, std::size_t nth) {
  for (const Header& header : stack)
    if (name_of(header) == name && --nth == 0) return &header;
  return nullptr;
}

Header* find_header(HeaderStack& stack, std::string_view name, std::size_t nth) {
  for (Header& header : stack)
    if (name_of(header) == name && --nth == 0) return &header;
  return nullptr;
}

Result<std::uint8_t> parse_tcp_flags(std::string_view text) {
  if (const auto number = parse_whole(text, 255)) return static_cast<std::uint8_t>(*number);
  if (text == "none") return std::uint8_t{0};
  unsigned flags = 0;
  for (const std::string_view part : split(text, ',')) {
    const auto* const found = std::ranges::find(kTcpFlagNames, part);
    if (found == std::end(kTcpFlagNames))
      return fail(ErrorKind::plan, fmt::format("wants none, or TCP flags like syn,ack, each of {}; found {}",
                                               join(kTcpFlagNames, " "), in_quotes(part)));
    flags |= 1U << (found - std::begin(kTcpFlagNames));
  }
  return static_cast<std::uint8_t>(flags);
}

std::string print_tcp_flags(std::uint8_t flags) {
  std::string out;
  for (std::size_t bit = 0; bit < std::size(kTcpFlagNames); ++bit)
    if ((flags >> bit & 1) != 0) out += (out.empty() ? "" : ",") + std::string(kTcpFlagNames[bit]);
  return out.empty() ? "none" : out;
}

Result<std::uint64_t> parse_whole(std::string_view text, std::uint64_t most) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = is_hex ? text.substr(2) : text;
  std::uint64_t value = 0;
  const auto [stop, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hex ? 16 : 10);
  if (error != std::errc{} || stop != digits.data() + digits.size() || value > most)
    return fail(ErrorKind::plan,
                fmt::format("wants a whole number from 0 to {}, found {}", most, in_quotes(text)));
  return value;
}

}  // namespace pktgen
