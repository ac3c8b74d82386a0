#include "wire/frame.h"

#include <gtest/gtest.h>

#include "wire/checksum.h"
#include "wire/foreign.h"
#include "wire/signature.h"

namespace pktgen {
namespace {

FrameLayout layout(Stack stack) {
  return {.stack = stack,
          .src_mac = {2, 0, 0, 0, 0, 1},
          .dst_mac = {2, 0, 0, 0, 0, 2},
          .src_ipv4 = {198, 18, 0, 1},
          .dst_ipv4 = {198, 19, 0, 1},
          .src_ipv6 = {0x20, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
          .dst_ipv6 = {0x20, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}};
}

TEST(Frame, OfUdpOverIpv4IsByteForByteThis) {
  const FrameTemplate frame = make_template(layout(Stack::udp4), 64_byte_frame);
  const std::vector<std::uint8_t> expected{
      0x02, 0,    0, 0,  0, 2,  0x02, 0,    0,  0,  0,    1,    0x08, 0x00,  // Ethernet
      0x45, 0,    0, 46, 0, 0,  0,    0,    64, 17, 0xee, 0x97, 198,  18,   0, 1, 198,  19,  0,
      1,                                     // IPv4, RFC 1071 by hand
      0xc0, 0x20, 0, 7,  0, 26, 0x0e, 0x10,  // UDP: 8c53 of the pseudo header + c041 + a55a = f1ef
      0x70, 0x67, 0, 0,  0, 0,  0,    0,    0,  0,  0,    0,    0,    0,    0, 0, 0x34, 0xf3};  // signature:
                                                                                                // a55a - 7067
                                                                                                // = 34f3
  EXPECT_EQ(frame.signature_at, 42u);
  EXPECT_EQ(frame.bytes, expected);
}

/// The ones' complement sum over a UDP datagram and its pseudo header is all ones if the checksum is right.
std::uint16_t udp_sum(ByteView frame, std::size_t ip, std::size_t ip_header, ByteView addresses) {
  const ByteView udp = frame.subspan(ip + ip_header);
  return ones_complement_fold(ones_complement_add(ones_complement_add(17 + udp.size(), addresses), udp));
}

TEST(Frame, HasRightChecksumsAtEverySizeAndAfterEveryStamp) {
  for (std::uint64_t size = 84; size <= 9022; size += 373) {
    FrameTemplate v4 = make_template(layout(Stack::udp4), {size});
    FrameTemplate v6 = make_template(layout(Stack::udp6), {size});
    for (const std::uint64_t sequence : {std::uint64_t{0}, std::uint64_t{0xffff'ffff}, k48Bits}) {
      stamp(&v4.bytes[v4.signature_at], {7, sequence, sequence / 3});
      stamp(&v6.bytes[v6.signature_at], {7, sequence, sequence / 3});
      const ByteView four(v4.bytes), six(v6.bytes);
      EXPECT_EQ(ones_complement_fold(ones_complement_add(0, four.subspan(14, 20))), 0xffff);
      EXPECT_EQ(udp_sum(four, 14, 20, four.subspan(26, 8)), 0xffff) << size;
      EXPECT_EQ(udp_sum(six, 14, 40, six.subspan(22, 32)), 0xffff) << size;
    }
  }
}

TEST(Frame, IsAsLongInTheBufferAsAskedLessTheFcs) {
  EXPECT_EQ(make_template(layout(Stack::udp4), {81}).bytes.size(), 77u);
  EXPECT_EQ(make_template(layout(Stack::udp4), {9000}).bytes.size(), 8996u);
  EXPECT_EQ(make_template(layout(Stack::eth), {64}).bytes.size(), 60u);
}

TEST(Frame, CarriesItsTagBehindTheAddresses) {
  FrameLayout tagged = layout(Stack::udp4);
  tagged.vlan = 100;
  const FrameTemplate frame = make_template(tagged, {68});
  EXPECT_EQ(frame.signature_at, 46u);
  EXPECT_EQ(load_be16(&frame.bytes[12]), 0x8100);
  EXPECT_EQ(load_be16(&frame.bytes[14]), 100);
  EXPECT_EQ(load_be16(&frame.bytes[16]), 0x0800);
}

TEST(Frame, HasASmallestSizeForEachStack) {
  EXPECT_EQ(smallest_frame(Stack::udp4, false).count, 64u);
  EXPECT_EQ(smallest_frame(Stack::udp4, true).count, 68u);
  EXPECT_EQ(smallest_frame(Stack::udp6, false).count, 84u);
  EXPECT_EQ(smallest_frame(Stack::udp6, true).count, 88u);
  EXPECT_EQ(smallest_frame(Stack::eth, false).count, 64u);
}

TEST(Frame, CountsTheHeadersThatGoodputLeavesOut) {
  EXPECT_EQ(overhead_bytes(Stack::udp4, false), 46u);
  EXPECT_EQ(overhead_bytes(Stack::udp4, true), 50u);
  EXPECT_EQ(overhead_bytes(Stack::udp6, false), 66u);
  EXPECT_EQ(overhead_bytes(Stack::eth, false), 18u);
}

TEST(Frame, CountsUpInThePayloadBehindTheSignature) {
  const FrameTemplate frame = make_template(layout(Stack::udp4), {400});
  EXPECT_EQ(frame.bytes[60], 0);
  EXPECT_EQ(frame.bytes[61], 1);
  EXPECT_EQ(frame.bytes[60 + 256], 0);
}

TEST(Addresses, ThatNoSwitchForwardsAreRefused) {
  FrameLayout group = layout(Stack::udp4), same = group, nowhere = group;
  group.src_mac = {1, 2, 3, 4, 5, 6};
  same.src_mac = same.dst_mac;
  nowhere.dst_mac = {};
  EXPECT_NE(check_addresses(group).error().message.find("src-mac"), std::string::npos);
  EXPECT_NE(check_addresses(same).error().message.find("same"), std::string::npos);
  EXPECT_NE(check_addresses(nowhere).error().message.find("dst-mac"), std::string::npos);
  EXPECT_TRUE(check_addresses(layout(Stack::udp4)));
}

TEST(Foreign, FramesAreNamedByWhatTheyAre) {
  std::vector<std::uint8_t> frame(60);
  EXPECT_EQ(classify_foreign(frame), Foreign::other);
  store_be16(&frame[12], 0x88cc);
  EXPECT_EQ(classify_foreign(frame), Foreign::lldp);
  store_be16(&frame[12], 0x0806);
  EXPECT_EQ(classify_foreign(frame), Foreign::arp);
  store_be16(&frame[12], 0x8100);
  store_be16(&frame[16], 0x0806);
  EXPECT_EQ(classify_foreign(frame), Foreign::arp);
  EXPECT_EQ(classify_foreign(ByteView(frame).first(13)), Foreign::other);
}

}  // namespace
}  // namespace pktgen
