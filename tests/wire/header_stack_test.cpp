#include "wire/header_stack.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include "wire/payload.h"
#include "wire/signature.h"

namespace pktgen {
namespace {

constexpr MacAddress kHere{2, 0, 0, 0, 0, 1}, kThere{2, 0, 0, 0, 0, 2};
const EthernetHeader kEthernet{.dst = kThere, .src = kHere};
const Ipv4Header kIpv4{.src = {198, 18, 0, 1}, .dst = {198, 19, 0, 1}};
const Ipv6Header kIpv6{.src = {0x20, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                       .dst = {0x20, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}};

std::string hex(ByteView bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string headers_of(const HeaderStack& stack, FrameBytes size) {
  const BuiltFrame frame = build_frame(stack, size, {});
  return hex(ByteView(frame.bytes).first(frame.signature_at));
}

std::string refusal(const HeaderStack& stack) {
  const auto checked = check_stack(stack);
  return checked ? "taken" : checked.error().message;
}

TEST(HeaderStack, WritesUdpOverIpv4AsRfc2544Says) {
  // 46 bytes of IP (0x2e), TTL 64, UDP; 4500 + 2e + 4011 + c612 + 1 + c613 + 1 is 1168 with its carries.
  EXPECT_EQ(headers_of({kEthernet, kIpv4, UdpHeader{}}, {64}).substr(0, 68),
            "020000000002020000000001"
            "0800"
            "4500002e000000004011"
            "ee97"
            "c6120001"
            "c6130001");
}

TEST(HeaderStack, WritesTagsLabelsAndWhatTheySayOfTheNext) {
  EXPECT_EQ(
      headers_of({kEthernet, VlanTag{.id = 100, .priority = 5, .tpid = 0x88a8}, VlanTag{.id = 7},
                  MplsLabel{.label = 16}, MplsLabel{.label = 17, .traffic_class = 3}, kIpv4, UdpHeader{}},
                 {128})
          .substr(24, 40),
      "88a8a064"
      "81000007"
      "8847"
      "00010040"
      "00011740"
      "4500");
}

TEST(HeaderStack, WritesAnArpRequest) {
  EXPECT_EQ(headers_of(
                {kEthernet,
                 ArpMessage{.sender_mac = kHere, .sender_ip = {198, 18, 0, 1}, .target_ip = {198, 19, 0, 1}}},
                {64})
                .substr(24),
            "0806"
            "0001080006040001"
            "020000000001c6120001"
            "000000000000c6130001");
}

TEST(HeaderStack, WritesGreWithAKeyAndVxlanWithANetwork) {
  EXPECT_EQ(
      headers_of({kEthernet, kIpv4, GreHeader{.key = 0xdeadbeef}, kIpv4, UdpHeader{}}, {128}).substr(68, 16),
      "20000800"
      "deadbeef");
  const std::string overlay = headers_of({kEthernet, kIpv4, UdpHeader{.dst_port = 4789},
                                          VxlanHeader{.vni = 5000}, kEthernet, kIpv4, UdpHeader{}},
                                         {128});
  EXPECT_EQ(overlay.substr(72, 4), "12b5");
  EXPECT_EQ(overlay.substr(80, 4), "0000");  // no checksum over an inner frame (RFC 7348 section 5)
  EXPECT_EQ(overlay.substr(84, 16),
            "08000000"
            "00138800");
}

TEST(HeaderStack, SaysWhereFieldsAndChecksumsLie) {
  const BuiltFrame frame = build_frame({kEthernet, VlanTag{.id = 7}, kIpv6, TcpHeader{}}, {128}, {});
  EXPECT_EQ(frame.signature_at, 78u);
  const auto field = [&](std::string_view name) {
    return *std::ranges::find(frame.fields, name, &Field::name);
  };
  EXPECT_EQ(field("vlan.id").at, 14u);
  EXPECT_EQ(field("vlan.id").first_bit, 4u);
  EXPECT_EQ(field("vlan.id").bits, 12u);
  EXPECT_EQ(field("ipv6.flow_label").at, 19u);
  EXPECT_EQ(field("ipv6.dst").at, 42u);
  EXPECT_EQ(field("tcp.flags").at, 71u);
  ASSERT_EQ(frame.checksums.size(), 1u);
  EXPECT_EQ(frame.checksums[0].at, 74u);
}

TEST(HeaderStack, NamesTheSecondHeaderOfAKind) {
  const BuiltFrame frame =
      build_frame({kEthernet, VlanTag{.tpid = 0x88a8}, VlanTag{}, kIpv4, UdpHeader{}}, {128}, {});
  EXPECT_NE(std::ranges::find(frame.fields, "vlan[2].id", &Field::name), frame.fields.end());
}

TEST(HeaderStack, ReadsBackWhatItWrote) {
  const HeaderStack stacks[] = {
      {kEthernet},
      {kEthernet, VlanTag{.id = 7, .priority = 3, .drop_eligible = true}, kIpv4, TcpHeader{.flags = 0xd2}},
      {kEthernet, VlanTag{.id = 1, .tpid = 0x88a8}, VlanTag{.id = 2}, kIpv6, IcmpEcho{.is_reply = true}},
      {kEthernet, MplsLabel{.label = 99}, MplsLabel{.label = 1'048'575, .ttl = 1}, kIpv4,
       IcmpEcho{.sequence = 7}},
      {kEthernet, ArpMessage{.operation = 2, .sender_mac = kHere, .target_mac = kThere}},
      {kEthernet, kIpv4, GreHeader{.key = 7}, kIpv6, UdpHeader{}},
      {kEthernet, kIpv6, GreHeader{}, kEthernet, kIpv4, UdpHeader{}},
      {kEthernet, kIpv6, UdpHeader{.dst_port = 4789}, VxlanHeader{.vni = 0xffffff}, kEthernet, kIpv6,
       TcpHeader{}},
      {kEthernet, kIpv4, kIpv6, kIpv4, UdpHeader{}}};
  for (const HeaderStack& stack : stacks) {
    const BuiltFrame frame = build_frame(stack, {301}, {});
    const auto read = parse_headers(frame.bytes);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(describe(*read), describe(stack));
    EXPECT_EQ(hex(build_frame(*read, {301}, {}).bytes), hex(frame.bytes));
    EXPECT_EQ(headers_end(frame.bytes), frame.signature_at) << describe(stack);
  }
}

TEST(HeaderStack, SaysInWhichHeaderAFrameEnds) {
  const BuiltFrame frame = build_frame({kEthernet, kIpv4, UdpHeader{}}, {64}, {});
  const auto read = parse_headers(ByteView(frame.bytes).first(36));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message,
            "header 3 (udp): wants 8 bytes, found 2; the frame was cut, or isn't what it says that it is");
  EXPECT_EQ(headers_end(ByteView(frame.bytes).first(36)), 0u);
}

TEST(HeaderStack, RefusesWhatIsNoFrame) {
  EXPECT_NE(refusal({}).find("eth"), std::string::npos);
  EXPECT_EQ(refusal({kEthernet, UdpHeader{}}),
            "header 2 (udp): wants ipv4 or ipv6 in front of it, found eth; add what is missing");
  EXPECT_NE(refusal({kIpv4, UdpHeader{}}).find("header 1 (ipv4)"), std::string::npos);
  EXPECT_NE(refusal({kEthernet, VlanTag{.id = 4095}}).find("header 2 (vlan)"), std::string::npos);
  EXPECT_NE(refusal({kEthernet, kIpv6, UdpHeader{}, VxlanHeader{.vni = 1 << 24}, kEthernet})
                .find("header 4 (vxlan)"),
            std::string::npos);
}

TEST(HeaderStack, KnowsTheSmallestFrameThatHoldsItAndASignature) {
  EXPECT_EQ(smallest_frame({kEthernet}), FrameBytes{64});
  EXPECT_EQ(smallest_frame({kEthernet, kIpv4, UdpHeader{}}), FrameBytes{64});
  EXPECT_EQ(smallest_frame({kEthernet, kIpv6, UdpHeader{}}), FrameBytes{84});
  EXPECT_EQ(smallest_frame({kEthernet, kIpv4, TcpHeader{}}), FrameBytes{76});
}

std::string payload(PayloadSpec spec, std::size_t bytes = 8) {
  std::vector<std::uint8_t> made(bytes, 0xa5);
  fill_payload(made, spec);
  return hex(made);
}

TEST(Payload, IsWhatWasAskedFor) {
  EXPECT_EQ(payload({.kind = PayloadSpec::Kind::counter}), "0001020304050607");
  EXPECT_EQ(payload({.kind = PayloadSpec::Kind::zeros}), "0000000000000000");
  EXPECT_EQ(payload({.kind = PayloadSpec::Kind::ones}), "ffffffffffffffff");
  EXPECT_EQ(payload({.kind = PayloadSpec::Kind::pattern, .bytes = {0xde, 0xad, 0xbe}}), "deadbedeadbedead");
}

TEST(Payload, AtRandomDependsOnItsSeed) {
  const PayloadSpec one{.kind = PayloadSpec::Kind::random, .seed = 1},
      other{.kind = PayloadSpec::Kind::random, .seed = 2};
  EXPECT_EQ(payload(one), payload(one));
  EXPECT_NE(payload(one), payload(other));
}

TEST(Payload, OfPrbs31IsTheInvertedSequenceFromARegisterOfOnes) {
  // 28 bits are 1 xor 1, inverted; then the first new zero reaches stage 28: three are 1 xor 0; then 0 xor 0.
  EXPECT_EQ(payload({.kind = PayloadSpec::Kind::prbs31}, 4), "ffffff8f");
}

}  // namespace
}  // namespace pktgen
