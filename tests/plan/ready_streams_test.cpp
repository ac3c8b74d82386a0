#include "plan/ready_streams.h"

#include <cstdio>
#include <gtest/gtest.h>

#include "plan/stream_values.h"

namespace pktgen {
namespace {

constexpr MacAddress kOwn{2, 0, 0, 0, 0, 0xa}, kPeer{2, 0, 0, 0, 0, 0xb}, kGiven{2, 0, 0, 0, 0, 0xc};

TEST(PortMacs, StandWhereTheStackNamesNone) {
  HeaderStack stack = *parse_header_stack("eth/ipv4/udp");
  fill_macs(stack, kOwn, kPeer);
  EXPECT_EQ(std::get<EthernetHeader>(stack[0]).src, kOwn);
  EXPECT_EQ(std::get<EthernetHeader>(stack[0]).dst, kPeer);
}
TEST(PortMacs, LeaveWhatWasGivenAndWhatLiesInATunnel) {
  HeaderStack stack = *parse_header_stack("eth/ipv4/udp/vxlan/eth/ipv4/udp");
  std::get<EthernetHeader>(stack[0]).dst = kGiven;
  fill_macs(stack, kOwn, kPeer);
  EXPECT_EQ(std::get<EthernetHeader>(stack[0]).src, kOwn);
  EXPECT_EQ(std::get<EthernetHeader>(stack[0]).dst, kGiven);
  EXPECT_EQ(std::get<EthernetHeader>(stack[4]).src, (MacAddress{2, 0, 0, 0, 0, 1}));
}
TEST(PortMacs, AreTheSenderOfAnArpRequestToAll) {
  HeaderStack stack = *parse_header_stack("eth/vlan/arp");
  fill_macs(stack, kOwn, kPeer);
  EXPECT_EQ(std::get<ArpMessage>(stack[2]).sender_mac, kOwn);
  EXPECT_EQ(std::get<ArpMessage>(stack[2]).target_mac, MacAddress{});
  HeaderStack untagged = *parse_header_stack("eth/arp");
  fill_macs(untagged, kOwn, kPeer);
  EXPECT_EQ(std::get<EthernetHeader>(untagged[0]).dst, (MacAddress{255, 255, 255, 255, 255, 255}));
}

std::vector<StreamSpec> with_file(const std::string& path) {
  StreamSpec stream{.name = "x", .place = "plan.toml:1:1: stream[0]"};
  stream.payload = *parse_payload("file:" + path);
  return {stream};
}

std::string written(std::size_t bytes) {
  const std::string path = testing::TempDir() + "ready_streams_test.bin";
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  EXPECT_NE(file, nullptr);
  for (std::size_t i = 0; i < bytes; ++i) std::fputc(static_cast<int>(i % 251), file);
  std::fclose(file);
  return path;
}

TEST(PayloadFiles, AreReadWhole) {
  auto streams = with_file(written(300));
  ASSERT_TRUE(load_payloads(streams));
  ASSERT_EQ(streams[0].payload.bytes.size(), 300U);
  EXPECT_EQ(streams[0].payload.bytes[299], 48);
}
TEST(PayloadFiles, ThatCantBePayloadsAreRefusedWithTheStreamsPlace) {
  auto missing = with_file("/nowhere/bytes.bin");
  const auto read = load_payloads(missing);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::environment);
  EXPECT_EQ(read.error().message,
            "plan.toml:1:1: stream[0]: payload /nowhere/bytes.bin can't be read: No such file "
            "or directory; check the path");
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{9023}}) {
    auto streams = with_file(written(bytes));
    EXPECT_EQ(load_payloads(streams).error().kind, ErrorKind::plan) << bytes;
  }
  auto largest = with_file(written(9022));
  EXPECT_TRUE(load_payloads(largest));
}

}  // namespace
}  // namespace pktgen
