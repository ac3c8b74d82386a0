#include <algorithm>
#include <concepts>
#include <fmt/format.h>
#include <optional>

#include "wire/header_layout.h"
#include "wire/header_stack.h"

namespace pktgen {
namespace {

constexpr std::uint16_t kKeyIsThere = 0x2000;  // RFC 2890 section 2

/// Whether a header says only what a `Header` can say. `bytes` are at least those of its fixed part.
bool is_known(Successor header, ByteView bytes) {
  switch (header.kind) {
    case HeaderKind::arp:
      return std::ranges::equal(bytes.first(kArpForIpv4.size()), kArpForIpv4);
    case HeaderKind::ipv4:
      return bytes[0] >> 4 == 4 && (bytes[0] & 15) >= 5;
    case HeaderKind::ipv6:
      return bytes[0] >> 4 == 6;
    case HeaderKind::icmp: {
      const bool is_echo =
          header.number == 1 ? bytes[0] == 0 || bytes[0] == 8 : bytes[0] == 128 || bytes[0] == 129;
      return is_echo && bytes[1] == 0;
    }
    case HeaderKind::vxlan:
      return load_bits(bytes, 4, 1) == 1;
    case HeaderKind::gre:
      return (load_be16(&bytes[0]) & ~kKeyIsThere) == 0;
    default:
      return true;
  }
}

/// With options and key. `bytes` are at least those of the fixed part.
std::size_t whole_bytes(HeaderKind kind, ByteView bytes) {
  if (kind == HeaderKind::ipv4) return (bytes[0] & 15u) * 4;
  const bool has_key = kind == HeaderKind::gre && (load_be16(&bytes[0]) & kKeyIsThere) != 0;
  return least_bytes(kind) + (has_key ? kGreKeyBytes : 0);
}

template <class H>
Header with_fields(H header, ByteView bytes) {
  visit_fields(header, [&](std::string_view, std::size_t first, unsigned bits, auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::integral<Value>) value = static_cast<Value>(load_bits(bytes, first, bits));
    else std::ranges::copy(bytes.subspan(first / 8, value.size()), value.begin());
  });
  return header;
}

Header read_header(Successor header, ByteView bytes) {
  switch (header.kind) {
    case HeaderKind::eth:
      return with_fields(EthernetHeader{}, bytes);
    case HeaderKind::vlan:
      return with_fields(VlanTag{.tpid = header.number}, bytes);
    case HeaderKind::mpls:
      return with_fields(MplsLabel{}, bytes);
    case HeaderKind::arp:
      return with_fields(ArpMessage{}, bytes);
    case HeaderKind::ipv4:
      return with_fields(Ipv4Header{}, bytes);
    case HeaderKind::ipv6:
      return with_fields(Ipv6Header{}, bytes);
    case HeaderKind::udp:
      return with_fields(UdpHeader{}, bytes);
    case HeaderKind::tcp:
      return with_fields(TcpHeader{}, bytes);
    case HeaderKind::icmp:
      return with_fields(IcmpEcho{.is_reply = bytes[0] == 0 || bytes[0] == 129}, bytes);
    case HeaderKind::vxlan:
      return with_fields(VxlanHeader{}, bytes);
    case HeaderKind::gre:
      break;
  }
  GreHeader gre;
  if ((load_be16(&bytes[0]) & kKeyIsThere) != 0) gre.key = 0;
  return with_fields(gre, bytes);
}

/// By which number a header tells what is behind it. `rest` is what is.
std::uint16_t number_behind(HeaderKind kind, ByteView header, ByteView rest) {
  switch (kind) {
    case HeaderKind::eth:
      return load_be16(&header[12]);
    case HeaderKind::vlan:
    case HeaderKind::udp:
    case HeaderKind::gre:
      return load_be16(&header[2]);
    case HeaderKind::mpls:
      if (load_bits(header, 23, 1) == 0) return kNotBottom;
      return rest.empty() ? 0 : rest[0] >> 4;
    case HeaderKind::ipv4:
      return header[9];
    case HeaderKind::ipv6:
      return header[6];
    default:
      return 0;
  }
}

std::optional<Successor> behind(HeaderKind kind, ByteView header, ByteView rest) {
  const bool is_later_fragment = kind == HeaderKind::ipv4 && load_bits(header, 51, 13) != 0;
  if (is_later_fragment) return std::nullopt;
  const auto known = successors(kind);
  const auto found = std::ranges::find(known, number_behind(kind, header, rest), &Successor::number);
  return found == known.end() ? std::nullopt : std::optional(*found);
}

/// `bytes` without what lies behind an IP packet: the padding of a short frame.
ByteView without_padding(HeaderKind kind, ByteView bytes, std::size_t header) {
  std::size_t length = bytes.size();
  if (kind == HeaderKind::ipv4) length = load_be16(&bytes[2]);
  if (kind == HeaderKind::ipv6 && load_be16(&bytes[4]) != 0) length = header + load_be16(&bytes[4]);
  return length < header ? bytes : bytes.first(std::min(length, bytes.size()));
}

/// A header that the frame ends within.
struct Cut {
  HeaderKind kind{};
  std::size_t wanted = 0, found = 0;
};

/// Calls visit(which, bytes) for each header from the front, as far as they are known.
std::optional<Cut> walk_headers(ByteView frame, auto&& visit) {
  std::optional<Successor> next = Successor{HeaderKind::eth};
  while (next) {
    const HeaderKind kind = next->kind;
    std::size_t wanted = least_bytes(kind);
    if (frame.size() >= wanted) {
      if (!is_known(*next, frame)) break;
      wanted = whole_bytes(kind, frame);
    }
    if (frame.size() < wanted) return Cut{kind, wanted, frame.size()};
    visit(*next, frame.first(wanted));
    const ByteView rest = without_padding(kind, frame, wanted).subspan(wanted);
    next = behind(kind, frame.first(wanted), rest);
    frame = rest;
  }
  return std::nullopt;
}

}  // namespace

Result<HeaderStack> parse_headers(ByteView frame) {
  HeaderStack stack;
  const auto cut = walk_headers(
      frame, [&](const Successor& which, ByteView header) { stack.push_back(read_header(which, header)); });
  if (!cut) return stack;
  return fail(ErrorKind::port,
              fmt::format("header {} ({}): wants {} bytes, found {}; the frame was cut, or isn't what it "
                          "says that it is",
                          stack.size() + 1, name_of(cut->kind), cut->wanted, cut->found));
}

std::size_t headers_end(ByteView frame) {
  std::size_t end = 0;
  const auto cut = walk_headers(frame, [&](const Successor&, ByteView header) { end += header.size(); });
  return cut ? 0 : end;
}

}  // namespace pktgen
