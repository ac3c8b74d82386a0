// The whole loop on one core: craft, stamp, send, the emulated wire over rings with departure times, receive,
// check, track, histogram. Time is moved by the bench, a burst's worth a round, so that the link is never the
// limit; one reading of the TSC a round is paid for, as lcores do.
#include "bench/cycles.h"
#include "dpdk/dpdk_port.h"
#include "dpdk/eal.h"
#include "dpdk/open_port.h"
#include "dpdk/ring_device.h"
#include "worker/rx_worker.h"
#include "worker/tx_worker.h"

namespace pktgen::bench {
namespace {

/// Two emulated ports and the wire between them; frames go from the first to the second.
struct RingLoop {
  TickScale scale{TicksPerSecond{2.1e9}};
  std::unique_ptr<Eal> eal;
  std::unique_ptr<RingDevice> device;
  std::array<std::unique_ptr<OpenedPort>, 2> ports;

  static RingLoop& only() {
    static RingLoop loop;
    return loop;
  }

  RingLoop() {
    const auto cores = allowed_cores();
    eal = must(Eal::start({.pci = {}, .memory_megabytes = 512, .crew = *choose_crew(cores, {}, 1)}));
    device = must(RingDevice::make({}, scale, kLargestFrame));
    const auto profiles = must(load_profiles(""));
    for (const std::size_t i : {0u, 1u})
      ports[i] = must(OpenedPort::open({.id = device->ports()[i],
                                        .name = "emu",
                                        .largest = kLargestFrame,
                                        .send_buffers = RingDevice::send_buffers({}, kLargestFrame),
                                        .link_reader =
                                            [] {
                                              return LinkState{true, 10_Gbps};
                                            }},
                                       profile_for(profiles, "", "net_ring")));
  }

  template <class T>
  static T must(Result<T> result) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "%s\n", result.error().message.c_str());
    std::exit(1);
  }
};

void whole_loop(benchmark::State& state) {
  RingLoop& loop = RingLoop::only();
  const FrameBytes size{static_cast<std::uint64_t>(state.range(0))};
  const FrameTemplate frame =
      make_template({.src_mac = {2, 0, 0, 0, 0, 1}, .dst_mac = {2, 0, 0, 0, 0, 2}}, size);
  static DpdkPort a(loop.ports[0]->id(), loop.ports[0]->send_pool(),
                    nullptr);  // knows which template its buffers hold
  static DpdkPort b(loop.ports[1]->id(), loop.ports[1]->send_pool(), nullptr);
  a.use_template(frame);
  constexpr std::uint64_t kFrames = 1 << 30;
  const Period slot =
      Period::of(static_cast<double>(on_wire(size).count * 8) / 10e9 * loop.scale.clock().count);
  static Ticks now = tsc_now();  // the wire was made at such a time
  TxWorker<DpdkPort> tx(a, FrameSource(1, frame.signature_at, loop.scale), Pacer(slot, now, kFrames),
                        Capture(0, 0), loop.scale);
  StreamTable streams(1);
  streams.add(kFrames, true);
  RxWorker<DpdkPort> rx(b, std::move(streams),
                        {.signature_at = frame.signature_at,
                         .length = frame.bytes.size(),
                         .sending_ends = kNever,
                         .payload = {}},
                        Capture(0, 0), loop.scale);
  const std::array<Task, 3> tasks{Task::of(tx), loop.device->tasks()[0], Task::of(rx)};
  {
    Cycles cycles(state);
    for (auto _ : state) {
      benchmark::DoNotOptimize(tsc_now());
      for (const Task& task : tasks) task.step(task.worker, now);
      now += Ticks{slot.ticks * kBurst};
    }
    cycles.frames = rx.count().received.read();
  }
  if (rx.count().received.read() + 256 < tx.count().sent.read() || tx.count().ring_full.read() != 0)
    state.SkipWithError("frames were lost");
  for (int i = 0; i < 64; ++i, now += Ticks{slot.ticks * kBurst})
    for (const Task& task : std::span(tasks).subspan(1)) task.step(task.worker, now);
}
BENCHMARK(whole_loop)->Arg(64)->Arg(1518)->Arg(9018);

}  // namespace
}  // namespace pktgen::bench

BENCHMARK_MAIN();
