// Which member of a LAG a frame goes to, as Linux and DPDK choose.
#include "wire/hash_policy.h"

#include <gtest/gtest.h>

#include "wire/header_stack.h"

namespace pktgen {
namespace {

constexpr EthernetHeader kEthernet{.dst = {0x02, 0x11, 0x22, 0x33, 0x44, 0x55},
                                   .src = {0x02, 0xaa, 0xbb, 0xcc, 0xdd, 0xee}};

std::uint32_t hash(HashPolicy policy, const HeaderStack& stack) {
  return hash_of(policy, build_frame(stack, FrameBytes{128}, {}).bytes);
}

HeaderStack udp4(std::uint16_t src_port, std::uint16_t dst_port) {
  return {kEthernet, Ipv4Header{.src = {198, 18, 0, 1}, .dst = {198, 19, 0, 1}},
          UdpHeader{.src_port = src_port, .dst_port = dst_port}};
}

TEST(HashPolicy, Layer2IsTheLastBytesOfTheAddressesAndTheEtherType) {
  // 0x55 ^ 0xee ^ 0x0800
  EXPECT_EQ(hash(HashPolicy::layer2, udp4(1024, 7)), 0x08bbu);
  EXPECT_EQ(hash(HashPolicy::layer2, udp4(1025, 9)), 0x08bbu) << "ports aren't looked at";
}

TEST(HashPolicy, Layer2And3AddsTheAddressesAndFoldsThem) {
  // As a little-endian machine reads the addresses: 0x010012c6 ^ 0x010013c6 = 0x00000100; with 0x08bb 0x09bb;
  // folded 0x09bb ^ 0x0009
  EXPECT_EQ(hash(HashPolicy::layer2_3, udp4(1024, 7)), 0x09b2u);
}

TEST(HashPolicy, Layer3And4IsPortsAndAddressesWithoutTheLowestBit) {
  // Ports 1024 and 7 lie as 04 00 00 07: 0x07000004; with 0x00000100 0x07000104; ^ >> 16 0x07000604;
  // ^ >> 8 0x07070602; >> 1
  EXPECT_EQ(hash(HashPolicy::layer3_4, udp4(1024, 7)), 0x03838301u);
  // Ports that differ in their lowest bit alone share a member.
  EXPECT_EQ(hash(HashPolicy::layer3_4, udp4(1024, 7)) % 2, 1u);
  EXPECT_EQ(hash(HashPolicy::layer3_4, udp4(1025, 7)) % 2, 1u);
  EXPECT_EQ(hash(HashPolicy::layer3_4, udp4(1026, 7)) % 2, 0u);
}

TEST(HashPolicy, Layer3And4OfAFragmentHasNoPorts) {
  auto frame = build_frame(udp4(1024, 7), FrameBytes{128}, {}).bytes;
  frame[20] = 0x20;  // more fragments
  // 0x00000100 folded 0x00000101, >> 1
  EXPECT_EQ(hash_of(HashPolicy::layer3_4, frame), 0x80u);
}

TEST(HashPolicy, Layer3And4OfWhatIsNotIpIsThatOfLayer2) {
  const HeaderStack stack{kEthernet};
  EXPECT_EQ(hash(HashPolicy::layer3_4, stack), 0x55u ^ 0xeeu ^ 0x88b5u);
}

TEST(HashPolicy, Layer3And4OfIpv6FoldsTheWordsOfTheAddresses) {
  const HeaderStack stack{kEthernet,
                          Ipv6Header{.src = {0x20, 0x01, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                                     .dst = {0x20, 0x01, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}},
                          UdpHeader{.src_port = 1024, .dst_port = 7}};
  // Addresses differ in one byte: 0x01000000; with ports 0x06000004; ^ >> 16 0x06000604; ^ >> 8 0x06060602
  EXPECT_EQ(hash(HashPolicy::layer3_4, stack), 0x03030301u);
}

TEST(HashPolicy, ATagIsLookedBehind) {
  HeaderStack tagged = udp4(1024, 7);
  tagged.insert(tagged.begin() + 1, VlanTag{.id = 100});
  EXPECT_EQ(hash(HashPolicy::layer3_4, tagged), 0x03838301u);
  EXPECT_EQ(hash(HashPolicy::layer2, tagged), 0x08bbu);
  // 100 ^ 0x02aabb ^ 0xccddee
  EXPECT_EQ(hash(HashPolicy::vlan_srcmac, tagged), 0xce7731u);
}

TEST(HashPolicy, DpdksFoldWordsOfSixteenBits) {
  // 1102^3322^5544 ^ aa02^ccbb^eedd: 0x7764 ^ 0x8864 = 0xff00; ^ >> 8
  EXPECT_EQ(hash(HashPolicy::dpdk_l2, udp4(1024, 7)), 0xffffu);
  // 0xff00 ^ 0x0100 = 0xfe00; ^ >> 16, ^ >> 8
  EXPECT_EQ(hash(HashPolicy::dpdk_l23, udp4(1024, 7)), 0xfefeu);
  // Ports as they lie: 0x0004 ^ 0x0700 = 0x0704; ^ 0x0100 = 0x0604; ^ >> 8
  EXPECT_EQ(hash(HashPolicy::dpdk_l34, udp4(1024, 7)), 0x0602u);
}

TEST(HashPolicy, NamesReadBack) {
  for (const HashPolicy policy : {HashPolicy::layer2, HashPolicy::layer2_3, HashPolicy::layer3_4,
                                  HashPolicy::vlan_srcmac, HashPolicy::dpdk_l2, HashPolicy::dpdk_l23,
                                  HashPolicy::dpdk_l34, HashPolicy::crc32, HashPolicy::round_robin})
    EXPECT_EQ(parse_hash_policy(name_of(policy)).value(), policy);
  EXPECT_EQ(parse_hash_policy("layer3+5").error().message,
            "there is no policy \"layer3+5\"; the nearest is layer3+4, of these: layer2, layer2+3, "
            "layer3+4, vlan+srcmac, dpdk-l2, dpdk-l23, dpdk-l34, crc32, round-robin");
}

TEST(HashPolicy, AFrameThatEndsInItsHeadersIsNoError) {
  const auto frame = build_frame(udp4(1024, 7), FrameBytes{128}, {}).bytes;
  for (std::size_t length = 0; length < frame.size(); ++length)
    for (const HashPolicy policy : {HashPolicy::layer3_4, HashPolicy::crc32, HashPolicy::vlan_srcmac})
      hash_of(policy, ByteView(frame).first(length));
}

}  // namespace
}  // namespace pktgen
