#include "lag/flow_set.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <type_traits>

#include "base/random.h"
#include "plan/ready_streams.h"

namespace pktgen {
namespace {

constexpr MacAddress kFirstSource{0x02, 0x6c, 0, 0, 0, 0}, kFirstDestination{0x06, 0x6c, 0, 0, 0, 0};
constexpr std::uint64_t kVlans = 4094, kFirstFreePort = 1024, kPorts = 65'536;

/// What is added to a field's value. Each field has draws of its own.
std::uint64_t step_of(const FlowSet& set, FlowField field, std::size_t flow) {
  if (!set.is_random) return flow;
  return draw(set.seed * 0x100 + static_cast<std::uint64_t>(field), flow);
}

/// Adds to the last bytes of an address; what carries beyond them is gone.
template <std::size_t N>
void add_to(std::array<std::uint8_t, N>& address, std::uint64_t number, std::size_t bytes) {
  for (std::size_t i = N; i-- > N - bytes; number >>= 8) {
    number += address[i];
    address[i] = static_cast<std::uint8_t>(number);
  }
}

void vary_mac(MacAddress& mac, const MacAddress& first, std::uint64_t step) {
  if (mac == MacAddress{}) mac = first;
  add_to(mac, step & 0xffff'ffff, 4);
}

void vary_port(std::uint16_t& port, const FlowSet& set, std::uint64_t step) {
  port = static_cast<std::uint16_t>(set.is_random ? kFirstFreePort + step % (kPorts - kFirstFreePort)
                                                  : port + step);
}

/// A field in whatever header has it.
void vary(HeaderStack& stack, const FlowSet& set, FlowField field, std::uint64_t step) {
  for (Header& header : stack) {
    if (auto* const eth = std::get_if<EthernetHeader>(&header)) {
      if (field == FlowField::src_mac) vary_mac(eth->src, kFirstSource, step);
      if (field == FlowField::dst_mac) vary_mac(eth->dst, kFirstDestination, step);
    } else if (auto* const tag = std::get_if<VlanTag>(&header)) {
      if (field == FlowField::vlan) tag->id = static_cast<std::uint16_t>((tag->id + step - 1) % kVlans + 1);
    } else if (auto* const v4 = std::get_if<Ipv4Header>(&header)) {
      if (field == FlowField::src_ip) add_to(v4->src, step & 0xffff, 2);
      if (field == FlowField::dst_ip) add_to(v4->dst, step & 0xffff, 2);
    } else if (auto* const v6 = std::get_if<Ipv6Header>(&header)) {
      if (field == FlowField::src_ip) add_to(v6->src, step & 0xffff'ffff, 4);
      if (field == FlowField::dst_ip) add_to(v6->dst, step & 0xffff'ffff, 4);
      if (field == FlowField::flow_label)
        v6->flow_label = static_cast<std::uint32_t>((v6->flow_label + step) & 0xfffff);
    } else if (auto* const udp = std::get_if<UdpHeader>(&header)) {
      if (field == FlowField::src_port) vary_port(udp->src_port, set, step);
      if (field == FlowField::dst_port) vary_port(udp->dst_port, set, step);
    }
  }
}

HeaderStack headers_of_plan(const Plan& plan, bool is_tagged) {
  const bool is_a = plan.directions.front() == Direction::a_to_b;
  const auto of_way = [&](auto a, auto b) { return is_a ? a : b; };
  const MacAddress src = plan.src_mac.value_or(MacAddress{}), dst = plan.dst_mac.value_or(MacAddress{});
  HeaderStack stack{EthernetHeader{.dst = of_way(dst, src), .src = of_way(src, dst)}};
  if (plan.vlan || is_tagged) stack.emplace_back(VlanTag{.id = plan.vlan.value_or(1)});
  if (plan.stack == Stack::udp4)
    stack.emplace_back(
        Ipv4Header{.src = of_way(plan.src_ipv4, plan.dst_ipv4), .dst = of_way(plan.dst_ipv4, plan.src_ipv4)});
  if (plan.stack == Stack::udp6)
    stack.emplace_back(
        Ipv6Header{.src = of_way(plan.src_ipv6, plan.dst_ipv6), .dst = of_way(plan.dst_ipv6, plan.src_ipv6)});
  if (plan.stack != Stack::eth)
    stack.emplace_back(UdpHeader{.src_port = of_way(plan.src_port, plan.dst_port),
                                 .dst_port = of_way(plan.dst_port, plan.src_port)});
  return stack;
}

}  // namespace

FlowSet flow_set_of(const Plan& plan) {
  return {.fields = plan.lag.vary,
          .is_random = !plan.lag.is_sequential,
          .flows = plan.lag.flows,
          .seed = plan.seed};
}

HeaderStack flow_headers(const Plan& plan, const FlowSet& set, std::size_t flow) {
  const bool is_tagged = std::ranges::find(set.fields, FlowField::vlan) != set.fields.end();
  HeaderStack stack = headers_of_plan(plan, is_tagged);
  for (const FlowField field : set.fields) vary(stack, set, field, step_of(set, field, flow));
  return stack;
}

std::vector<StreamSpec> flow_streams(const Plan& plan, const FlowSet& set,
                                     const std::vector<FlowRate>& rates) {
  std::vector<StreamSpec> streams;
  for (std::size_t flow = 0; flow < rates.size(); ++flow) {
    StreamSpec stream{.name = fmt::format("flow {}", flow),
                      .place = fmt::format("flow {}", flow),
                      .port = plan.directions.front() == Direction::a_to_b ? 0u : 1u,
                      .headers = flow_headers(plan, set, flow)};
    stream.sizes.parts = {{plan.sizes.front(), 1}};
    stream.schedule.load = {Load::Unit::frames_per_second, rates[flow].rate.count};
    if (rates[flow].is_random) {
      stream.schedule.shape = Schedule::Shape::poisson;
      // Such streams all begin at once, which would be a burst of as many frames as there are flows.
      const double gap_ns = 1e9 / rates[flow].rate.count;
      stream.schedule.start_offset = Nanoseconds(
          static_cast<std::int64_t>(gap_ns * static_cast<double>(flow) / static_cast<double>(rates.size())));
    }
    stream.schedule.seed = plan.seed + flow;
    streams.push_back(std::move(stream));
  }
  return streams;
}

std::vector<std::size_t> predict_members(const Plan& plan, const FlowSet& set, HashPolicy policy,
                                         std::size_t members, const std::array<MacAddress, 2>& macs) {
  std::vector<std::size_t> chosen;
  for (std::size_t flow = 0; flow < set.flows; ++flow) {
    HeaderStack headers = flow_headers(plan, set, flow);
    fill_macs(headers, macs[0], macs[1]);
    const BuiltFrame frame = build_frame(headers, plan.sizes.front(), {});
    chosen.push_back(hash_of(policy, frame.bytes) % members);
  }
  return chosen;
}

}  // namespace pktgen
