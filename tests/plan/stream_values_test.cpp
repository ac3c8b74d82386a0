#include "plan/stream_values.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

template <class T>
std::string message(const Result<T>& result) {
  return result ? std::string("no error") : result.error().message;
}

using Sizes = std::vector<std::pair<std::uint64_t, unsigned>>;
Sizes sizes(std::string_view text) {
  const auto mix = parse_size_mix(text);
  Sizes all;
  if (!mix) return all;
  for (const SizeMix::Part& part : *mix) all.emplace_back(part.size.count, part.weight);
  return all;
}

TEST(StackText, NamesHeadersFromTheFront) {
  const auto stack = parse_header_stack("eth/vlan/ipv4/tcp");
  ASSERT_TRUE(stack) << stack.error().message;
  ASSERT_EQ(stack->size(), 4U);
  EXPECT_TRUE(std::holds_alternative<EthernetHeader>((*stack)[0]));
  EXPECT_TRUE(std::holds_alternative<VlanTag>((*stack)[1]));
  EXPECT_TRUE(std::holds_alternative<TcpHeader>((*stack)[3]));
  EXPECT_EQ(std::get<Ipv4Header>((*stack)[2]).src, (Ipv4Address{198, 18, 0, 1}));
  EXPECT_EQ(std::get<Ipv4Header>((*stack)[2]).dst, (Ipv4Address{198, 19, 0, 1}));
}
TEST(StackText, KnowsTheStacksOfASweep) {
  EXPECT_EQ(print_header_stack(*parse_header_stack("udp4")), "eth/ipv4/udp");
  EXPECT_EQ(print_header_stack(*parse_header_stack("udp6")), "eth/ipv6/udp");
  EXPECT_EQ(print_header_stack(*parse_header_stack("eth")), "eth");
}
TEST(StackText, EveryHeaderPrintsAsItsName) {
  const std::string_view all = "eth/vlan/mpls/arp/ipv4/ipv6/udp/tcp/icmp/vxlan/gre";
  EXPECT_EQ(print_header_stack(*parse_header_stack(all)), all);
}
TEST(StackText, ATagInFrontOfATagIsTheProviders) {
  const auto stack = *parse_header_stack("eth/vlan/vlan/ipv4/udp");
  EXPECT_EQ(std::get<VlanTag>(stack[1]).tpid, 0x88a8);
  EXPECT_EQ(std::get<VlanTag>(stack[2]).tpid, 0x8100);
}
TEST(StackText, DefaultsFollowFromTheNeighbours) {
  const auto overlay = *parse_header_stack("eth/ipv4/udp/vxlan/eth/ipv4/udp");
  EXPECT_EQ(std::get<EthernetHeader>(overlay[0]).src, MacAddress{}) << "the port's own";
  EXPECT_EQ(std::get<UdpHeader>(overlay[2]).dst_port, 4789);
  EXPECT_EQ(std::get<EthernetHeader>(overlay[4]).src, (MacAddress{2, 0, 0, 0, 0, 1}));
  EXPECT_EQ(std::get<EthernetHeader>(overlay[4]).dst, (MacAddress{2, 0, 0, 0, 0, 2}));
  EXPECT_EQ(std::get<UdpHeader>(overlay[6]).dst_port, 7);
  const auto arp = *parse_header_stack("eth/arp");
  EXPECT_EQ(std::get<EthernetHeader>(arp[0]).dst, (MacAddress{255, 255, 255, 255, 255, 255}));
}
TEST(StackText, WhatIsNoHeaderNamesTheNearest) {
  EXPECT_EQ(
      message(parse_header_stack("eth/ip4/udp")),
      "unknown header \"ip4\"; the nearest is \"ipv4\", of these: eth vlan mpls arp ipv4 ipv6 udp tcp icmp "
      "vxlan gre");
  EXPECT_EQ(message(parse_header_stack("")),
            "wants up to 32 headers like eth/vlan/ipv4/udp (or udp4, udp6), found \"\"");
  EXPECT_FALSE(parse_header_stack("eth//udp"));
}

