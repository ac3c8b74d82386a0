#include "track/loss_log.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

Gap gap(std::uint64_t first, std::uint64_t last, std::size_t stream = 0) {
  return {.stream = stream, .first = first, .last = last};
}

TEST(LossLog, CountsGapsAndTheirFrames) {
  LossLog log(10);
  EXPECT_EQ(log.add(gap(5, 5)), 1u);
  EXPECT_EQ(log.add(gap(10, 19)), 2u);
  EXPECT_EQ(log.events(), 2u);
  EXPECT_EQ(log.frames(), 11u);
  EXPECT_EQ(log.find(2)->missing, 10u);
}

TEST(LossLog, AGapThatIsFilledIsNone) {
  LossLog log(10);
  log.add(gap(5, 6));
  log.filled(0, 6);
  EXPECT_EQ(log.find(1)->missing, 1u);
  log.filled(0, 5);
  EXPECT_EQ(log.find(1), nullptr);
  EXPECT_EQ(log.events(), 0u);
  EXPECT_EQ(log.frames(), 0u);
  EXPECT_TRUE(log.kept().empty());
}

TEST(LossLog, StreamsHaveTheirOwnNumbers) {
  LossLog log(10);
  log.add(gap(5, 5, 0));
  log.add(gap(5, 5, 1));
  log.filled(0, 5);
  ASSERT_EQ(log.kept().size(), 1u);
  EXPECT_EQ(log.kept()[0].stream, 1u);
}

TEST(LossLog, KeepsTheFirstAndCountsTheRest) {
  LossLog log(2);
  for (std::uint64_t i = 0; i < 100; ++i) log.add(gap(i * 10, i * 10 + 1));
  EXPECT_EQ(log.kept().size(), 2u);
  EXPECT_EQ(log.events(), 100u);
  EXPECT_EQ(log.unkept(), 98u);
  log.filled(0, 990);
  log.filled(0, 991);
  EXPECT_EQ(log.events(), 99u) << "the newest are still known";
  log.filled(0, 300);
  EXPECT_EQ(log.unmatched(), 1u) << "older ones aren't";
  EXPECT_EQ(log.frames(), 198u);
}

}  // namespace
}  // namespace pktgen
