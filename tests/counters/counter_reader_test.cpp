#include "counters/counter_reader.h"

#include <gtest/gtest.h>

#include <vector>

namespace pktgen {
namespace {

using Numbers = std::vector<std::uint64_t>;

/// What is had of readings, one by one: the growth of each.
Numbers growths(CounterReader& reader, const Numbers& raw, std::uint64_t most = CounterReader::kAnything) {
  Numbers by;
  for (const std::uint64_t value : raw) {
    const std::uint64_t before = reader.total();
    reader.take(value, most);
    by.push_back(reader.total() - before);
  }
  return by;
}

CounterReader reader_of(CounterKind kind, std::uint32_t bits = 64) {
  return CounterReader({.kind = kind, .bits = bits, .dead_all_ones_bits = {}});
}

TEST(CounterReader, CountsFromTheFirstReadingOn) {
  auto reader = reader_of(CounterKind::grows);
  EXPECT_EQ(growths(reader, {5'000'000'000, 5'000'000'000, 5'000'000'007}), (Numbers{0, 0, 7}));
  EXPECT_EQ(reader.total(), 7u);
}

TEST(CounterReader, AWrapOf32BitsLosesNothing) {
  auto reader = reader_of(CounterKind::wraps, 32);
  EXPECT_EQ(growths(reader, {4'294'967'290, 4, 4, 100, 4'000'000'000, 5}, 4'100'000'000),
            (Numbers{0, 10, 0, 96, 3'999'999'900, 294'967'301}));
  EXPECT_EQ(reader.jumped(), 0u);
}

TEST(CounterReader, AWrapOf48BitsLosesNothing) {
  auto reader = reader_of(CounterKind::wraps, 48);
  EXPECT_EQ(growths(reader, {281'474'976'710'600, 1'000}), (Numbers{0, 1'056}));
}

TEST(CounterReader, ASumOfTwoRegistersOf32BitsThatWrapOneByOneIsExact) {
  // 4,294,967,290 + 4,294,967,000, then the first wraps to 4, then the second to 10.
  auto reader = reader_of(CounterKind::wraps, 32);
  EXPECT_EQ(growths(reader, {8'589'934'290, 4'294'967'004, 14}, 1'000), (Numbers{0, 10, 306}));
}

TEST(CounterReader, AStepBackOfAFewIsNoWrap) {
  auto reader = reader_of(CounterKind::wraps, 48);
  EXPECT_EQ(growths(reader, {5'000'000, 4'999'890, 4'999'990}), (Numbers{0, 0, 100}));
  EXPECT_EQ(reader.jumped(), 1u);
}

TEST(CounterReader, AResetIsNoWrapWhenSoMuchCannotHaveCome) {
  // 3,000,000,000 to 5 is a wrap of 1,294,967,301 frames, or a reset and 5 frames: 200 ms carry 40 million.
  auto wrap = reader_of(CounterKind::wraps, 32);
  EXPECT_EQ(growths(wrap, {3'000'000'000, 5}), (Numbers{0, 1'294'967'301}));
  auto reset = reader_of(CounterKind::wraps, 32);
  EXPECT_EQ(growths(reset, {3'000'000'000, 5, 25}, 40'000'000), (Numbers{0, 5, 20}));
  EXPECT_EQ(reset.jumped(), 1u);
}

TEST(CounterReader, AnAbsoluteCounterThatIsResetGoesOnFromZero) {
  auto reader = reader_of(CounterKind::grows);
  EXPECT_EQ(growths(reader, {1'000'000, 1'500'000, 300, 400}), (Numbers{0, 500'000, 300, 100}));
  EXPECT_EQ(reader.jumped(), 1u);
}

TEST(CounterReader, AnAbsoluteCounterThatComesBackAfterAResetIsNoTraffic) {
  // The driver zeroes its copy, and the next read loads the card's number again.
  auto reader = reader_of(CounterKind::grows);
  EXPECT_EQ(growths(reader, {1'000'000, 0, 1'000'600}, 10'000), (Numbers{0, 0, 0}));
  EXPECT_EQ(reader.jumped(), 2u);
}

TEST(CounterReader, ClearingReadingsAddUp) {
  auto reader = reader_of(CounterKind::clears_on_read, 32);
  EXPECT_EQ(growths(reader, {100, 0, 250, 7}), (Numbers{100, 0, 250, 7}));
  EXPECT_EQ(reader.total(), 357u);
  EXPECT_EQ(reader.saturated(), 0u);
}

TEST(CounterReader, AClearingReadingAtItsEndIsTooLittle) {
  auto reader = reader_of(CounterKind::clears_on_read, 32);
  EXPECT_EQ(growths(reader, {100, 4'294'967'295, 3}), (Numbers{100, 4'294'967'295, 3}));
  EXPECT_EQ(reader.saturated(), 1u);
}

TEST(CounterReader, ACounterThatSticksIsTooLittleFromThenOn) {
  auto reader = reader_of(CounterKind::sticks, 32);
  EXPECT_EQ(growths(reader, {4'294'967'000, 4'294'967'200, 4'294'967'295, 4'294'967'295}),
            (Numbers{0, 200, 95, 0}));
  EXPECT_EQ(reader.saturated(), 2u);
  EXPECT_EQ(reader.jumped(), 0u);
}

TEST(CounterReader, ADriversSumThatGrowsByAllOnesOfARegisterIsTooLittle) {
  auto reader = reader_of(CounterKind::sums_of_cleared, 32);
  EXPECT_EQ(growths(reader, {10, 20, 4'294'967'315, 4'294'967'316}), (Numbers{0, 10, 4'294'967'295, 1}));
  EXPECT_EQ(reader.saturated(), 1u);
}

TEST(CounterReader, ADriversSumMayGrowBeyondTheRegister) {
  auto reader = reader_of(CounterKind::sums_of_cleared, 32);
  EXPECT_EQ(growths(reader, {0, 4'000'000'000, 8'000'000'000}), (Numbers{0, 4'000'000'000, 4'000'000'000}));
  EXPECT_EQ(reader.saturated(), 0u);
}

TEST(CounterReader, AllOnesOfADeviceThatIsGoneAreNoNumber) {
  CounterReader reader({.kind = CounterKind::grows, .bits = 64, .dead_all_ones_bits = {32, 64}});
  EXPECT_EQ(growths(reader, {1'000, 1'200, 18'446'744'073'709'551'615u}), (Numbers{0, 200, 0}));
  EXPECT_TRUE(reader.is_dead());
  reader.take(4'294'967'295);
  EXPECT_TRUE(reader.is_dead());
  EXPECT_EQ(reader.total(), 200u);
  EXPECT_EQ(reader.jumped(), 0u);
  reader.take(1'250);
  EXPECT_FALSE(reader.is_dead());
  EXPECT_EQ(reader.total(), 250u);
}

TEST(CounterReader, AllOnesAreANumberWhereNothingSaysThatTheyMeanADeadDevice) {
  auto reader = reader_of(CounterKind::grows);
  EXPECT_EQ(growths(reader, {4'294'967'294, 4'294'967'295, 4'294'967'296}), (Numbers{0, 1, 1}));
  EXPECT_FALSE(reader.is_dead());
}

TEST(CounterReader, AGrowthThatCannotHaveComeIsNotCounted) {
  auto reader = reader_of(CounterKind::grows);
  EXPECT_EQ(growths(reader, {100, 200, 4'294'967'495, 4'294'967'500}, 1'000), (Numbers{0, 100, 0, 5}));
  EXPECT_EQ(reader.jumped(), 1u);
}

}  // namespace
}  // namespace pktgen
