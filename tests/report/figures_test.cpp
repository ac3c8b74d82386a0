#include "report/figures.h"

#include <gtest/gtest.h>

#include "example_run.h"

namespace pktgen {
namespace {

/// The row of a size from the first port to the second.
Row row_of(const RunRecord& run, std::uint64_t size, Direction direction = Direction::a_to_b) {
  for (const Row& row : rows_of(run)) {
    if (row.trial->size.count == size && row.direction == direction) return row;
  }
  ADD_FAILURE() << "no row of " << size;
  return {};
}

/// One direction of one trial at any load.
RunRecord single(FrameBytes size, std::uint64_t delivered, LinkBitsPerSecond link, Nanoseconds time) {
  RunRecord run;
  JudgedTrial judged;
  judged.trial.size = size;
  judged.trial.directions = {Direction::a_to_b};
  DirectionOutcome way;
  way.load = {static_cast<double>(delivered) / seconds(time)};
  way.link = link;
  way.sending_time = time;
  way.tx = {.due = delivered, .sent = delivered};
  way.ledger = make_ledger(delivered, {.delivered = delivered}, {}, {});
  judged.outcome.directions = {way};
  judged.verdicts = {{Verdict::pass, {}}};
  run.trials = {judged};
  return run;
}

TEST(Figures, OfAFullTenGigabitLinkAreTheTextbooks) {
  const RunRecord run = passing_run();
  const Figures f = row_of(run, 1'518).figures;
  EXPECT_NEAR(f.delivered->count, 812'743, 1e-6);
  EXPECT_NEAR(*f.l1_bits_per_second, 9'999'989'872, 1);
  EXPECT_NEAR(*f.goodput_limit_bits_per_second, 9'570'871'261, 1);
  EXPECT_NEAR(*f.tcp_equivalent_bits_per_second, 9.41e9, 0.01e9);
  EXPECT_NEAR(*f.header_overhead_percent, 4.29128738, 1e-6);
  EXPECT_NEAR(*row_of(run, 9'018).figures.tcp_equivalent_bits_per_second, 9.90e9, 0.01e9);
  EXPECT_EQ(row_of(run, 64).figures.tcp_equivalent_bits_per_second, std::nullopt);
  EXPECT_EQ(f.loss_ratio, 0.0);
}

TEST(Figures, KeepL1AndL2Apart) {  // FC-32
  const RunRecord run = single({128}, 4'222'973, {10'000'000'000}, std::chrono::seconds(1));
  const Figures f = row_of(run, 128).figures;
  EXPECT_NEAR(*f.l1_bits_per_second, 5.000e9, 1e3);
  EXPECT_NEAR(*f.l2_bits_per_second, 4.324324352e9, 1);
  EXPECT_NEAR(*f.load_percent, 50.0, 1e-4);
  const RunRecord full = single({64}, 14'880'952, {10'000'000'000}, std::chrono::seconds(1));
  EXPECT_NEAR(*row_of(full, 64).figures.l1_bits_per_second, 10.000e9, 1e3);
  EXPECT_NEAR(*row_of(full, 64).figures.l2_bits_per_second, 7.619e9, 1e6);
}

TEST(Figures, RecomputePublishedRows) {  // FC-28, FC-29, FC-46
  const RunRecord slow = single({64}, 1'983'681, {10'000'000'000}, std::chrono::seconds(1));
  EXPECT_NEAR(*row_of(slow, 64).figures.l1_bits_per_second, 1'333.03e6, 0.01e6);
  EXPECT_NEAR(*row_of(slow, 64).figures.delivered_percent, 13.33, 0.005);
  const RunRecord ipgen = single({64}, 521'343, {1'000'000'000}, std::chrono::seconds(1));
  EXPECT_NEAR(*row_of(ipgen, 64).figures.l2_bits_per_second, 266.93e6, 0.005e6);
  EXPECT_NEAR(*row_of(ipgen, 64).figures.delivered_percent, 35.03, 0.005);
  const RunRecord gigabit = single({1'518}, 81'274, {1'000'000'000}, std::chrono::seconds(1));
  EXPECT_NEAR(*row_of(gigabit, 1'518).figures.l2_bits_per_second, 986.991e6, 0.001e6);
}

TEST(Figures, DivideByTheMeasuredTime) {  // FC-34
  const RunRecord run = single({64}, 20'089'286, {10'000'000'000}, std::chrono::milliseconds(1'350));
  EXPECT_NEAR(row_of(run, 64).figures.delivered->count, 14'880'952.6, 0.1);
}

TEST(Figures, ComeFromFramesAndNotFromByteCounters) {  // FC-38
  const RunRecord run = single({64}, 1'000'000, {}, std::chrono::seconds(1));
  EXPECT_NEAR(*row_of(run, 64).figures.l2_bits_per_second, 512e6, 1);
}

TEST(Figures, AnUnknownLinkSpeedGivesRatesButNoPercentages) {
  const RunRecord run = single({64}, 1'000, {}, std::chrono::seconds(1));
  const Figures f = row_of(run, 64).figures;
  EXPECT_NEAR(f.delivered->count, 1'000, 1e-9);
  EXPECT_EQ(f.load_percent, std::nullopt);
  EXPECT_EQ(f.delivered_percent, std::nullopt);
  EXPECT_FALSE(f.line_rate);
  EXPECT_EQ(f.goodput_limit_bits_per_second, std::nullopt);
}

TEST(Figures, OfATrialWithALinkDownAreNothing) {
  const RunRecord run = example_run();
  const Figures f = row_of(run, 512).figures;
  EXPECT_FALSE(f.offered || f.delivered || f.latency);
  EXPECT_FALSE(f.l1_bits_per_second || f.goodput_bits_per_second || f.loss_ratio);
  EXPECT_TRUE(f.line_rate);
}

TEST(Figures, OfATrialThatWasNotStartedAreNothingButWhatWasAsked) {
  const RunRecord run = example_run();
  const Figures f = row_of(run, 1'024).figures;
  EXPECT_FALSE(f.offered || f.delivered || f.loss_ratio);
  EXPECT_NEAR(f.asked->count, 1'197'318.01, 0.01);
  EXPECT_NEAR(*f.load_percent, 100.0, 1e-9);
}

TEST(Figures, HaveNoLossRatioWhereTheTesterFellShort) {
  const RunRecord run = example_run();
  EXPECT_EQ(row_of(run, 256).figures.loss_ratio, std::nullopt);
  EXPECT_EQ(row_of(run, 256, Direction::b_to_a).figures.loss_ratio, std::nullopt);
  EXPECT_NEAR(*row_of(run, 128).figures.loss_ratio, 0.00099989, 1e-8);
}

TEST(Figures, HaveNoOverheadOfNothingDelivered) {
  const RunRecord run = example_run();
  EXPECT_EQ(row_of(run, 9'018).figures.header_overhead_percent, std::nullopt);
  EXPECT_EQ(row_of(run, 9'018).figures.goodput_bits_per_second, 0.0);
  EXPECT_EQ(row_of(run, 9'018).figures.loss_ratio, 1.0);
}

}  // namespace
}  // namespace pktgen
