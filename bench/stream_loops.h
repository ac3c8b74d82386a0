#pragma once
#include <string>
#include <vector>

#include "bench/loops.h"
#include "plan/stream_options.h"
#include "traffic/stream_program.h"
#include "worker/stream_sender.h"

namespace pktgen::bench {

/// A stream of UDP frames, of which `fields` change: addresses, then ports, by counting.
inline StreamSpec stream_of(FrameBytes size, std::size_t fields, std::uint64_t flows = 256) {
  StreamSpec spec = default_stream();
  spec.headers = {EthernetHeader{.dst = {2, 0, 0, 0, 0, 2}, .src = {2, 0, 0, 0, 0, 1}},
                  Ipv4Header{.src = {198, 18, 0, 1}, .dst = {198, 19, 0, 1}}, UdpHeader{}};
  spec.sizes.parts = {{size, 1}};
  constexpr const char* kFields[] = {"ipv4.src", "ipv4.dst", "udp.src_port", "udp.dst_port"};
  for (std::size_t i = 0; i < fields; ++i)
    spec.modifiers.push_back({.field = kFields[i], .first = i, .step = 1, .count = flows});
  return spec;
}

inline StreamProgram program_of(const StreamSpec& spec) { return must(StreamProgram::make(spec, 0)); }

/// One stream with changing fields, to a port that throws frames away at once.
class FieldLoop {
 public:
  FieldLoop(FrameBytes size, std::size_t fields, std::uint64_t flows = 256)
      : spec_(stream_of(size, fields, flows)), slot_(slot_of(size, ports_.scale)) {
    const StreamProgram program = program_of(spec_);
    const BuiltFrame& frame = program.variants()[0].frame;
    port_.use_template({.bytes = frame.bytes, .signature_at = frame.signature_at});
  }
  void step() {
    tx_.step(now_);
    now_ += burst_of(slot_);
  }
  std::uint64_t frames() const { return tx_.count().sent.read(); }

 private:
  double ticks() const { return static_cast<double>(slot_.ticks) + slot_.fraction * 0x1p-32; }

  BenchPorts& ports_ = BenchPorts::only();
  StreamSpec spec_;
  Period slot_;
  DpdkPort port_{ports_.null->id(), ports_.null->send_pool(), nullptr};
  Ticks now_ = tsc_now();
  TxWorker<DpdkPort> tx_{port_,
                         FrameSource(1, std::make_unique<StreamProgram>(program_of(spec_)), ports_.scale),
                         Departures(Pace{.load = {.per_second = ports_.scale.clock().count / ticks()}},
                                    ports_.scale.clock(), now_),
                         Capture(0, 0), ports_.scale};
};

/// Frames made before, without signature, to a port that throws them away at once.
class PrebuiltLoop {
 public:
  explicit PrebuiltLoop(std::uint32_t count)
      : program_(program_of(prebuilt(count))),
        tx_(sender(port_, FrameSource(std::make_unique<PrebuiltFrames>(program_, count), ports_.scale), slot_,
                   now_, ports_.scale)) {
    port_.use_template({.bytes = program_.variants()[0].frame.bytes, .signature_at = 0});
  }
  void step() {
    tx_.step(now_);
    now_ += burst_of(slot_);
  }
  std::uint64_t frames() const { return tx_.count().sent.read(); }

 private:
  /// One frame is always the same; of more, four fields differ.
  static StreamSpec prebuilt(std::uint32_t count) {
    StreamSpec spec = stream_of(64_byte_frame, count == 1 ? 0 : 4);
    spec.prebuilt = count;
    return spec;
  }

  BenchPorts& ports_ = BenchPorts::only();
  StreamProgram program_;
  Period slot_ = slot_of(64_byte_frame, ports_.scale);
  DpdkPort port_{ports_.null->id(), ports_.null->send_pool(), nullptr};
  Ticks now_ = tsc_now();
  TxWorker<DpdkPort> tx_;
};

/// The whole way of frames with four changing fields.
class WholeFieldLoop : public WholeLoop {
 public:
  explicit WholeFieldLoop(FrameBytes size)
      : WholeLoop(template_of(program_of(stream_of(size, 4))), [&](const FrameTemplate&, TickScale scale) {
          return FrameSource(1, std::make_unique<StreamProgram>(program_of(stream_of(size, 4))), scale);
        }) {}

 private:
  static FrameTemplate template_of(const StreamProgram& program) {
    const BuiltFrame& frame = program.variants()[0].frame;
    return {.bytes = frame.bytes, .signature_at = frame.signature_at};
  }
};

/// Many streams with equal shares of the line, to a port that throws frames away at once.
class StreamsLoop {
 public:
  StreamsLoop(FrameBytes size, std::size_t streams, std::size_t fields)
      : slot_(slot_of(size, ports_.scale)),
        tx_(port_, streams_of(size, streams, fields), ticks(), Capture(0, 0), ports_.scale) {}
  void step() {
    tx_.step(now_);
    now_ += burst_of(slot_);
  }
  std::uint64_t frames() const {
    std::uint64_t sent = 0;
    for (std::size_t i = 0; i < tx_.streams(); ++i) sent += tx_.count_of(i).sent;
    return sent;
  }

 private:
  double ticks() const { return static_cast<double>(slot_.ticks) + slot_.fraction * 0x1p-32; }

  std::vector<StreamSender<DpdkPort>::Stream> streams_of(FrameBytes size, std::size_t streams,
                                                         std::size_t fields) {
    const std::vector<StreamSpec> specs(streams, stream_of(size, fields));
    PayloadPlan payloads = must(plan_payloads(specs));
    port_.use_payloads(std::move(payloads.images));
    std::vector<StreamSender<DpdkPort>::Stream> made;
    const double clock = ports_.scale.clock().count;
    for (std::size_t i = 0; i < streams; ++i) {
      const Pace pace{.load = {.per_second = clock / ticks() / static_cast<double>(streams)}};
      const Ticks start = now_ + Ticks{slot_.ticks * i};
      made.push_back({.program = program_of(specs[i]),
                      .departures = Departures(pace, ports_.scale.clock(), start),
                      .number = static_cast<std::uint16_t>(i)});
    }
    return made;
  }

  BenchPorts& ports_ = BenchPorts::only();
  Period slot_;
  DpdkPort port_{ports_.null->id(), ports_.null->send_pool(), nullptr};
  Ticks now_ = tsc_now();
  StreamSender<DpdkPort> tx_;
};

}  // namespace pktgen::bench
