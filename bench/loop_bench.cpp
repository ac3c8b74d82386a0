// The workers as they are, and the whole loop on one core. Time is moved by the bench, a burst's worth a
// round, so that no link is ever the limit; one reading of the TSC a round is paid for, as lcores do.
#include "bench/bench_ports.h"
#include "bench/cycles.h"
#include "worker/rx_worker.h"
#include "worker/tx_worker.h"

namespace pktgen::bench {
namespace {

constexpr std::uint64_t kFrames = 1 << 30;

FrameTemplate frame_of(FrameBytes size) {
  return make_template({.src_mac = {2, 0, 0, 0, 0, 1}, .dst_mac = {2, 0, 0, 0, 0, 2}}, size);
}

/// How long a frame takes on a 10 Gb/s link.
Period slot_of(FrameBytes size, TickScale scale) {
  return Period::of(static_cast<double>(on_wire(size).count * 8) / 10e9 * scale.clock().count);
}

TxWorker<DpdkPort> sender(DpdkPort& port, const FrameTemplate& frame, Period slot, Ticks start,
                          TickScale scale) {
  return TxWorker<DpdkPort>(port, FrameSource(1, frame.signature_at, scale), Pacer(slot, start, kFrames),
                            Capture(0, 0), scale);
}

template <class Port>
RxWorker<Port> receiver(Port& port, const FrameTemplate& frame, TickScale scale) {
  StreamTable streams(1);
  streams.add(kFrames, true);
  return RxWorker<Port>(port, std::move(streams),
                        {.signature_at = frame.signature_at,
                         .length = frame.bytes.size(),
                         .sending_ends = kNever,
                         .payload = {}},
                        Capture(0, 0), scale);
}

/// Craft, stamp and send to a port that throws frames away at once.
void send_to_null(benchmark::State& state) {
  BenchPorts& ports = BenchPorts::only();
  static DpdkPort port(ports.null->id(), ports.null->send_pool(), nullptr);  // knows what its buffers hold
  const FrameBytes size{static_cast<std::uint64_t>(state.range(0))};
  const FrameTemplate frame = frame_of(size);
  port.use_template(frame);
  const Period slot = slot_of(size, ports.scale);
  Ticks now = tsc_now();
  TxWorker<DpdkPort> tx = sender(port, frame, slot, now, ports.scale);
  Cycles cycles(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(tsc_now());
    tx.step(now);
    now += Ticks{slot.ticks * kBurst};
  }
  cycles.frames = tx.count().sent.read();
}
BENCHMARK(send_to_null)->Arg(64)->Arg(9018);

/// A port on which the same buffers come again with the next numbers.
class Repeating {
 public:
  using Frame = rte_mbuf*;
  Repeating(DpdkPort& port, const FrameTemplate& frame) : at_(frame.signature_at) { port.take(frames_); }
  std::uint32_t receive(std::span<Frame> frames, Ticks now) {
    for (std::size_t i = 0; i < kBurst; ++i, ++next_) {
      stamp(rte_pktmbuf_mtod(frames_[i], std::uint8_t*) + at_, {1, next_, now.count});
      frames[i] = frames_[i];
    }
    return kBurst;
  }
  ByteView view(Frame frame) const { return {rte_pktmbuf_mtod(frame, const std::uint8_t*), frame->data_len}; }
  std::size_t length(Frame frame) const { return frame->pkt_len; }
  Ticks arrival(Frame, Ticks now) const { return now; }
  Ticks next_arrival() const { return kNever; }
  void release(std::span<Frame>) {}

 private:
  std::size_t at_;
  std::uint64_t next_ = 0;
  std::array<Frame, kBurst> frames_{};
};

/// Signature, loss and reordering, histogram. What stamping the frames again costs is reported apart.
void receive_and_track(benchmark::State& state) {
  BenchPorts& ports = BenchPorts::only();
  static DpdkPort buffers(ports.ring[0]->id(), ports.ring[0]->send_pool(), nullptr);
  const FrameTemplate frame = frame_of({64});
  buffers.use_template(frame);
  Repeating port(buffers, frame);
  RxWorker<Repeating> rx = receiver(port, frame, ports.scale);
  Ticks now = tsc_now();
  std::array<rte_mbuf*, kBurst> burst;
  Cycles cycles(state);
  for (auto _ : state) {
    if (state.range(0) == 0) benchmark::DoNotOptimize(port.receive(burst, now));
    else rx.step(now);
    now += Ticks{kBurst * 140};
    cycles.frames += kBurst;
  }
}
BENCHMARK(receive_and_track)->ArgName("tracks")->Arg(0)->Arg(1);

/// Craft, send, the emulated wire over rings with departure times, receive, check, track.
void whole_loop(benchmark::State& state) {
  BenchPorts& ports = BenchPorts::only();
  static DpdkPort a(ports.ring[0]->id(), ports.ring[0]->send_pool(), nullptr);
  static DpdkPort b(ports.ring[1]->id(), ports.ring[1]->send_pool(), nullptr);
  const FrameBytes size{static_cast<std::uint64_t>(state.range(0))};
  const FrameTemplate frame = frame_of(size);
  a.use_template(frame);
  const Period slot = slot_of(size, ports.scale);
  static Ticks now = tsc_now();  // the wire was made at such a time
  TxWorker<DpdkPort> tx = sender(a, frame, slot, now, ports.scale);
  RxWorker<DpdkPort> rx = receiver(b, frame, ports.scale);
  const std::array<Task, 3> tasks{Task::of(tx), ports.device->tasks()[0], Task::of(rx)};
  {
    Cycles cycles(state);
    for (auto _ : state) {
      benchmark::DoNotOptimize(tsc_now());
      for (const Task& task : tasks) task.step(task.worker, now);
      now += Ticks{slot.ticks * kBurst};
    }
    cycles.frames = rx.count().received.read();
  }
  for (int i = 0; i < 64; ++i, now += Ticks{slot.ticks * kBurst})
    for (const Task& task : std::span(tasks).subspan(1)) task.step(task.worker, now);
  if (rx.count().received.read() != tx.count().sent.read() || tx.count().ring_full.read() != 0)
    state.SkipWithError("frames were lost");
}
BENCHMARK(whole_loop)->Arg(64)->Arg(1518)->Arg(9018);

}  // namespace
}  // namespace pktgen::bench

BENCHMARK_MAIN();
