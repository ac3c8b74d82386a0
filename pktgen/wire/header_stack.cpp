#include "wire/header_stack.h"

#include <algorithm>
#include <concepts>
#include <fmt/format.h>
#include <numeric>
#include <type_traits>

#include "base/text.h"
#include "wire/header_layout.h"
#include "wire/signature.h"

namespace pktgen {
namespace {

bool may_follow(HeaderKind before, HeaderKind after) {
  return std::ranges::find(successors(before), after, &Successor::kind) != successors(before).end();
}

/// "ipv4 or ipv6"
std::string predecessors(HeaderKind kind) {
  std::string names;
  for (std::size_t i = 0; i < kHeaderNames.size(); ++i)
    if (may_follow(static_cast<HeaderKind>(i), kind))
      names += (names.empty() ? "" : " or ") + std::string(kHeaderNames[i]);
  return names;
}

Result<void> check_order(HeaderKind kind, const Header* before, const Header* after) {
  if (before == nullptr && kind != HeaderKind::eth)
    return fail(ErrorKind::plan, "a frame begins with eth; put eth in front of it");
  if (before != nullptr && !may_follow(kind_of(*before), kind))
    return fail(ErrorKind::plan, fmt::format("wants {} in front of it, found {}; add what is missing",
                                             predecessors(kind), name_of(kind_of(*before))));
  if (kind == HeaderKind::vxlan && after == nullptr)
    return fail(ErrorKind::plan, "wants eth behind it, found the end; add the headers of the inner frame");
  return {};
}

Result<void> check_tag(const VlanTag& tag) {
  const std::span<const Successor> known = successors(HeaderKind::eth);
  if (std::ranges::find(known, Successor{HeaderKind::vlan, tag.tpid}) == known.end())
    return fail(ErrorKind::plan, fmt::format("tpid wants 0x8100, 0x88a8 or 0x9100, found {:#06x}; another "
                                             "would be no tag to who reads the frame",
                                             tag.tpid));
  if (tag.id == 4095)
    return fail(ErrorKind::plan, "id 4095 is reserved (IEEE 802.1Q table 9-2); choose one from 0 to 4094");
  return {};
}

/// A number fits the bits that its field has.
Result<void> check_values(const Header& header) {
  Result<void> found;
  const auto judge = [&](std::string_view name, std::size_t, unsigned bits, const auto& value) {
    if constexpr (std::integral<std::remove_cvref_t<decltype(value)>>) {
      const std::uint64_t number = value, most = (std::uint64_t{1} << bits) - 1;
      if (found && number > most)
        found = fail(ErrorKind::plan, fmt::format("{} is {} bits wide, found {}; choose one from 0 to {}",
                                                  name, bits, number, most));
    }
  };
  std::visit([&](const auto& h) { visit_fields(h, judge); }, header);
  return found;
}

Result<void> check_header(const Header& header, const Header* before, const Header* after) {
  if (auto order = check_order(kind_of(header), before, after); !order) return order;
  if (auto values = check_values(header); !values) return values;
  const auto* const tag = std::get_if<VlanTag>(&header);
  return tag == nullptr ? Result<void>() : check_tag(*tag);
}

struct Describe {
  std::string operator()(const EthernetHeader&) const { return "eth"; }
  std::string operator()(const VlanTag& tag) const { return fmt::format("vlan {}", tag.id); }
  std::string operator()(const MplsLabel& mpls) const { return fmt::format("mpls {}", mpls.label); }
  std::string operator()(const ArpMessage& arp) const {
    const std::string what = arp.operation == 1   ? "request"
                             : arp.operation == 2 ? "reply"
                                                  : fmt::format("operation {}", arp.operation);
    return fmt::format("arp {} {} > {}", what, print_ipv4(arp.sender_ip), print_ipv4(arp.target_ip));
  }
  std::string operator()(const Ipv4Header& ip) const {
    return fmt::format("ipv4 {} > {}", print_ipv4(ip.src), print_ipv4(ip.dst));
  }
  std::string operator()(const Ipv6Header& ip) const {
    return fmt::format("ipv6 {} > {}", print_ipv6(ip.src), print_ipv6(ip.dst));
  }
  std::string operator()(const UdpHeader& udp) const {
    return fmt::format("udp {} > {}", udp.src_port, udp.dst_port);
  }
  std::string operator()(const TcpHeader& tcp) const {
    return fmt::format("tcp {} > {}", tcp.src_port, tcp.dst_port);
  }
  std::string operator()(const IcmpEcho& icmp) const {
    return fmt::format("icmp echo {} {}/{}", icmp.is_reply ? "reply" : "request", icmp.identifier,
                       icmp.sequence);
  }
  std::string operator()(const VxlanHeader& vxlan) const { return fmt::format("vxlan {}", vxlan.vni); }
  std::string operator()(const GreHeader& gre) const {
    return gre.key ? fmt::format("gre {}", *gre.key) : std::string("gre");
  }
};

}  // namespace

Result<void> check_stack(const HeaderStack& stack) {
  if (stack.empty()) return fail(ErrorKind::plan, "a frame begins with eth, found no header; add eth");
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const Header* const before = i > 0 ? &stack[i - 1] : nullptr;
    const Header* const after = i + 1 < stack.size() ? &stack[i + 1] : nullptr;
    const auto checked = check_header(stack[i], before, after);
    if (!checked)
      return within(fmt::format("header {} ({})", i + 1, name_of(kind_of(stack[i]))), checked.error());
  }
  if (const FrameBytes smallest = smallest_frame(stack); smallest > kLargestFrame)
    return fail(ErrorKind::plan, fmt::format("{} headers need a frame of {} bytes, and the largest has {}; "
                                             "leave some out",
                                             stack.size(), smallest.count, kLargestFrame.count));
  return {};
}

std::size_t header_bytes(const HeaderStack& stack) {
  return std::transform_reduce(stack.begin(), stack.end(), std::size_t{0}, std::plus<>(), bytes_of);
}

FrameBytes smallest_frame(const HeaderStack& stack) {
  return std::max(kSmallestFrame, FrameBytes{header_bytes(stack) + kSignatureBytes + kFcs});
}

std::string describe(const HeaderStack& stack) {
  std::string out;
  for (const Header& header : stack) out += (out.empty() ? "" : " / ") + std::visit(Describe(), header);
  return out;
}

}  // namespace pktgen
