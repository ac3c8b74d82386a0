#include "traffic/size_sequence.h"

#include <gtest/gtest.h>
#include <map>

namespace pktgen {
namespace {

SizeMix imix(SizeMix::Order order = SizeMix::Order::in_turn) {
  return {.parts = {{{64}, 7}, {{594}, 4}, {{1518}, 1}}, .order = order};
}

SizeSequence sequence(const SizeMix& mix, std::uint64_t seed = 1) {
  return SizeSequence::of(mix, seed).value();
}

std::string first(SizeSequence sizes, std::uint64_t frames) {
  std::string parts;
  for (std::uint64_t n = 0; n < frames; ++n) parts += static_cast<char>('0' + sizes.part_at(n));
  return parts;
}

TEST(SizeMix, HasTheMeanOfItsWeights) {
  EXPECT_DOUBLE_EQ(mean_frame_bytes(imix()), 361.8333333333333);  // 4342 / 12
  EXPECT_DOUBLE_EQ(mean_wire_bytes(imix()), 381.8333333333333);
  EXPECT_DOUBLE_EQ(mean_wire_bytes({.parts = {{{64}, 5}}}), 84);
}

TEST(SizeSequence, SpreadsEachSizeEvenlyOverItsCycle) {
  EXPECT_EQ(first(sequence(imix()), 24), "010010210010010010210010");
}

TEST(SizeSequence, GoesRoundSizesOfEqualWeight) {
  EXPECT_EQ(first(sequence({.parts = {{{64}, 3}, {{65}, 3}, {{66}, 3}}}), 7), "0120120");
}

TEST(SizeSequence, HasEachSizeExactlyAsOftenAsWeightedAfterEachCycle) {
  SizeSequence sizes = sequence({.parts = {{{64}, 65'535}, {{128}, 3}, {{256}, 1000}, {{512}, 1}}});
  for (int cycle = 0; cycle < 2; ++cycle) {
    std::map<std::uint16_t, int> seen;
    for (std::uint64_t n = 0; n < 66'539; ++n) ++seen[sizes.part_at(n)];
    EXPECT_EQ(seen, (std::map<std::uint16_t, int>{{0, 65'535}, {1, 3}, {2, 1000}, {3, 1}}));
  }
}

TEST(SizeSequence, AnswersForAFrameTheSameWhateverWasAskedBefore) {
  for (const auto order : {SizeMix::Order::in_turn, SizeMix::Order::random}) {
    SizeSequence sizes = sequence(imix(order));
    std::vector<std::uint16_t> going;
    for (std::uint64_t n = 0; n < 100; ++n) going.push_back(sizes.part_at(n));
    for (std::uint64_t n = 100; n-- > 0;) EXPECT_EQ(sizes.part_at(n), going[n]) << n;
    EXPECT_EQ(sizes.part_at(1'000'000'000'000), sequence(imix(order)).part_at(1'000'000'000'000));
  }
}

TEST(SizeSequence, DrawsSizesAsOftenAsWeighted) {
  SizeSequence sizes = sequence(imix(SizeMix::Order::random));
  int seen[3] = {};
  for (std::uint64_t n = 0; n < 1'200'000; ++n) ++seen[sizes.part_at(n)];
  // 700,000, 400,000 and 100,000, each within four deviations
  EXPECT_NEAR(seen[0], 700'000, 2160);
  EXPECT_NEAR(seen[1], 400'000, 2066);
  EXPECT_NEAR(seen[2], 100'000, 1211);
}

TEST(SizeSequence, DrawsIndependently) {
  SizeSequence sizes = sequence({.parts = {{{64}}, {{65}}}, .order = SizeMix::Order::random});
  int pairs[2][2] = {};
  for (std::uint64_t n = 0; n < 400'000; n += 2) {
    const std::uint16_t one = sizes.part_at(n);
    ++pairs[one][sizes.part_at(n + 1)];
  }
  for (const auto& row : pairs)
    for (const int count : row) EXPECT_NEAR(count, 50'000, 775);
}

TEST(SizeSequence, DrawsOtherwiseWithAnotherSeedAndEqualWithTheSame) {
  const SizeMix mix = imix(SizeMix::Order::random);
  EXPECT_EQ(first(sequence(mix, 7), 64), first(sequence(mix, 7), 64));
  EXPECT_NE(first(sequence(mix, 7), 64), first(sequence(mix, 8), 64));
}

TEST(SizeSequence, DrawsTheOnlySizeAlways) {
  EXPECT_EQ(first(sequence({.parts = {{{64}, 3}}, .order = SizeMix::Order::random}), 5), "00000");
}

TEST(SizeSequence, RefusesACycleThatIsTooLongAndSaysWhatToDo) {
  const SizeMix longest{.parts = {{{64}, 1'048'575}, {{65}, 1}}};
  EXPECT_TRUE(SizeSequence::of(longest, 1));
  SizeMix longer{.parts = {{{64}, 1'048'575}, {{65}, 2}}};
  const auto refused = SizeSequence::of(longer, 1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::plan);
  EXPECT_EQ(refused.error().message,
            "sizes in turn with these weights repeat after 1048577 frames, and 1048576 are the most; choose "
            "weights with a small sum, or random order");
  longer.order = SizeMix::Order::random;
  EXPECT_TRUE(SizeSequence::of(longer, 1));
}

TEST(SizeSequence, RefusesAMixOfNothingAndAWeightOfZero) {
  EXPECT_FALSE(SizeSequence::of({}, 1));
  const auto refused = SizeSequence::of({.parts = {{{64}, 1}, {{128}, 0}}}, 1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "size 128 has weight 0; leave it out, or say a weight from 1 up, like 128:1");
}

}  // namespace
}  // namespace pktgen
