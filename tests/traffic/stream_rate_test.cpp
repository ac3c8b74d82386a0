#include "traffic/stream_rate.h"

#include <gtest/gtest.h>

#include "pace/departures.h"
#include "traffic/size_sequence.h"

namespace pktgen {
namespace {

using Unit = Load::Unit;
using Shape = Schedule::Shape;

constexpr LinkBitsPerSecond kLink = 10_Gbps;
const SizeMix kSmall{.parts = {{{64}}}}, kImix{.parts = {{{64}, 7}, {{594}, 4}, {{1518}, 1}}};

StreamRate rate(const Schedule& schedule, const SizeMix& sizes, LinkBitsPerSecond link = kLink) {
  return stream_rate(schedule, sizes, link).value();
}

double mean(Load load, const SizeMix& sizes) { return rate({.load = load}, sizes).mean.count; }

std::string refusal(const Schedule& schedule, const SizeMix& sizes, LinkBitsPerSecond link = kLink) {
  const auto refused = stream_rate(schedule, sizes, link);
  if (refused) return "taken";
  EXPECT_EQ(refused.error().kind, ErrorKind::plan);
  return refused.error().message;
}

/// The due times in nanoseconds of the first `frames`, with the sizes of the mix in their order.
std::vector<std::uint64_t> due_ns(const Schedule& schedule, const SizeMix& sizes, std::uint64_t frames) {
  Departures departures(rate(schedule, sizes).pace, {1e12}, {0});
  SizeSequence sequence = SizeSequence::of(sizes, 1).value();
  std::vector<std::uint64_t> due;
  for (std::uint64_t n = 0; n < frames; ++n) {
    due.push_back(departures.next().count / 1000);
    departures.advance(on_wire(sizes.parts[sequence.part_at(n)].size).count);
  }
  return due;
}

using Times = std::vector<std::uint64_t>;

TEST(StreamRate, IsTheLoadInFramesASecond) {
  EXPECT_NEAR(mean({Unit::percent, 100}, kSmall), 14'880'952.38, 0.01);
  EXPECT_NEAR(mean({Unit::percent, 50}, kSmall), 7'440'476.19, 0.01);
  EXPECT_NEAR(mean({Unit::l1_bits_per_second, 1e9}, kSmall), 1'488'095.24, 0.01);
  EXPECT_NEAR(mean({Unit::l2_bits_per_second, 1e9}, kSmall), 1'953'125, 0.01);
  EXPECT_EQ(mean({Unit::frames_per_second, 0.1}, kSmall), 0.1);
}

TEST(StreamRate, OfAMixIsHeldAgainstItsMeanFrame) {
  // 12 frames take 4582 bytes on the wire and have 4342
  EXPECT_NEAR(mean({Unit::percent, 100}, kImix), 3'273'679.62, 0.01);
  EXPECT_NEAR(mean({Unit::l1_bits_per_second, 5e9}, kImix), 1'636'839.81, 0.01);
  EXPECT_NEAR(mean({Unit::l2_bits_per_second, 5e9}, kImix), 1'727'314.60, 0.01);
  EXPECT_EQ(mean({Unit::frames_per_second, 3'273'679}, kImix), 3'273'679);
}

TEST(StreamRate, AboveTheLineForTheMixIsRefusedWithWhatIsPossible) {
  EXPECT_EQ(refusal({.load = {Unit::frames_per_second, 3.4e6}}, kImix),
            "load is 3400000 frames/s of 361.833 bytes, 10.39 Gb/s L1, but the link carries at most 3273679 "
            "frames/s (10 Gb/s); lower the load to 100% or less");
  EXPECT_NE(refusal({.load = {Unit::l2_bits_per_second, 9.5e9}}, kImix), "taken");
  EXPECT_EQ(refusal({.load = {Unit::l2_bits_per_second, 9.4e9}}, kImix), "taken");
  EXPECT_NE(refusal({.load = {Unit::percent, 101}}, kSmall), "taken");
}

TEST(StreamRate, OfNothingOrNextToNothingIsRefused) {
  EXPECT_EQ(refusal({.load = {Unit::frames_per_second, 0}}, kSmall),
            "load 0 isn't a load; say more than zero, like 50% or 1000fps");
  EXPECT_EQ(refusal({.load = {Unit::frames_per_second, 0.0001}}, kSmall),
            "load is 0.0001 frames/s, less than one in a thousand seconds; say at least 0.001fps");
  EXPECT_EQ(refusal({.load = {Unit::frames_per_second, 0.001}}, kSmall), "taken");
}

TEST(StreamRate, InFramesOrBitsNeedsNoSpeedOfTheLink) {
  EXPECT_EQ(refusal({.load = {Unit::frames_per_second, 1e9}}, kImix, {0}), "taken");
  EXPECT_EQ(refusal({.load = {Unit::l1_bits_per_second, 1e9}}, kImix, {0}), "taken");
  EXPECT_NE(refusal({}, kImix, {0}), "taken");
}

TEST(StreamRate, AtAHundredPercentPutsTheFramesOfAMixBackToBack) {
  // 84, 614, 84, 84, 614, 84, 1538 wire bytes at 0.8 ns
  EXPECT_EQ(due_ns({}, kImix, 8), (Times{0, 67, 558, 625, 692, 1184, 1251, 2481}));
}

TEST(StreamRate, InL2BitsGivesEachFrameItsShareOfTheWire) {
  // half of what the line carries: 10 Gb/s * 4342 / 4582 / 2
  const Schedule half{.load = {Unit::l2_bits_per_second, 10e9 * 4342 / 4582 / 2}};
  EXPECT_EQ(due_ns(half, kImix, 4), (Times{0, 134, 1116, 1251}));
}

TEST(StreamRate, InFramesASecondIsEvenWhateverTheSizes) {
  EXPECT_EQ(due_ns({.load = {Unit::frames_per_second, 1e6}}, kImix, 4), (Times{0, 1000, 2000, 3000}));
}

TEST(StreamRate, OfOneSizeIsCountedInFramesSoThatManyAreDueAtOnce) {
  EXPECT_FALSE(rate({}, kSmall).pace.load.counts_bytes);
  EXPECT_TRUE(rate({}, kImix).pace.load.counts_bytes);
  EXPECT_FALSE(rate({.load = {Unit::frames_per_second, 1e6}}, kImix).pace.load.counts_bytes);
}

TEST(StreamRate, CarriesOffsetDurationAndCountOver) {
  const Pace pace =
      rate({.start_offset = Nanoseconds(1), .duration = Nanoseconds(2), .frames = 3}, kSmall).pace;
  EXPECT_EQ(pace.start_offset, Nanoseconds(1));
  EXPECT_EQ(pace.duration, Nanoseconds(2));
  EXPECT_EQ(pace.frames, 3u);
}

TEST(StreamRate, OfBurstsIsTheLoadWithTheLineInside) {
  const Schedule schedule{.shape = Shape::bursts, .load = {Unit::percent, 10}, .burst_frames = 3};
  EXPECT_NEAR(rate(schedule, kSmall).mean.count, 1'488'095.24, 0.01);
  EXPECT_EQ(due_ns(schedule, kSmall, 5), (Times{0, 67, 134, 2016, 2083}));
  EXPECT_EQ(due_ns(schedule, kImix, 5), (Times{0, 67, 558, 6256, 6323}));  // 782 bytes in ten times 625.6 ns
}

TEST(StreamRate, OfBurstsWithAGapOfTheirOwnFollowsFromItWhateverTheLoad) {
  const Schedule schedule{.shape = Shape::bursts,
                          .load = {Unit::percent, 1000},
                          .burst_frames = 32,
                          .burst_gap = std::chrono::milliseconds(1)};
  // 32 frames in 2150.4 ns and 1 ms
  EXPECT_NEAR(rate(schedule, kSmall).mean.count, 31'931.33, 0.01);
  EXPECT_EQ(due_ns(schedule, kSmall, 33).back(), 1'002'150u);
}

TEST(StreamRate, OfBurstsThatCannotBeIsRefused) {
  EXPECT_EQ(refusal({.shape = Shape::bursts, .burst_frames = 0}, kSmall),
            "bursts of 0 frames send nothing; say how many, like bursts:32");
  EXPECT_EQ(refusal({.shape = Shape::bursts, .burst_gap = Nanoseconds(-1)}, kSmall),
            "a gap of -1 ns between bursts can't be; say 0ns or more");
  EXPECT_NE(refusal({.shape = Shape::bursts, .load = {Unit::percent, 101}}, kSmall), "taken");
  EXPECT_EQ(
      refusal({.shape = Shape::bursts, .load = {Unit::frames_per_second, 1}}, kSmall, {0}),
      "the link's speed isn't known, so nobody can say how long a burst takes at line rate; choose shape "
      "constant or poisson");
}

TEST(StreamRate, OfARampIsThatOfItsEnd) {
  const Schedule schedule{.shape = Shape::ramp,
                          .load = {Unit::percent, 100},
                          .ramp_to = {Unit::frames_per_second, 1000},
                          .ramp_over = std::chrono::seconds(10)};
  const StreamRate found = rate(schedule, kImix);
  EXPECT_EQ(found.mean.count, 1000);
  EXPECT_NEAR(found.most.count, 3'273'679.62, 0.01);
  EXPECT_NEAR(found.pace.load.per_second, 1.25e9, 1e-3);  // bytes, as the load counts ...
  EXPECT_NEAR(found.pace.ramp_to, 381'833.33, 0.01);      // ... and so does its end
}

TEST(StreamRate, OfARampToAboveTheLineIsRefusedAsSuch) {
  const Schedule schedule{.shape = Shape::ramp,
                          .load = {Unit::percent, 1},
                          .ramp_to = {Unit::frames_per_second, 2e7},
                          .ramp_over = std::chrono::seconds(10)};
  EXPECT_EQ(
      refusal(schedule, kSmall),
      "the ramp's end: load is 20000000 frames/s of 64 bytes, 13.44 Gb/s L1, but the link carries at most "
      "14880952 frames/s (10 Gb/s); lower the load to 100% or less");
  EXPECT_EQ(refusal({.shape = Shape::ramp}, kSmall), "a ramp takes more than no time; say a time like 10s");
}

TEST(StreamRate, KeepsPoissonStreamsOfOneSeedIndependent) {
  const Schedule schedule{.shape = Shape::poisson, .seed = 4};
  const auto seed = [&](std::uint16_t stream) {
    return stream_rate(schedule, kSmall, 10_Gbps, stream)->pace.seed;
  };
  EXPECT_NE(seed(0), seed(1));
  EXPECT_EQ(seed(1), seed(1));
  EXPECT_NE(seed(0), 4u);  // whose draws the stream's other fields may have
}

}  // namespace
}  // namespace pktgen
