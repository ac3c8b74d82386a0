#include <algorithm>
#include <cassert>
#include <concepts>
#include <fmt/format.h>
#include <optional>

#include "wire/checksum.h"
#include "wire/header_layout.h"
#include "wire/header_stack.h"
#include "wire/payload.h"
#include "wire/signature.h"

namespace pktgen {
namespace {

/// Where a header lies among its neighbours.
struct Placed {
  const Header* before = nullptr;
  const Header* header = nullptr;
  const Header* after = nullptr;
  std::size_t at = 0;

  HeaderKind kind() const { return kind_of(*header); }
  bool is_over(HeaderKind other) const { return before != nullptr && kind_of(*before) == other; }
  bool is_under(HeaderKind other) const { return after != nullptr && kind_of(*after) == other; }
};

std::vector<Placed> place(const HeaderStack& stack) {
  std::vector<Placed> placed;
  std::size_t at = 0;
  for (std::size_t i = 0; i < stack.size(); ++i) {
    placed.push_back({.before = i > 0 ? &stack[i - 1] : nullptr,
                      .header = &stack[i],
                      .after = i + 1 < stack.size() ? &stack[i + 1] : nullptr,
                      .at = at});
    at += bytes_of(stack[i]);
  }
  return placed;
}

/// What a header says of the one behind it; `none` if there is none.
std::uint16_t number_behind(const Placed& placed, std::uint16_t none) {
  if (placed.after == nullptr) return none;
  if (const auto* const tag = std::get_if<VlanTag>(placed.after)) return tag->tpid;
  const auto known = successors(placed.kind());
  const auto found = std::ranges::find(known, kind_of(*placed.after), &Successor::kind);
  return found == known.end() ? none : found->number;
}

std::uint16_t ether_type_behind(const Placed& placed) {
  return number_behind(placed, kEtherTypeExperimental);
}
std::uint8_t protocol_behind(const Placed& placed) {
  return static_cast<std::uint8_t>(number_behind(placed, kProtocolExperimental));
}

std::uint8_t echo_type(const IcmpEcho& echo, bool is_over_ipv6) {
  if (is_over_ipv6) return echo.is_reply ? 129 : 128;  // RFC 4443 section 4
  return echo.is_reply ? 0 : 8;                        // RFC 792
}

/// What follows from the stack, into zeros. `rest` goes from the header to the frame's end.
void write_fixed(const Placed& placed, MutableBytes rest) {
  switch (placed.kind()) {
    case HeaderKind::eth:
      return store_be16(&rest[12], ether_type_behind(placed));
    case HeaderKind::vlan:
      return store_be16(&rest[2], ether_type_behind(placed));
    case HeaderKind::mpls:  // RFC 3032 section 2.1: the bottom of the stack
      return store_bits(rest, 23, 1, placed.is_under(HeaderKind::mpls) ? 0 : 1);
    case HeaderKind::arp:
      std::ranges::copy(kArpForIpv4, rest.begin());
      return;
    case HeaderKind::ipv4:
      rest[0] = 0x45;
      rest[9] = protocol_behind(placed);
      return store_be16(&rest[2], static_cast<std::uint16_t>(rest.size()));
    case HeaderKind::ipv6:
      store_bits(rest, 0, 4, 6);
      rest[6] = protocol_behind(placed);
      return store_be16(&rest[4], static_cast<std::uint16_t>(rest.size() - bytes_of(*placed.header)));
    case HeaderKind::udp:
      return store_be16(&rest[4], static_cast<std::uint16_t>(rest.size()));
    case HeaderKind::tcp:  // five words, no options
      return store_bits(rest, 96, 4, 5);
    case HeaderKind::icmp:
      rest[0] = echo_type(std::get<IcmpEcho>(*placed.header), placed.is_over(HeaderKind::ipv6));
      return;
    case HeaderKind::vxlan:  // a network identifier is there
      return store_bits(rest, 4, 1, 1);
    case HeaderKind::gre:
      store_bits(rest, 2, 1, std::get<GreHeader>(*placed.header).key ? 1 : 0);
      return store_be16(&rest[2], ether_type_behind(placed));
  }
}

void write_header(const Placed& placed, MutableBytes rest) {
  write_fixed(placed, rest);
  const auto store = [&](std::string_view, std::size_t first, unsigned bits, const auto& value) {
    if constexpr (std::integral<std::remove_cvref_t<decltype(value)>>)
      store_bits(rest, first, bits, static_cast<std::uint64_t>(value));
    else std::ranges::copy(value, rest.subspan(first / 8).begin());
  };
  std::visit([&](const auto& header) { visit_fields(header, store); }, *placed.header);
}

/// `nth`: which header of its kind, from the front.
void name_fields(const Placed& placed, std::size_t nth, std::vector<Field>& fields) {
  const std::string_view kind = name_of(placed.kind());
  const std::string prefix = nth == 1 ? std::string(kind) : fmt::format("{}[{}]", kind, nth);
  const auto name = [&](std::string_view field, std::size_t first, unsigned bits, const auto&) {
    fields.push_back({.name = fmt::format("{}.{}", prefix, field),
                      .at = placed.at + first / 8,
                      .first_bit = static_cast<unsigned>(first % 8),
                      .bits = bits});
  };
  std::visit([&](const auto& header) { visit_fields(header, name); }, *placed.header);
}

/// A checksum to be made, and what is summed beside the bytes it covers.
struct Cover {
  ChecksumField field;
  std::uint64_t constant = 0;
};

/// RFC 768, RFC 9293 section 3.1, RFC 8200 section 8.1: over both addresses, protocol and length as well. The
/// addresses are the last thing in an IP header without options.
Cover cover_with_pseudo_header(const Placed& placed, std::size_t checksum_at, std::size_t end) {
  const std::size_t addresses = placed.is_over(HeaderKind::ipv6) ? 32 : 8;
  const std::uint64_t protocol =
      number_behind({.header = placed.before, .after = placed.header}, kProtocolExperimental);
  return {.field = {.at = placed.at + checksum_at,
                    .covers = {{placed.at - addresses, placed.at}, {placed.at, end}}},
          .constant = protocol + (end - placed.at)};
}

/// What the checksum of a header covers, in a frame that ends at `end`; nothing if it has none.
std::optional<Cover> cover_of(const Placed& placed, std::size_t end) {
  switch (placed.kind()) {
    case HeaderKind::ipv4:
      return Cover{.field = {.at = placed.at + 10,
                             .covers = {{placed.at, placed.at + least_bytes(HeaderKind::ipv4)}}}};
    case HeaderKind::udp: {
      // Without one the inner headers can change for nothing (RFC 7348 section 5); IPv6 forbids that, but for
      // ports that were told (RFC 6935).
      if (placed.is_under(HeaderKind::vxlan) && placed.is_over(HeaderKind::ipv4)) return std::nullopt;
      Cover cover = cover_with_pseudo_header(placed, 6, end);
      cover.field.zero_means_none = true;
      return cover;
    }
    case HeaderKind::tcp:
      return cover_with_pseudo_header(placed, 16, end);
    case HeaderKind::icmp:
      if (placed.is_over(HeaderKind::ipv6)) return cover_with_pseudo_header(placed, 2, end);
      return Cover{.field = {.at = placed.at + 2, .covers = {{placed.at, end}}}};
    default:
      return std::nullopt;
  }
}

/// Into a field that is zero.
void write_checksum(const Cover& cover, MutableBytes frame) {
  std::uint64_t sum = cover.constant;
  for (const auto& [from, to] : cover.field.covers)
    sum = ones_complement_add(sum, frame.subspan(from, to - from));
  const std::uint16_t checksum = internet_checksum(sum);
  store_be16(&frame[cover.field.at], cover.field.zero_means_none && checksum == 0 ? 0xffff : checksum);
}

}  // namespace

BuiltFrame build_frame(const HeaderStack& stack, FrameBytes size, const PayloadSpec& payload,
                       bool is_signed) {
  assert(check_stack(stack) && size >= smallest_frame(stack));
  BuiltFrame frame{.bytes = std::vector<std::uint8_t>(without_fcs(size).count),
                   .signature_at = header_bytes(stack)};
  const MutableBytes bytes(frame.bytes);
  if (is_signed) stamp(&bytes[frame.signature_at], {});
  fill_payload(bytes.subspan(frame.signature_at + (is_signed ? kSignatureBytes : 0)), payload);

  const std::vector<Placed> headers = place(stack);
  std::array<std::size_t, kHeaderNames.size()> seen{};
  for (const Placed& header : headers) {
    write_header(header, bytes.subspan(header.at));
    name_fields(header, ++seen[header.header->index()], frame.fields);
  }
  for (std::size_t i = headers.size(); i-- > 0;) {  // the innermost first: the outer ones cover it
    const auto cover = cover_of(headers[i], bytes.size());
    if (!cover) continue;
    write_checksum(*cover, bytes);
    frame.checksums.push_back(cover->field);
  }
  return frame;
}

}  // namespace pktgen
