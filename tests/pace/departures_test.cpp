#include "pace/departures.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace pktgen {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr TicksPerSecond kPicoseconds{1e12}, kGigahertz{1e9}, kOddClock{2.096e9};

Pace constant(double frames_per_second) { return {.load = {frames_per_second}}; }

Pace for_ten_seconds(Pace pace) {
  pace.duration = seconds(10);
  return pace;
}

Ticks later_by(std::uint64_t whole_seconds, TicksPerSecond clock) {
  return {whole_seconds * static_cast<std::uint64_t>(clock.count)};
}

/// The due times of the next `frames`, each of `wire_bytes`.
std::vector<std::uint64_t> next_of(Departures& departures, int frames, std::uint64_t wire_bytes = 84) {
  std::vector<std::uint64_t> due;
  for (; frames > 0; --frames, departures.advance(wire_bytes)) due.push_back(departures.next().count);
  return due;
}

std::uint64_t count_one_by_one(Departures departures, std::uint64_t wire_bytes = 84) {
  std::uint64_t frames = 0;
  for (; !departures.finished(); departures.advance(wire_bytes)) ++frames;
  return frames;
}

std::uint64_t count_in_runs(Departures departures) {
  std::uint64_t frames = 0;
  while (!departures.finished()) {
    const DueRun run = departures.due(departures.next() + Ticks{1'000'000'000'000}, 32);
    if (run.count == 0) return 0;
    departures.advance(84, run.count);
    frames += run.count;
  }
  return frames;
}

using Times = std::vector<std::uint64_t>;

