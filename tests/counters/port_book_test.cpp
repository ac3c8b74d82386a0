#include "counters/port_book.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pktgen {
namespace {

using std::chrono::milliseconds;
using Values = std::vector<std::uint64_t>;
using Strings = std::vector<std::string>;
constexpr Nanoseconds kPoll = milliseconds(200);

TEST(PortBook, PutsEachCounterIntoItsBucketAndTheRestBesideIt) {
  const Strings names{"rx_good_packets", "rx_crc_errors",  "rx_jabber_errors", "rx_oversize_errors",
                      "rx_xoff_packets", "tx_xon_packets", "rx_new_thing"};
  PortBook book("net_i40e", names, {});
  EXPECT_EQ(book.wanted(), (std::vector<std::size_t>{1, 2, 3, 4, 5, 6}));
  const PortCounters before = book.take({100, 200, 3, 4}, Values{10, 20, 30, 40, 50, 60}, kPoll);
  const PortCounters after = book.take({110, 220, 33, 44}, Values{11, 22, 33, 44, 55, 66}, kPoll);
  EXPECT_EQ(after.since(before), (PortCounters{.tx_frames = 10,
                                               .rx_frames = 20,
                                               .rx_missed = 30,
                                               .rx_no_buffer = 40,
                                               .rx_crc_errors = 1,
                                               .rx_oversize = 3,
                                               .rx_pause = 4,
                                               .tx_pause = 5,
                                               .others = {{"rx_jabber_errors", 2}, {"rx_new_thing", 6}}}));
}

TEST(PortBook, AddsTheQueueDropsOfIxgbeToWhatItMissed) {
  const Strings names{"rx_q0_errors", "rx_q1_errors", "rx_total_missed_packets", "rx_priority0_dropped"};
  PortBook book("net_ixgbe", names, {});
  EXPECT_EQ(book.wanted(), (std::vector<std::size_t>{0, 1}));
  const PortCounters before = book.take({0, 0, 5, 0}, Values{0, 0}, kPoll);
  EXPECT_EQ(book.take({0, 0, 8, 0}, Values{100, 20}, kPoll).since(before).rx_missed, 123u);
}

TEST(PortBook, TakesTheRulesWordForWhichNamesCountWhat) {
  const Strings names{"rx_crc_errors", "rx_bad_fcs", "rx_xoff_packets"};
  const CounterRules rules{.crc_errors = Strings{"rx_bad_fcs"}, .pause_received = Strings{}};
  PortBook book("net_x", names, rules);
  const PortCounters before = book.take({}, Values{0, 0, 0}, kPoll);
  const PortCounters grown = book.take({}, Values{1, 20, 300}, kPoll).since(before);
  EXPECT_EQ(grown.rx_crc_errors, 20u);
  EXPECT_EQ(grown.rx_pause, 0u);
  EXPECT_EQ(grown.others, (std::vector<NamedCount>{{"rx_crc_errors", 1}, {"rx_xoff_packets", 300}}));
}

TEST(PortBook, RegistersOf32And48BitsMayWrapInTheMiddleOfATrial) {
  const Strings names{"rx_crc_errors"};
  PortBook book("net_i40e", names, {.kind = CounterKind::wraps, .frame_bits = 48, .error_bits = 32});
  const PortCounters before =
      book.take({281'474'976'710'000, 281'474'976'710'655, 4'294'967'290, 0}, Values{4'294'967'295}, kPoll);
  const PortCounters grown = book.take({1'000, 0, 10, 0}, Values{2}, kPoll).since(before);
  EXPECT_EQ(grown.tx_frames, 1'656u);
  EXPECT_EQ(grown.rx_frames, 1u);
  EXPECT_EQ(grown.rx_missed, 16u);
  EXPECT_EQ(grown.rx_crc_errors, 3u);
  EXPECT_EQ(grown.jumped, 0u);
}

TEST(PortBook, TellsARegisterThatStuckBetweenTwoReadings) {
  PortBook book("net_ixgbe", {}, {.kind = CounterKind::sums_of_cleared, .frame_bits = 32, .error_bits = 32});
  const PortCounters before = book.take({7, 1'000, 0, 0}, {}, kPoll);
  const PortCounters grown = book.take({7, 4'294'968'295, 0, 0}, {}, milliseconds(300'000)).since(before);
  EXPECT_EQ(grown.saturated, 1u);
  const PortCounters then = book.last();
  const PortCounters later = book.take({8, 4'294'968'300, 0, 0}, {}, kPoll).since(then);
  EXPECT_EQ(later.saturated, 0u);
}

TEST(PortBook, ADeviceThatIsGoneKeepsItsLastGoodNumbers) {
  const std::uint64_t ones = ~std::uint64_t{0};
  const Strings names{"erpt"};
  PortBook book("net_atlantic", names, {.dead_all_ones_bits = {32, 64}});
  const PortCounters before = book.take({10, 10, 0, 0}, Values{0}, kPoll);
  EXPECT_FALSE(book.take({20, 30, 1, 0}, Values{0}, kPoll).is_gone);
  const PortCounters gone = book.take({ones, ones, ones, 0}, Values{ones}, kPoll).since(before);
  EXPECT_TRUE(gone.is_gone);
  EXPECT_EQ(gone.tx_frames, 10u);
  EXPECT_EQ(gone.rx_frames, 20u);
  EXPECT_EQ(gone.rx_missed, 1u);
  EXPECT_EQ(gone.others, std::vector<NamedCount>{});
}

TEST(PortBook, AResetByAnotherProgramMakesNoFrames) {
  PortBook book("net_atlantic", {}, {});
  const PortCounters before = book.take({5'000'000'000, 9'000'000'000, 0, 0}, {}, kPoll);
  book.take({5'000'000'100, 0, 0, 0}, {}, kPoll);
  const PortCounters grown = book.take({5'000'000'200, 9'000'000'400, 0, 0}, {}, kPoll).since(before);
  EXPECT_EQ(grown.tx_frames, 200u);
  EXPECT_EQ(grown.rx_frames, 0u);
  EXPECT_EQ(grown.jumped, 2u);
}

}  // namespace
}  // namespace pktgen
