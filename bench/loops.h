#pragma once
#include <array>
#include <cstdint>
#include <utility>

#include "bench/bench_ports.h"
#include "worker/rx_worker.h"
#include "worker/tx_worker.h"

namespace pktgen::bench {

inline constexpr std::uint64_t kFrames = 1 << 30;

inline FrameTemplate frame_of(FrameBytes size) {
  return make_template({.src_mac = {2, 0, 0, 0, 0, 1}, .dst_mac = {2, 0, 0, 0, 0, 2}}, size);
}

/// The time that a burst takes, and a little more: so that a whole burst is due each time.
inline Ticks burst_of(Period slot) { return {(slot.ticks + 1) * kBurst}; }

/// How long a frame takes on a 10 Gb/s link.
inline Period slot_of(FrameBytes size, TickScale scale) {
  return Period::of(static_cast<double>(on_wire(size).count * 8) / 10e9 * scale.clock().count);
}

inline TxWorker<DpdkPort> sender(DpdkPort& port, FrameSource source, Period slot, Ticks start,
                                 TickScale scale) {
  const Pace pace{.load = {scale.clock().count / static_cast<double>(slot.ticks)}, .frames = kFrames};
  return TxWorker<DpdkPort>(port, std::move(source), Departures(pace, scale.clock(), start), Capture(0, 0),
                            scale);
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
class SendLoop {
 public:
  explicit SendLoop(FrameBytes size) : frame_(frame_of(size)), slot_(slot_of(size, ports_.scale)) {
    port().use_template(frame_);
  }
  void step() {
    tx_.step(now_);
    now_ += burst_of(slot_);
  }
  std::uint64_t frames() const { return tx_.count().sent.read(); }

 private:
  DpdkPort& port() {
    static DpdkPort port(ports_.null->id(), ports_.null->send_pool(),
                         nullptr);  // knows what its buffers hold
    return port;
  }
  BenchPorts& ports_ = BenchPorts::only();
  FrameTemplate frame_;
  Period slot_;
  Ticks now_ = tsc_now();
  TxWorker<DpdkPort> tx_ =
      sender(port(), FrameSource(1, frame_.signature_at, ports_.scale), slot_, now_, ports_.scale);
};

/// A port on which the same buffers come again with the next numbers, each 5 µs after it was due.
class Repeating {
 public:
  using Frame = rte_mbuf*;
  Repeating(DpdkPort& port, const FrameTemplate& frame, TickScale scale)
      : scale_(scale), at_(frame.signature_at) {
    port.use_template(frame);
    port.take(frames_);
    for (const Frame frame_taken : frames_) port.prepared(frame_taken);
  }
  std::uint32_t receive(std::span<Frame> frames, Ticks now) {
    const std::uint64_t due_ns = scale_.nanoseconds(now) - 5000;
    for (std::size_t i = 0; i < kBurst; ++i, ++next_) {
      stamp(rte_pktmbuf_mtod(frames_[i], std::uint8_t*) + at_, {1, next_, due_ns});
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
  TickScale scale_;
  std::size_t at_;
  std::uint64_t next_ = 0;
  std::array<Frame, kBurst> frames_{};
};

/// Signature, loss, reordering and histogram of frames that come from nowhere; what making them costs can be
/// had apart.
class ReceiveLoop {
 public:
  void step() {
    rx_.step(now_);
    now_ += Ticks{kBurst * 140};
  }
  void make_only() {
    std::array<rte_mbuf*, kBurst> burst;
    port_.receive(burst, now_);
    now_ += Ticks{kBurst * 140};
  }

 private:
  static DpdkPort& buffers() {
    BenchPorts& ports = BenchPorts::only();
    static DpdkPort port(ports.ring[0]->id(), ports.ring[0]->send_pool(), nullptr);
    return port;
  }
  FrameTemplate frame_ = frame_of({64});
  Repeating port_{buffers(), frame_, BenchPorts::only().scale};
  RxWorker<Repeating> rx_ = receiver(port_, frame_, BenchPorts::only().scale);
  Ticks now_ = tsc_now();
};

/// Craft, send, the emulated wire over rings with departure times, receive, check, track: on one core.
class WholeLoop {
 public:
  explicit WholeLoop(FrameBytes size)
      : WholeLoop(frame_of(size), [](const FrameTemplate& frame, TickScale scale) {
          return FrameSource(1, frame.signature_at, scale);
        }) {}
  /// Of frames that `source(frame, scale)` makes.
  template <class Source>
  WholeLoop(FrameTemplate frame, const Source& source)
      : ports_(BenchPorts::only()),
        frame_(std::move(frame)),
        slot_(slot_of(with_fcs({frame_.bytes.size()}), ports_.scale)),
        tx_(sender(port(0), source(frame_, ports_.scale), slot_, now(), ports_.scale)) {
    port(0).use_template(frame_);
  }
  void step() {
    for (const Task& task : tasks_) task.step(task.worker, now());
    now() += burst_of(slot_);
  }
  /// Lets arrive what is under way; whether all that was sent came.
  bool drain() {
    for (int i = 0; i < 64; ++i, now() += burst_of(slot_))
      for (const Task& task : std::span(tasks_).subspan(1)) task.step(task.worker, now());
    return rx_.count().received.read() == tx_.count().sent.read() && tx_.count().ring_full.read() == 0;
  }
  std::uint64_t frames() const { return rx_.count().received.read(); }

 private:
  static Ticks& now() {
    static Ticks time = tsc_now();  // the wire was made at such a time
    return time;
  }
  DpdkPort& port(std::size_t i) {
    static DpdkPort a(ports_.ring[0]->id(), ports_.ring[0]->send_pool(), nullptr);
    static DpdkPort b(ports_.ring[1]->id(), ports_.ring[1]->send_pool(), nullptr);
    return i == 0 ? a : b;
  }
  BenchPorts& ports_;
  FrameTemplate frame_;
  Period slot_;
  TxWorker<DpdkPort> tx_;
  RxWorker<DpdkPort> rx_ = receiver(port(1), frame_, ports_.scale);
  std::array<Task, 3> tasks_{Task::of(tx_), ports_.device->tasks()[0], Task::of(rx_)};
};

}  // namespace pktgen::bench