TEST(Departures, AreExactAtLineRate) {
  Departures departures({.load = {10e9 / 8 / 84}}, kPicoseconds, {1000});
  EXPECT_EQ(next_of(departures, 3), (Times{1000, 68'200, 135'400}));
  const DueRun run = departures.due({1000 + 34 * 67'200}, 64);
  ASSERT_EQ(run.count, 32u);
  EXPECT_EQ(run.at(0).count, 202'600u);
  EXPECT_EQ(run.at(31).count, 2'285'800u);
  departures.advance(84, 32);
  EXPECT_EQ(departures.next().count, 2'353'000u);
}

TEST(Departures, AreRoundedToTheNearestTick) {
  Departures departures(constant(3), {1e3}, {0});
  EXPECT_EQ(next_of(departures, 5), (Times{0, 333, 667, 1000, 1333}));
}

TEST(Departures, OfTenSecondsAreTenTimesTheRate) {
  struct Row {
    double rate;
    std::uint64_t frames;
  };
  const Row rows[] = {{0.1, 1},
                      {1, 10},
                      {3, 30},
                      {1000, 10'000},
                      {1e6, 10'000'000},
                      {812'743.823, 8'127'439},
                      {7e5 / 3, 2'333'334}};
  for (const TicksPerSecond clock : {kGigahertz, kOddClock, kPicoseconds})
    for (const Row& row : rows) {
      const Pace pace = for_ten_seconds(constant(row.rate));
      EXPECT_EQ(count_one_by_one(Departures(pace, clock, {12'345})), row.frames) << row.rate;
      EXPECT_EQ(count_in_runs(Departures(pace, clock, {12'345})), row.frames) << row.rate;
    }
}

TEST(Departures, OfTenSecondsAtLineRateAreTenTimesTheRate) {
  for (const TicksPerSecond clock : {kGigahertz, kOddClock})
    EXPECT_EQ(count_in_runs(Departures(for_ten_seconds(constant(14'880'952.380952381)), clock, {777})),
              148'809'524u);
}

TEST(Departures, DoNotDriftOverABillionFrames) {
  Pace pace = constant(3e9);  // three in a tick
  pace.frames = 1'000'000'001;
  Departures departures(pace, kGigahertz, {0});
  for (int i = 0; i < 1000; ++i) departures.advance(84, 1'000'000);
  EXPECT_EQ(departures.next().count, 333'333'333u);
}

TEST(Departures, CountedInBytesTakeAsLongAsEachFrameIs) {
  Departures departures({.load = {1.25e9, true}}, kPicoseconds, {0});  // 10 Gb/s: 800 ps a byte
  for (const std::uint64_t wire_bytes : {84u, 614u, 1538u, 84u}) departures.advance(wire_bytes);
  EXPECT_EQ(departures.next().count, 1'856'000u);  // 2320 bytes
  EXPECT_EQ(departures.due({10'000'000}, 32).count, 1u);
}

TEST(Departures, CountedInBytesAreBackToBackForTenSecondsOfAMix) {
  // 7:4:1 of 84, 614 and 1538 wire bytes at 10 Gb/s: 3,273,679.6 frames/s
  for (const TicksPerSecond clock : {kGigahertz, kOddClock}) {
    Departures departures(for_ten_seconds({.load = {1.25e9, true}}), clock, {0});
    std::uint64_t frames = 0;
    for (const std::array<std::uint64_t, 12> sizes{84, 84, 84, 84, 84, 84, 84, 614, 614, 614, 614, 1538};
         !departures.finished(); ++frames)
      departures.advance(sizes[frames % 12]);
    EXPECT_NEAR(static_cast<double>(frames), 32'736'796, 12);
  }
}

TEST(Departures, GiveNothingBeforeItIsDueAndNoMoreThanAsked) {
  Pace pace = constant(1e7);
  pace.frames = 2;
  Departures departures(pace, kGigahertz, {1000});
  EXPECT_EQ(departures.due({999}, 32).count, 0u);
  EXPECT_EQ(departures.due({1000}, 32).count, 1u);
  EXPECT_EQ(departures.due({5000}, 1).count, 1u);
  EXPECT_EQ(departures.due({5000}, 32).count, 2u);
  departures.advance(84, 2);
  EXPECT_TRUE(departures.finished());
  EXPECT_EQ(departures.next(), kNever);
  EXPECT_EQ(departures.due({kNever.count}, 32).count, 0u);
}

TEST(Departures, AreGivenAgainUntilTheyAreTaken) {
  const Departures departures(constant(1e7), kGigahertz, {0});
  EXPECT_EQ(departures.due({250}, 32).count, 3u);
  EXPECT_EQ(departures.due({250}, 32).count, 3u);
}

TEST(Departures, BeginAfterTheirOffsetAndLastFromThere) {
  Pace pace = constant(1000);
  pace.start_offset = milliseconds(500);
  pace.duration = milliseconds(3);
  Departures departures(pace, kGigahertz, {7});
  EXPECT_EQ(next_of(departures, 4), (Times{500'000'007, 501'000'007, 502'000'007, kNever.count}));
}

TEST(Departures, AreDueStrictlyBeforeTheEnd) {
  for (const std::uint64_t end : {2000u, 2001u}) {
    Departures departures(constant(1e6), kGigahertz, {0}, {end});
    EXPECT_EQ(departures.due({1'000'000}, 32).count, end == 2000 ? 2u : 3u);
    EXPECT_EQ(count_one_by_one(departures), end == 2000 ? 2u : 3u);
  }
  EXPECT_TRUE(Departures(constant(1e6), kGigahertz, {2000}, {2000}).finished());
}

TEST(Departures, OfNoFramesAreFinishedAtOnce) {
  Pace pace = constant(1e6);
  pace.frames = 0;
  EXPECT_EQ(Departures(pace, kGigahertz, {0}).next(), kNever);
}

Pace poisson(Tempo load, std::uint64_t seed = 1) {
  return {.shape = Pace::Shape::poisson, .load = load, .seed = seed};
}

TEST(PoissonDepartures, KeepTheLoadInTheMean) {
  // ten million in ten seconds, within four deviations
  EXPECT_NEAR(static_cast<double>(count_one_by_one({for_ten_seconds(poisson({1e6})), kOddClock, {0}})), 1e7,
              12'650);
  EXPECT_NEAR(static_cast<double>(count_one_by_one({for_ten_seconds(poisson({84e6, true})), kOddClock, {0}})),
              1e7, 12'650);
}

TEST(PoissonDepartures, VaryAsMuchAsTheirMeanInEachMillisecond) {
  Departures departures(for_ten_seconds(poisson({1e5}, 3)), kGigahertz, {0});
  std::array<double, 10'000> counts{};
  for (; !departures.finished(); departures.advance(84)) ++counts[departures.next().count / 1'000'000];
  double spread = 0;
  for (const double count : counts) spread += (count - 100) * (count - 100);
  EXPECT_NEAR(spread / 10'000, 100, 6);  // four deviations: 100 * sqrt(2 / 10,000) each
}

TEST(PoissonDepartures, AreTheSameForASeedAndOthersForAnother) {
  Departures one(poisson({1e6}, 1), kPicoseconds, {0}), again(poisson({1e6}, 1), kPicoseconds, {0}),
      other(poisson({1e6}, 2), kPicoseconds, {0});
  const Times times = next_of(one, 4);
  EXPECT_EQ(times, (Times{0, 568'170, 861'492, 890'918}));
  EXPECT_EQ(times, next_of(again, 4));
  EXPECT_NE(times, next_of(other, 4));
}

Pace bursts(std::uint32_t frames, Tempo load, Tempo line) {
  return {.shape = Pace::Shape::bursts, .load = load, .burst_frames = frames, .line = line};
}

TEST(BurstDepartures, AreBackToBackAndThenWaitForTheLoad) {
  Departures departures(bursts(3, {1e6}, {1e7}), kGigahertz, {0});
  EXPECT_EQ(next_of(departures, 7), (Times{0, 100, 200, 3000, 3100, 3200, 6000}));
}

TEST(BurstDepartures, AreGivenAtOnceUpToTheBurstsEnd) {
  Departures departures(bursts(3, {1e6}, {1e7}), kGigahertz, {0});
  departures.advance(84);
  const DueRun run = departures.due({1'000'000}, 32);
  ASSERT_EQ(run.count, 2u);
  EXPECT_EQ(run.at(1).count, 200u);
  departures.advance(84, 2);
  EXPECT_EQ(departures.next().count, 3000u);
}

TEST(BurstDepartures, KeepAnExplicitGapWhateverTheLoad) {
  Pace pace = bursts(2, {}, {1.25e9, true});
  pace.burst_gap = std::chrono::microseconds(1);
  Departures departures(pace, kPicoseconds, {0});
  EXPECT_EQ(next_of(departures, 5, 1538), (Times{0, 1'230'400, 3'460'800, 4'691'200, 6'921'600}));
}

TEST(BurstDepartures, WithAnExplicitGapOfNothingAreBackToBack) {
  Pace pace = bursts(2, {1}, {1e7});
  pace.burst_gap = Nanoseconds(0);
  Departures departures(pace, kGigahertz, {0});
  EXPECT_EQ(next_of(departures, 5), (Times{0, 100, 200, 300, 400}));
}

TEST(BurstDepartures, CountedInBytesKeepTheShareOfTheLine) {
  // half of 10 Gb/s: a burst of 84 and 1538 bytes is followed by as much silence
  Departures departures(bursts(2, {0.625e9, true}, {1.25e9, true}), kPicoseconds, {0});
  departures.advance(84);
  EXPECT_EQ(departures.next().count, 67'200u);
  departures.advance(1538);
  EXPECT_EQ(departures.next().count, 2'595'200u);
}

TEST(BurstDepartures, OfLargeFramesAreNeverDueBeforeTheOnesAheadHaveLeft) {
  // 1 M frames/s on 10 Gb/s: two frames have 2 us, and two of 1538 bytes take longer
  Departures departures(bursts(2, {1e6}, {1.25e9, true}), kPicoseconds, {0});
  departures.advance(1538);
  departures.advance(1538);
  EXPECT_EQ(departures.next().count, 2'460'800u);
  departures.advance(84);
  departures.advance(84);
  EXPECT_EQ(departures.next().count, 4'000'000u);  // back where a constant stream is
}

TEST(BurstDepartures, KeepTheLoadForTenSeconds) {
  EXPECT_EQ(count_one_by_one({for_ten_seconds(bursts(32, {1e6}, {14'880'952.38})), kOddClock, {0}}),
            10'000'000u);
  EXPECT_EQ(count_in_runs({for_ten_seconds(bursts(32, {1e6}, {14'880'952.38})), kOddClock, {0}}),
            10'000'000u);
}

Pace ramp(Tempo from, double to, Nanoseconds over) {
  return {.shape = Pace::Shape::ramp, .load = from, .ramp_to = to, .ramp_over = over};
}

TEST(RampDepartures, FollowTheIntegralOfTheRate) {
  // from 1 to 3 frames/s in 2 s: t + t^2/2 frames by t
  Departures departures(ramp({1}, 3, seconds(2)), {1e6}, {0});
  EXPECT_EQ(next_of(departures, 5), (Times{0, 732'051, 1'236'068, 1'645'751, 2'000'000}));
}

TEST(RampDepartures, StayConstantAfterIt) {
  Departures departures(ramp({1}, 4, seconds(1)), {1e6}, {100});  // 2.5 frames in the ramp
  next_of(departures, 3);
  EXPECT_EQ(next_of(departures, 3), (Times{1'125'100, 1'375'100, 1'625'100}));
  EXPECT_EQ(departures.due({3'000'100}, 32).count, 5u);
}

TEST(RampDepartures, GoDownAsWell) {
  // from 3 to 1 in 2 s: 3t - t^2/2
  Departures departures(ramp({3}, 1, seconds(2)), {1e6}, {0});
  EXPECT_EQ(next_of(departures, 6), (Times{0, 354'249, 763'932, 1'267'949, 2'000'000, 3'000'000}));
}

TEST(RampDepartures, AreTheMeanOfBothEndsTimesTheTime) {
  const Pace up = ramp({0.1}, 14'880'952.380952381, seconds(1)), down = ramp({1e6}, 1000, seconds(5));
  for (const TicksPerSecond clock : {kGigahertz, kOddClock}) {
    EXPECT_NEAR(static_cast<double>(count_one_by_one({up, clock, {0}, later_by(1, clock)})), 7'440'476.2, 1);
    EXPECT_NEAR(static_cast<double>(count_one_by_one({down, clock, {0}, later_by(10, clock)})), 2'507'500, 1);
  }
}

TEST(RampDepartures, CountedInBytesTakeAsLongAsEachFrameIs) {
  Departures departures(ramp({84, true}, 252, seconds(2)), {1e6}, {0});  // 84 bytes/s to 252: as 1 to 3
  departures.advance(84);
  EXPECT_EQ(departures.next().count, 732'051u);
  departures.advance(168);
  EXPECT_EQ(departures.next().count, 1'645'751u);
}

}  // namespace
}  // namespace pktgen
