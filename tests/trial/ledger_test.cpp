#include "trial/ledger.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

TEST(Ledger, BooksWhatOurOwnPortDroppedAsOurs) {
  const Ledger ledger = make_ledger(1'000'000, {.delivered = 970'000}, {.rx_missed = 30'000}, {});
  EXPECT_EQ(ledger, (Ledger{.sent = 1'000'000, .delivered = 970'000, .rx_missed = 30'000}));
}

TEST(Ledger, LeavesToTheDeviceWhatOurPortDoesNotExplain) {
  const Ledger ledger = make_ledger(1'000'000, {.delivered = 970'000}, {.rx_missed = 29'990}, {});
  EXPECT_EQ(ledger.lost, 10u);
}

TEST(Ledger, NeverExplainsMoreThanIsMissing) {
  const Ledger ledger = make_ledger(6'784'279, {.delivered = 6'784'279}, {.rx_missed = 2281}, {});
  EXPECT_EQ(ledger, (Ledger{.sent = 6'784'279, .delivered = 6'784'279, .unexplained = 2281}));
}

TEST(Ledger, ForeignFramesMakeUpForNothing) {
  ForeignCounts foreign{};
  foreign[static_cast<std::size_t>(Foreign::lldp)] = 4;
  const Ledger ledger = make_ledger(60'040, {.delivered = 60'036}, {.rx_frames = 60'040}, foreign);
  EXPECT_EQ(ledger.lost, 4u);
}

TEST(Ledger, BooksDamageOnTheWireByItsCounter) {
  const Ledger ledger = make_ledger(14'880'952, {.delivered = 14'880'803}, {.rx_crc_errors = 149}, {});
  EXPECT_EQ(ledger.rx_crc_errors, 149u);
  EXPECT_EQ(ledger.lost, 0u);
}

TEST(PortCounters, AreDifferencesThatNeverGoBelowZero) {
  const PortCounters before{.tx_frames = 5'000'000'000, .rx_frames = 10, .rx_pause = 132'000'000};
  const PortCounters after{.tx_frames = 5'000'000'007, .rx_frames = 4, .rx_pause = 132'041'337};
  EXPECT_EQ(after.since(before), (PortCounters{.tx_frames = 7, .rx_pause = 41'337}));
}

}  // namespace
}  // namespace pktgen
