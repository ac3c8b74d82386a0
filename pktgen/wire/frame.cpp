#include "wire/frame.h"

#include "wire/header_stack.h"

namespace pktgen {
namespace {

HeaderStack headers_of(const FrameLayout& layout) {
  HeaderStack headers{EthernetHeader{.dst = layout.dst_mac, .src = layout.src_mac}};
  if (layout.vlan) headers.emplace_back(VlanTag{.id = *layout.vlan});
  if (layout.stack == Stack::udp4)
    headers.emplace_back(Ipv4Header{.src = layout.src_ipv4, .dst = layout.dst_ipv4});
  if (layout.stack == Stack::udp6)
    headers.emplace_back(Ipv6Header{.src = layout.src_ipv6, .dst = layout.dst_ipv6});
  if (layout.stack != Stack::eth)
    headers.emplace_back(UdpHeader{.src_port = layout.src_port, .dst_port = layout.dst_port});
  return headers;
}

HeaderStack headers_of(Stack stack, bool tagged) {
  FrameLayout layout{.stack = stack};
  if (tagged) layout.vlan = 1;
  return headers_of(layout);
}

}  // namespace

std::string_view name_of(Stack stack) {
  switch (stack) {
    case Stack::udp4:
      return "udp4";
    case Stack::udp6:
      return "udp6";
    case Stack::eth:
      return "eth";
  }
  return "?";
}

std::size_t signature_offset(Stack stack, bool tagged) { return header_bytes(headers_of(stack, tagged)); }

std::uint64_t overhead_bytes(Stack stack, bool tagged) { return signature_offset(stack, tagged) + kFcs; }

FrameBytes smallest_frame(Stack stack, bool tagged) { return smallest_frame(headers_of(stack, tagged)); }

FrameTemplate make_template(const FrameLayout& layout, FrameBytes size) {
  BuiltFrame built = build_frame(headers_of(layout), size, {});
  return {.bytes = std::move(built.bytes), .signature_at = built.signature_at};
}

Result<void> check_addresses(const FrameLayout& layout) {
  const auto is_zero = [](const MacAddress& mac) { return mac == MacAddress{}; };
  if (is_zero(layout.src_mac) || (layout.src_mac[0] & 1) != 0)
    return fail(ErrorKind::plan,
                "src-mac is a group or zero address, which no device forwards; use a unicast one like "
                "02:00:00:00:00:01");
  if (is_zero(layout.dst_mac))
    return fail(ErrorKind::plan, "dst-mac is zero; give the address of the far port or of the router");
  if (layout.src_mac == layout.dst_mac)
    return fail(ErrorKind::plan, "src-mac and dst-mac are the same, which no switch forwards; change one");
  return {};
}

}  // namespace pktgen
