#include "traffic/replay_timing.h"

#include <cmath>
#include <gtest/gtest.h>

namespace pktgen {
namespace {

using Timing = ReplaySpec::Timing;

std::int64_t due(ReplayTiming& timing, std::int64_t recorded_ns, std::uint64_t length = 60) {
  return timing.next_due(Nanoseconds(recorded_ns), {length}).value().count();
}

TEST(ReplayTiming, KeepsTheRecordedGapsToTheNanosecond) {
  ReplayTiming timing({}, 10_Gbps);
  EXPECT_EQ(due(timing, 1'700'000'000'000'000'001), 0);
  EXPECT_EQ(due(timing, 1'700'000'000'000'000'003), 2);
}

TEST(ReplayTiming, DividesTheRecordedGapsByTheSpeed) {
  ReplayTiming twice({.speed = 2}, 10_Gbps);
  EXPECT_EQ(due(twice, 5'000'000'000), 0);
  EXPECT_EQ(due(twice, 6'000'000'000), 500'000'000);
  ReplayTiming tenth({.speed = 0.1}, 10_Gbps);
  EXPECT_EQ(due(tenth, 5'000'000'000), 0);
  EXPECT_EQ(due(tenth, 6'000'000'000), 10'000'000'000);
}

TEST(ReplayTiming, MakesAFrameWithAnEarlierTimeDueWithTheOneBefore) {
  ReplayTiming timing({}, 10_Gbps);
  EXPECT_EQ(due(timing, 1000), 0);
  EXPECT_EQ(due(timing, 1500), 500);
  EXPECT_EQ(due(timing, 900), 500);
  EXPECT_EQ(due(timing, 1400), 500);
  EXPECT_EQ(due(timing, 1600), 600);
}

TEST(ReplayTiming, PutsTheMeanGapBetweenLoops) {
  ReplayTiming timing({.loops = 3}, 10_Gbps);
  // Gaps of 100 and 300: 200 on average.
  for (const std::int64_t began : {0, 600, 1200}) {
    EXPECT_EQ(due(timing, 1000), began);
    EXPECT_EQ(due(timing, 1100), began + 100);
    EXPECT_EQ(due(timing, 1400), began + 400);
    ASSERT_TRUE(timing.begin_loop().has_value());
  }
}

TEST(ReplayTiming, ScalesTheGapBetweenLoopsToo) {
  ReplayTiming timing({.speed = 2, .loops = 2}, 10_Gbps);
  due(timing, 1000);
  due(timing, 1400);
  ASSERT_TRUE(timing.begin_loop().has_value());
  EXPECT_EQ(due(timing, 1000), 400);
}

TEST(ReplayTiming, CantLoopOneFrameByItsRecordedTime) {
  ReplayTiming timing({.loops = 2}, 10_Gbps);
  due(timing, 1000);
  EXPECT_EQ(timing.begin_loop().error().message,
            "one frame alone has no recorded gap to repeat it by; say a load to loop at, or send it once");
}

TEST(ReplayTiming, SpacesFramesEvenlyAtALoadInFrames) {
  ReplayTiming timing({.timing = Timing::load, .load = {Load::Unit::frames_per_second, 3}}, 10_Gbps);
  EXPECT_EQ(due(timing, 77), 0);
  EXPECT_EQ(due(timing, 5, 1514), 333'333'333);
  EXPECT_EQ(due(timing, 6), 666'666'667);
  EXPECT_EQ(due(timing, 6), 1'000'000'000);
}

TEST(ReplayTiming, GivesEachFrameTheTimeThatItsBitsNeed) {
  // 10% of 10 Gb/s: 8 ns a byte. 84 and 1538 bytes on the wire.
  ReplayTiming percent({.timing = Timing::load, .load = {Load::Unit::percent, 10}}, 10_Gbps);
  EXPECT_EQ(due(percent, 0, 60), 0);
  EXPECT_EQ(due(percent, 0, 1514), 672);
  EXPECT_EQ(due(percent, 0, 60), 672 + 12'304);
  ReplayTiming l1({.timing = Timing::load, .load = {Load::Unit::l1_bits_per_second, 1e9}}, {});
  EXPECT_EQ(due(l1, 0, 60), 0);
  EXPECT_EQ(due(l1, 0, 60), 672);
  // 64 and 1518 bytes with FCS.
  ReplayTiming l2({.timing = Timing::load, .load = {Load::Unit::l2_bits_per_second, 1e9}}, {});
  EXPECT_EQ(due(l2, 0, 60), 0);
  EXPECT_EQ(due(l2, 0, 1514), 512);
  EXPECT_EQ(due(l2, 0, 60), 512 + 12'144);
}

TEST(ReplayTiming, DoesNotDriftAtALoad) {
  // 67.2 ns a frame; ten million of them are 672 ms.
  ReplayTiming timing({.timing = Timing::load, .load = {Load::Unit::percent, 100}}, 10_Gbps);
  for (int i = 0; i < 10'000'000; ++i) due(timing, 0);
  EXPECT_EQ(due(timing, 0), 672'000'000);
}

TEST(ReplayTiming, LoopsAtALoadWithoutAGapOfItsOwn) {
  ReplayTiming timing({.timing = Timing::load, .load = {Load::Unit::frames_per_second, 1000}}, 10_Gbps);
  EXPECT_EQ(due(timing, 9), 0);
  ASSERT_TRUE(timing.begin_loop().has_value());
  EXPECT_EQ(due(timing, 9), 1'000'000);
}

TEST(ReplayTiming, MakesAllFramesDueAtOnceAsFastAsCanBe) {
  ReplayTiming timing({.timing = Timing::fastest}, 10_Gbps);
  EXPECT_EQ(due(timing, 5), 0);
  ASSERT_TRUE(timing.begin_loop().has_value());
  EXPECT_EQ(due(timing, 1'000'000'000), 0);
}

TEST(ReplayTiming, RefusesAFrameThatIsDueInMoreThanAHundredYears) {
  ReplayTiming timing({.speed = 0.001}, 10_Gbps);
  due(timing, 0);
  EXPECT_EQ(
      timing.next_due(std::chrono::hours(24 * 365), {60}).error().message,
      "would be due in more than a hundred years; its recorded time is wrong, or the replay is too slow; "
      "say a load instead");
  ReplayTiming slow({.timing = Timing::load, .load = {Load::Unit::frames_per_second, 1e-300}}, 10_Gbps);
  due(slow, 0);
  EXPECT_FALSE(slow.next_due({}, {60}).has_value());
}

TEST(ReplaySpec, IsRefusedWhereItCantBeDone) {
  EXPECT_EQ(check({.loops = 0}, 10_Gbps).error().message,
            "zero loops send nothing; say one or more, or for ever");
  EXPECT_EQ(check({.speed = 0}, 10_Gbps).error().message,
            "the recorded timing 0 times as fast is out of range; say 0.001 to 1000000, 2 halves the gaps");
  EXPECT_FALSE(check({.speed = std::nan("")}, 10_Gbps).has_value());
  const auto load = [](Load::Unit unit, double amount) {
    return ReplaySpec{.timing = Timing::load, .load = {unit, amount}};
  };
  EXPECT_FALSE(check(load(Load::Unit::percent, 101), 10_Gbps).has_value());
  EXPECT_FALSE(check(load(Load::Unit::percent, 50), {}).has_value());
  EXPECT_FALSE(check(load(Load::Unit::frames_per_second, 15e6), 10_Gbps).has_value());
  EXPECT_TRUE(check(load(Load::Unit::frames_per_second, 14.8e6), 10_Gbps).has_value());
  EXPECT_TRUE(check(load(Load::Unit::l2_bits_per_second, 9.9e9), 10_Gbps).has_value());
  EXPECT_FALSE(check(load(Load::Unit::l1_bits_per_second, 0), 10_Gbps).has_value());
}

}  // namespace
}  // namespace pktgen
