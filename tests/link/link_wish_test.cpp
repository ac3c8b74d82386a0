#include "link/link_wish.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

TEST(LinkWish, ReadsTheSpeedsThatPeopleWrite) {
  EXPECT_EQ(parse_link_speed("10G"), 10_Gbps);
  EXPECT_EQ(parse_link_speed("2.5G"), LinkBitsPerSecond{2'500'000'000});
  EXPECT_EQ(parse_link_speed("100M"), LinkBitsPerSecond{100'000'000});
  EXPECT_EQ(print_speed(LinkBitsPerSecond{2'500'000'000}), "2.5G");
  EXPECT_EQ(print_speed({}), "unknown");
  EXPECT_EQ(parse_link_speed("3G").error().message,
            "wants a link's speed (10M, 100M, 1G, 2.5G, 5G, 10G, 20G, 25G, 40G, 50G, 56G, 100G, 200G), found "
            "\"3G\"");
}

TEST(LinkWish, SortsASetOfSpeedsAndTakesEachOnce) {
  EXPECT_EQ(parse_advertised("10G,2.5G,5G,10G"),
            (std::vector<LinkBitsPerSecond>{{2'500'000'000}, 5_Gbps, 10_Gbps}));
  EXPECT_FALSE(parse_advertised(""));
  EXPECT_FALSE(parse_advertised("1G,,10G"));
}

TEST(LinkWish, ReadsBackWhatItPrints) {
  for (const char* word : {"off", "rx", "tx", "on"}) EXPECT_EQ(name_of(*parse_pause(word)), word);
  for (const char* word : {"off", "rs", "baser", "auto"}) EXPECT_EQ(name_of(*parse_fec(word)), word);
  EXPECT_EQ(parse_pause("full").error().message, "wants off, rx, tx or on, found \"full\"");
  EXPECT_EQ(parse_fec("fc").error().message, "wants off, rs, baser or auto, found \"fc\"");
}

}  // namespace
}  // namespace pktgen
