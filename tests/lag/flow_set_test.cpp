// Flows that differ in just the fields that were said, and the members they would take.
#include "lag/flow_set.h"

#include <gtest/gtest.h>
#include <set>

namespace pktgen {
namespace {

Plan plan_of(Stack stack = Stack::udp4) {
  Plan plan;
  plan.command = "lag";
  plan.stack = stack;
  plan.directions = {Direction::a_to_b};
  plan.sizes = {FrameBytes{512}};
  return plan;
}

FlowSet counting(FlowField field, std::size_t flows = 512) {
  return {.fields = {field}, .is_random = false, .flows = flows};
}

TEST(FlowSet, CountsUpTheFieldThatIsVariedAndNoOther) {
  EXPECT_EQ(describe(flow_headers(plan_of(), counting(FlowField::src_port), 3)),
            "eth / ipv4 198.18.0.1 > 198.19.0.1 / udp 49187 > 7");
  EXPECT_EQ(describe(flow_headers(plan_of(), counting(FlowField::dst_ip), 256)),
            "eth / ipv4 198.18.0.1 > 198.19.1.1 / udp 49184 > 7");
  const HeaderStack by_mac = flow_headers(plan_of(), counting(FlowField::src_mac), 2);
  EXPECT_EQ(std::get<EthernetHeader>(by_mac[0]).src, (MacAddress{0x02, 0x6c, 0, 0, 0, 2}));
  EXPECT_EQ(std::get<EthernetHeader>(by_mac[0]).dst, MacAddress{}) << "the port's own is filled in";
  EXPECT_EQ(describe(by_mac), "eth / ipv4 198.18.0.1 > 198.19.0.1 / udp 49184 > 7");
  EXPECT_EQ(describe(flow_headers(plan_of(), counting(FlowField::vlan), 9)),
            "eth / vlan 10 / ipv4 198.18.0.1 > 198.19.0.1 / "
            "udp 49184 > 7");
}

TEST(FlowSet, OfTheWayBackHasSourcesAndDestinationsExchanged) {
  Plan plan = plan_of();
  plan.directions = {Direction::b_to_a};
  EXPECT_EQ(describe(flow_headers(plan, counting(FlowField::src_port), 0)),
            "eth / ipv4 198.19.0.1 > 198.18.0.1 / udp 7 > 49184");
}

TEST(FlowSet, VariesTheFlowLabelOfIpv6) {
  const HeaderStack first = flow_headers(plan_of(Stack::udp6), counting(FlowField::flow_label), 0),
                    other = flow_headers(plan_of(Stack::udp6), counting(FlowField::flow_label), 77);
  EXPECT_EQ(std::get<Ipv6Header>(first[1]).flow_label, 0u);
  EXPECT_EQ(std::get<Ipv6Header>(other[1]).flow_label, 77u);
}

TEST(FlowSet, OfRandomValuesHasManyAndAlwaysTheSame) {
  FlowSet set = counting(FlowField::src_port);
  set.is_random = true;
  std::set<std::uint16_t> ports;
  for (std::size_t flow = 0; flow < 512; ++flow) {
    const std::uint16_t port = std::get<UdpHeader>(flow_headers(plan_of(), set, flow)[2]).src_port;
    EXPECT_EQ(port, std::get<UdpHeader>(flow_headers(plan_of(), set, flow)[2]).src_port);
    EXPECT_GE(port, 1024);
    ports.insert(port);
  }
  EXPECT_GT(ports.size(), 500u);
}

std::vector<std::uint64_t> foretold(const FlowSet& set, HashPolicy policy, std::size_t members) {
  const std::array<MacAddress, 2> macs{MacAddress{2, 0, 0, 0, 0, 1}, MacAddress{2, 0, 0, 0, 0, 2}};
  std::vector<std::uint64_t> on_member(members);
  for (const std::size_t member : predict_members(plan_of(), set, policy, members, macs)) ++on_member[member];
  return on_member;
}

TEST(PredictedMembers, OfCountedPortsAreEvenByLayer3And4AndOneByLayer2) {
  using Counts = std::vector<std::uint64_t>;
  EXPECT_EQ(foretold(counting(FlowField::src_port), HashPolicy::layer3_4, 2), (Counts{256, 256}));
  EXPECT_EQ(foretold(counting(FlowField::src_port, 2), HashPolicy::layer3_4, 2)[0] % 2, 0u)
      << "neighbours share a member, for the lowest bit doesn't count";
  EXPECT_EQ(foretold(counting(FlowField::src_port, 2), HashPolicy::dpdk_l34, 2), (Counts{1, 1}));
  const Counts by_mac = foretold(counting(FlowField::src_port), HashPolicy::layer2, 2);
  EXPECT_EQ(std::max(by_mac[0], by_mac[1]), 512u);
  EXPECT_EQ(foretold(counting(FlowField::src_mac), HashPolicy::layer2, 2), (Counts{256, 256}));
}

}  // namespace
}  // namespace pktgen