TEST(SizeMixText, SizesWeightsRangesAndNames) {
  EXPECT_EQ(sizes("218"), (Sizes{{218, 1}}));
  EXPECT_EQ(sizes("1518,64"), (Sizes{{1518, 1}, {64, 1}}));
  EXPECT_EQ(sizes("64:7,594:4,1518:1"), (Sizes{{64, 7}, {594, 4}, {1518, 1}}));
  EXPECT_EQ(sizes("imix"), (Sizes{{64, 7}, {594, 4}, {1518, 1}}));
  EXPECT_EQ(sizes("imix-vlan"), (Sizes{{68, 7}, {598, 4}, {1522, 1}}));
  EXPECT_EQ(sizes("imix6"), (Sizes{{84, 7}, {594, 4}, {1518, 1}}));
  EXPECT_EQ(sizes("64-256:64"), (Sizes{{64, 1}, {128, 1}, {192, 1}, {256, 1}}));
  EXPECT_EQ(sizes("64-1518").size(), 1455U);
}
TEST(SizeMixText, PrintsAsShortAsItWasWritten) {
  for (const char* text : {"218", "64:7,594:4,1518:1", "64-1518", "64-256:64", "64,65", "1518,64",
                           "64-66:2,70,100-400:100", "100-400:100,600:2"}) {
    const auto mix = parse_size_mix(text);
    ASSERT_TRUE(mix) << text;
    const std::string printed = print_size_mix(*mix);
    EXPECT_LE(printed.size(), std::string_view(text).size()) << printed;
    EXPECT_EQ(sizes(printed), sizes(text)) << printed;
  }
  EXPECT_EQ(print_size_mix(*parse_size_mix("64-1518")), "64-1518");
}
TEST(SizeMixText, WhatSendsNothingOrTwiceIsRefused) {
  EXPECT_EQ(message(parse_size_mix("64:0")),
            "the weight of \"64:0\": wants a whole number from 1 to 65535, found \"0\"");
  EXPECT_EQ(message(parse_size_mix("64,128,64")), "size 64 is there twice; give it a weight, like 64:2");
  EXPECT_EQ(message(parse_size_mix("100,64-128")), "size 100 is there twice; give it a weight, like 100:2");
  EXPECT_TRUE(message(parse_size_mix("63")).starts_with("size 63 is too small: "));
  EXPECT_TRUE(message(parse_size_mix("9023")).starts_with("size 9023 is too large: "));
  EXPECT_TRUE(message(parse_size_mix("imax")).starts_with("wants frame sizes like"));
}

TEST(PayloadText, EveryKindReadsBackAsItPrints) {
  for (const char* text :
       {"counter", "zeros", "ones", "random", "prbs31", "pattern:de ad be ef", "file:some bytes.bin"}) {
    const auto payload = parse_payload(text);
    ASSERT_TRUE(payload) << text;
    EXPECT_EQ(print_payload(*payload), text);
  }
  EXPECT_EQ(parse_payload("pattern:deadBE ef")->bytes, (std::vector<std::uint8_t>{0xde, 0xad, 0xbe, 0xef}));
  EXPECT_EQ(parse_payload("file:a:b")->file, "a:b");
}
TEST(PayloadText, WhatIsNoPayloadSaysWhatWouldBeOne) {
  for (const char* text : {"", "zeroes", "counter:1", "pattern", "file"})
    EXPECT_TRUE(message(parse_payload(text)).starts_with("wants counter, zeros, ones, random, prbs31, "))
        << text;
  for (const char* text : {"pattern:", "pattern:d", "pattern:xy", "pattern:0x10", "pattern:d e"})
    EXPECT_TRUE(message(parse_payload(text)).starts_with("wants bytes of two hexadecimal digits")) << text;
  EXPECT_EQ(message(parse_payload("file:")), "wants a file's name like file:bytes.bin, found \"file:\"");
}

TEST(ShapeText, EveryShapeReadsBackAsItPrints) {
  for (const char* text : {"constant", "poisson", "bursts:32", "bursts:100:1ms", "ramp:50%:10s"}) {
    const auto shape = parse_shape(text, {});
    ASSERT_TRUE(shape) << text;
    EXPECT_EQ(print_shape(*shape), text);
  }
}
TEST(ShapeText, ReachesTheScheduleAndLeavesItsOtherValues) {
  const auto bursts = parse_shape("bursts:100:1ms", {.load = {Load::Unit::percent, 5}});
  ASSERT_TRUE(bursts);
  EXPECT_EQ(bursts->shape, Schedule::Shape::bursts);
  EXPECT_EQ(bursts->burst_frames, 100U);
  EXPECT_EQ(bursts->burst_gap, std::chrono::milliseconds(1));
  EXPECT_EQ(bursts->load, (Load{Load::Unit::percent, 5}));
  EXPECT_FALSE(parse_shape("bursts:7", *bursts)->burst_gap) << "a gap of the shape before";
  const auto ramp = parse_shape("ramp:1kfps:10s", {});
  ASSERT_TRUE(ramp);
  EXPECT_EQ(ramp->ramp_to, (Load{Load::Unit::frames_per_second, 1000}));
  EXPECT_EQ(ramp->ramp_over, std::chrono::seconds(10));
}
TEST(ShapeText, WhatIsNoShapeSaysWhatWouldBeOne) {
  for (const char* text : {"", "bursts", "ramp:50%", "ramp:50%:1s:2s", "poisson:1"})
    EXPECT_TRUE(message(parse_shape(text, {})).starts_with("wants constant, poisson, bursts:32 ")) << text;
  EXPECT_EQ(message(parse_shape("bursts:0", {})), "wants a whole number from 1 to 1000000, found \"0\"");
  EXPECT_EQ(message(parse_shape("ramp:50%:0s", {})), "a ramp takes more than no time; say a time like 10s");
  EXPECT_EQ(message(parse_shape("ramp:101%:1s", {})),
            "\"101%\" is more than the link carries; say 100% or less");
}

}  // namespace
}  // namespace pktgen
