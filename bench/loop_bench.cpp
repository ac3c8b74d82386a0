// The workers as they are, and the whole loop on one core. Time is moved by the bench, a burst's worth a
// round, so that no link is ever the limit; one reading of the TSC a round is paid for, as lcores do.
#include "bench/cycles.h"
#include "bench/loops.h"

namespace pktgen::bench {
namespace {

/// The least that a sender can do: take buffers, write 16 bytes, hand them on. What send_to_null is measured
/// by.
void floor_of_sending(benchmark::State& state) {
  BenchPorts& ports = BenchPorts::only();
  rte_mempool* const pool = ports.null->send_pool();
  const std::uint16_t id = ports.null->id();
  Cycles cycles(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(tsc_now());
    std::array<rte_mbuf*, kBurst> burst;
    rte_mempool_get_bulk(pool, reinterpret_cast<void**>(burst.data()), kBurst);
    for (rte_mbuf* const frame : burst) {
      std::uint64_t* const bytes = rte_pktmbuf_mtod(frame, std::uint64_t*);
      bytes[0] = bytes[1] = cycles.frames++;
    }
    rte_eth_tx_burst(id, 0, burst.data(), kBurst);
  }
}
BENCHMARK(floor_of_sending);

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

}  // namespace
}  // namespace pktgen::bench

BENCHMARK_MAIN();
