#include "eeprom/netlink_pages.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "support/module_bytes.h"

namespace pktgen {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// ethtool's family has number 21 = 0x15.
const char* const kFamily =
    "1c000000 1000 0000 01000000 00000000 01 02 0000"
    "0600 0100 1500 0000";

struct Netlink {
  Bytes page_answer;
  std::vector<Bytes> asked{};

  KernelAnswer read(const MemoryPart& part) {
    return read_page(
        [this](ByteView message) -> KernelAnswer {
          asked.emplace_back(message.begin(), message.end());
          return asked.size() == 1 ? from_hex(kFamily) : page_answer;
        },
        "eth1", part);
  }
};

TEST(NetlinkPages, AreAskedForByPageOffsetAndAddress) {
  Netlink netlink{
      from_hex("20000000 1500 0000 01000000 00000000 28 01 0000"
               "0a00 0700 112233445566 0000")};
  const auto bytes = netlink.read({.page = 0x11, .first = 128, .count = 6});
  ASSERT_TRUE(bytes) << bytes.error();
  EXPECT_EQ(*bytes, from_hex("112233445566"));
  ASSERT_EQ(netlink.asked.size(), 2u);
  EXPECT_EQ(netlink.asked[0], from_hex("20000000 1000 0100 01000000 00000000 03 01 0000"
                                       "0c00 0200 657468746f6f6c00"));  // "ethtool"
  EXPECT_EQ(netlink.asked[1], from_hex("4c000000 1500 0100 01000000 00000000 1f 01 0000"
                                       "1000 0180 0900 0200 6574683100 000000"  // "eth1"
                                       "0800 0200 80000000"
                                       "0800 0300 06000000"
                                       "0500 0400 11 000000"
                                       "0500 0500 00 000000"
                                       "0500 0600 50 000000"));
}

TEST(NetlinkPages, HandOnWhatTheKernelRefuses) {
  Netlink netlink{
      from_hex("24000000 0200 0000 01000000 00000000 a1ffffff 00000000 00000000 00000000 00000000")};
  const auto bytes = netlink.read({});
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error(), EOPNOTSUPP);
}

TEST(NetlinkPages, ReadNoFurtherThanTheAnswer) {
  for (const char* const answer :
       {"", "24000000", "ff000000 1500 0000 01000000 00000000 28 01 0000 0a00 0700 1122",
        "1c000000 1500 0000 01000000 00000000 28 01 0000 ff00 0700 1122 0000",
        "18000000 1500 0000 01000000 00000000 28 01 0000 0200 0700",
        "14000000 0200 0000 01000000 00000000 a1ffffff"}) {
    Netlink netlink{from_hex(answer)};
    const auto bytes = netlink.read({});
    ASSERT_FALSE(bytes) << answer;
    EXPECT_TRUE(bytes.error() == EBADMSG || bytes.error() == EOPNOTSUPP) << answer;
  }
}

}  // namespace
}  // namespace pktgen
