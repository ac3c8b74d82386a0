// The workers as they are, and the whole loop on one core. Time is moved by the bench, a burst's worth a
// round, so that no link is ever the limit; one reading of the TSC a round is paid for, as lcores do.
#include "bench/cycles.h"
#include "bench/loops.h"
#include "bench/stream_loops.h"

namespace pktgen::bench {
namespace {

void send_to_null(benchmark::State& state) {
  SendLoop loop({static_cast<std::uint64_t>(state.range(0))});
  Cycles cycles(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(tsc_now());
    loop.step();
  }
  cycles.frames = loop.frames();
}
BENCHMARK(send_to_null)->Arg(64)->Arg(9018);

void send_fields(benchmark::State& state) {
  FieldLoop loop(64_byte_frame, static_cast<std::size_t>(state.range(0)),
                 static_cast<std::uint64_t>(state.range(1)));
  Cycles cycles(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(tsc_now());
    loop.step();
  }
  cycles.frames = loop.frames();
}
BENCHMARK(send_fields)
    ->ArgNames({"fields", "flows"})
    ->Args({0, 1})
    ->Args({1, 256})
    ->Args({4, 256})
    ->Args({4, 65536});

void send_prebuilt(benchmark::State& state) {
  PrebuiltLoop loop(static_cast<std::uint32_t>(state.range(0)));
  Cycles cycles(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(tsc_now());
    loop.step();
  }
  cycles.frames = loop.frames();
}
BENCHMARK(send_prebuilt)->ArgName("frames")->Arg(1)->Arg(1024);

void send_streams(benchmark::State& state) {
  StreamsLoop loop({static_cast<std::uint64_t>(state.range(1))}, static_cast<std::size_t>(state.range(0)),
                   static_cast<std::size_t>(state.range(2)));
  Cycles cycles(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(tsc_now());
    loop.step();
  }
  cycles.frames = loop.frames();
}
BENCHMARK(send_streams)
    ->ArgNames({"streams", "bytes", "fields"})
    ->Args({1, 64, 0})
    ->Args({16, 64, 0})
    ->Args({1024, 64, 0})
    ->Args({1024, 9018, 0})
    ->Args({1, 64, 4})
    ->Args({1024, 64, 4});

void receive_and_track(benchmark::State& state) {
  ReceiveLoop loop;
  Cycles cycles(state);
  for (auto _ : state) {
    if (state.range(0) == 0) loop.make_only();
    else loop.step();
    cycles.frames += kBurst;
  }
}
BENCHMARK(receive_and_track)->ArgName("tracks")->Arg(0)->Arg(1);

void whole_loop(benchmark::State& state) {
  WholeLoop loop({static_cast<std::uint64_t>(state.range(0))});
  {
    Cycles cycles(state);
    for (auto _ : state) {
      benchmark::DoNotOptimize(tsc_now());
      loop.step();
    }
    cycles.frames = loop.frames();
  }
  if (!loop.drain()) state.SkipWithError("frames were lost");
}
BENCHMARK(whole_loop)->Arg(64)->Arg(1518)->Arg(9018);

void whole_loop_fields(benchmark::State& state) {
  WholeFieldLoop loop(64_byte_frame);
  {
    Cycles cycles(state);
    for (auto _ : state) {
      benchmark::DoNotOptimize(tsc_now());
      loop.step();
    }
    cycles.frames = loop.frames();
  }
  if (!loop.drain()) state.SkipWithError("frames were lost");
}
BENCHMARK(whole_loop_fields);

}  // namespace
}  // namespace pktgen::bench

BENCHMARK_MAIN();
