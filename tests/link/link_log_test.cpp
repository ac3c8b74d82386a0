#include "link/link_log.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

using Downs = std::vector<LinkLog::Down>;

TEST(LinkLog, KnowsNothingOfALinkThatStaysUp) {
  LinkLog log;
  log.look({10}, true);
  log.look({30}, true, 5);
  EXPECT_EQ(log.downs(), Downs{});
  EXPECT_TRUE(log.is_up());
}

TEST(LinkLog, TellsWhenALinkWentDownAndCameBack) {
  LinkLog log;
  log.look({10}, true);
  log.look({30}, false);
  EXPECT_FALSE(log.is_up());
  EXPECT_EQ(log.downs(), (Downs{{.from = {30}}}));
  log.look({50}, false);
  log.look({70}, true);
  log.look({90}, false);
  log.look({110}, true);
  EXPECT_EQ(log.downs(), (Downs{{.from = {30}, .to = {70}}, {.from = {90}, .to = {110}}}));
}

TEST(LinkLog, TellsADownThatNoLookSawButSomebodyCounted) {
  LinkLog log;
  log.look({10}, true, 41);
  log.look({30}, true, 43);
  EXPECT_EQ(log.downs(), (Downs{{.from = {10}, .to = {30}, .at_most = true}, {{10}, {30}, true}}));
  log.look({50}, true, 43);
  EXPECT_EQ(log.downs().size(), 2u);
}

TEST(LinkLog, CountsADownThatWasSeenOnce) {
  LinkLog log;
  log.look({10}, true, 41);
  log.look({30}, false, 42);
  log.look({50}, true, 42);
  EXPECT_EQ(log.downs(), (Downs{{.from = {30}, .to = {50}}}));
  log.look({70}, true, 43);
  EXPECT_EQ(log.downs().size(), 2u);
  EXPECT_TRUE(log.downs()[1].at_most);
}

TEST(LinkLog, CountsADownOnceWhereTheCountRanAheadOfTheLook) {
  LinkLog log;
  log.look({10}, true, 41);
  log.look({30}, true, 42);
  log.look({50}, false, 42);
  log.look({70}, true, 42);
  EXPECT_EQ(log.downs(), (Downs{{.from = {10}, .to = {70}}}));
}

TEST(LinkLog, BeginsWithALinkThatIsDown) {
  LinkLog log;
  log.look({10}, false, 7);
  log.look({30}, true, 7);
  EXPECT_EQ(log.downs(), (Downs{{.from = {10}, .to = {30}}}));
}

TEST(LinkLog, ForgetsWhatWasOurOwnDoing) {
  LinkLog log;
  log.look({10}, true, 41);
  log.look({30}, false, 42);
  log.excuse();
  log.look({90}, true, 42);
  log.look({110}, true, 42);
  EXPECT_EQ(log.downs(), Downs{});
}

TEST(LinkLog, StartsAnewWithAnInterfaceThatWasMadeAnew) {
  LinkLog log;
  log.look({10}, true, 41);
  log.look({30}, true, 2);
  EXPECT_EQ(log.downs(), Downs{});
}

TEST(LinkLog, KeepsTheNewestThousand) {
  LinkLog log;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    log.look({2 * i}, false);
    log.look({2 * i + 1}, true);
  }
  EXPECT_EQ(log.downs().size(), 1000u);
  EXPECT_EQ(log.downs().back().from, Ticks{3998});
}

}  // namespace
}  // namespace pktgen
