#include "host/kernel_path.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

InterfaceFacts named(const char* name) {
  InterfaceFacts facts;
  facts.name = name;
  return facts;
}

TEST(KernelPath, IsAPacketSocketUpTo1518Bytes) {
  const auto path = choose_kernel_path(named("eth1"), FrameBytes{1518}, 0);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->device, "net_af_packet0,iface=eth1,framesz=2048,framecnt=8192,blocksz=65536");
  EXPECT_EQ(path->driver, "net_af_packet");
  EXPECT_EQ(path->largest_frame.count, 1518u);
  EXPECT_EQ(path->notes.size(), 1u);
}

TEST(KernelPath, IsLibpcapForLargerFrames) {
  const auto path = choose_kernel_path(named("eth1"), FrameBytes{1522}, 1);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->device, "net_pcap1,iface=eth1,phy_mac=1");
  EXPECT_EQ(path->driver, "net_pcap");
  EXPECT_EQ(path->largest_frame.count, 9022u);
  EXPECT_EQ(path->notes.size(), 2u);
}

TEST(KernelPath, RefusesNamesThatWouldReadAsMoreArguments) {
  const auto path = choose_kernel_path(named("eth1,qpairs=2"), FrameBytes{64}, 0);
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().kind, ErrorKind::port);
}

}  // namespace
}  // namespace pktgen
