// What it costs to say which frame is due when: of one stream, and of many that share 15 million frames a
// second. Time is moved by the bench, a burst's worth a round.
#include <vector>

#include "base/random.h"
#include "bench/cycles.h"
#include "bench/schedule_loop.h"

namespace pktgen::bench {
namespace {

/// How streams lie beside each other: one after the other at one rate, all at once, anyhow, or at rates that
/// differ up to 64-fold.
enum Phase : std::int64_t { spread, together, random_phase, many_rates };

struct Streams {
  std::vector<std::uint64_t> gaps, firsts;
};

Streams streams_of(std::size_t count, std::int64_t phase) {
  Random random(1);
  Streams streams;
  double rate = 0;
  for (std::size_t i = 0; i < count; ++i) rate += phase == many_rates ? static_cast<double>(1 << i % 7) : 1;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = (phase == many_rates ? static_cast<double>(1 << i % 7) : 1) / rate;
    const auto gap = static_cast<std::uint64_t>(kScheduleDistance / share);
    streams.gaps.push_back(gap);
    streams.firsts.push_back(phase == spread     ? i * static_cast<std::uint64_t>(kScheduleDistance)
                             : phase == together ? 0
                                                 : random.next() % gap);
  }
  return streams;
}

/// Taking out and putting back, alone.
void wheel(benchmark::State& state) {
  const Streams streams = streams_of(static_cast<std::size_t>(state.range(0)), state.range(1));
  DepartureWheel wheel(streams.gaps.size(), kScheduleDistance);
  Ticks now = tsc_now();
  for (std::size_t i = 0; i < streams.gaps.size(); ++i)
    wheel.add(static_cast<std::uint16_t>(i), now + Ticks{streams.firsts[i]});
  std::uint64_t frames = 0;
  const auto round = [&] {
    for (now += kScheduleRound; const auto popped = wheel.pop(now); ++frames)
      wheel.add(popped->stream, popped->due + Ticks{streams.gaps[popped->stream]});
  };
  for (std::size_t i = 0; i < streams.gaps.size() / 8; ++i) round();  // four frames of each
  frames = 0;
  Cycles cycles(state);
  for (auto _ : state) round();
  cycles.frames = frames;
}
BENCHMARK(wheel)
    ->ArgNames({"streams", "phase"})
    ->ArgsProduct({{1, 16, 1024, 65'535}, {spread, together, random_phase, many_rates}});

/// The same, with each stream's own next due time worked out.
void wheel_of_departures(benchmark::State& state) {
  ScheduleLoop loop(static_cast<std::size_t>(state.range(0)), static_cast<Pace::Shape>(state.range(1)));
  Cycles cycles(state);
  for (auto _ : state) loop.step();
  cycles.frames = loop.frames();
}
BENCHMARK(wheel_of_departures)
    ->ArgNames({"streams", "shape"})
    ->ArgsProduct({{1, 16, 1024, 65'535},
                   {static_cast<int>(Pace::Shape::constant), static_cast<int>(Pace::Shape::poisson),
                    static_cast<int>(Pace::Shape::bursts), static_cast<int>(Pace::Shape::ramp)}});

/// One constant stream, a burst at once.
void one_stream(benchmark::State& state) {
  Departures stream({.load = {kScheduleRate}}, kScheduleClock, tsc_now());
  Ticks now = stream.next();
  Cycles cycles(state);
  for (auto _ : state) {
    now += kScheduleRound;
    const DueRun due = stream.due(now, kFramesOfARound);
    stream.advance(84, due.count);
    benchmark::DoNotOptimize(due);
    cycles.frames += due.count;
  }
}
BENCHMARK(one_stream);

}  // namespace
}  // namespace pktgen::bench

BENCHMARK_MAIN();
