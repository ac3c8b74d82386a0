#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "pace/departure_wheel.h"
#include "pace/departures.h"
#include "track/capture.h"
#include "track/pacing_track.h"
#include "traffic/stream_program.h"
#include "wire/signature_run.h"
#include "worker/port_concept.h"
#include "worker/stream_counts.h"

namespace pktgen {

/// Sends the frames of any number of streams, each when it is due, in one order of due times.
template <TxPort Port>
class StreamSender {
 public:
  using Frame = typename Port::Frame;

  struct Stream {
    StreamProgram program;
    Departures departures;
    std::uint16_t number = 0;  ///< in signatures
  };

  /// The streams together send a frame about every `distance` ticks.
  StreamSender(Port& port, std::vector<Stream> streams, double distance, Capture capture, TickScale scale)
      : port_(port),
        hot_(streams.size()),
        counters_(streams.size()),
        wheel_(streams.size(), distance),
        capture_(std::move(capture)),
        pacing_(scale),
        scale_(scale),
        late_after_(scale.ticks(kLateAfter)) {
    for (Stream& stream : streams) {
      departures_.push_back({stream.departures});
      programs_.push_back(std::move(stream.program));
    }
    const auto count = static_cast<std::uint16_t>(programs_.size());
    for (std::uint16_t i = 0; i < count; ++i) {
      hot_[i] = {.number = streams[i].number,
                 .has_fields = programs_[i].has_fields(),
                 .has_sizes = programs_[i].only_variant() == nullptr,
                 .look = look_of(programs_[i].variants()[0]),
                 .program = &programs_[i]};
      some_have_fields_ |= hot_[i].has_fields;
      queue(i);
    }
  }

  /// Hands over at most one burst of what is due by `now`; returns how many frames were due.
  std::uint32_t step(Ticks now) {
    if (ended() || end_asked_.load(std::memory_order_relaxed)) [[unlikely]]
      return end(now);
    const std::uint32_t due = collect(now);
    if (due == 0) return running_ == 0 ? end(now) : 0;
    const std::uint32_t ready = port_.take(std::span(frames_).first(due));
    craft(ready);
    const auto taken = std::span(frames_).first(ready);
    const std::size_t sampled = keep_samples(ready);
    const std::uint32_t sent = port_.send(taken, [this](std::uint32_t i) { return burst_[i].due; });
    port_.give_back(taken.subspan(sent));
    capture_.take_back(sampled - std::min<std::size_t>(sampled, sent));
    book(sent, ready, due, now);
    return due;
  }

  /// When the next frame is due.
  Ticks next() const {
    if (ended()) return kNever;
    return hot_.size() == 1 ? departures_[0].departures.next() : wheel_.earliest();
  }

  /// Asks a running worker to send no more; may be called from another thread.
  void ask_to_end() { end_asked_.store(true, std::memory_order_relaxed); }
  bool ended() const { return ended_at_ticks_.read() != 0; }
  /// Of the newest frame that was due: when, and how much later it was handed over.
  Ticks newest_due() const { return newest_due_; }
  Ticks newest_lag() const { return newest_lag_; }

  std::size_t streams() const { return hot_.size(); }
  StreamCount count_of(std::size_t stream) const { return StreamCount::of(counters_[stream]); }
  const PacingTrack& pacing() const { return pacing_; }
  const Capture& samples() const { return capture_; }

 private:
  /// What the frames of one size look like.
  struct Look {
    const std::uint8_t* headers = nullptr;
    const StreamProgram::Variant* variant = nullptr;
    FrameShape shape{};
    std::uint32_t wire_bytes = 0;
    std::uint32_t chunks = 0;  // of headers
  };
  /// What each frame of a stream needs, in a line of its own.
  struct alignas(64) Hot {
    std::uint64_t next_number = 0;
    std::uint16_t number = 0;
    bool has_fields = false, has_sizes = false;
    Look look{};  // of the only size
    StreamProgram* program = nullptr;
  };
  struct alignas(64) Paced {
    Departures departures;
  };
  struct Outgoing {
    std::uint16_t stream = 0;
    std::uint64_t number = 0;
    Ticks due{};
    Look look{};
  };

  static constexpr std::size_t kChunk = 16;
  static Look look_of(const StreamProgram::Variant& variant) {
    return {.headers = variant.headers.data(),
            .variant = &variant,
            .shape = variant.shape,
            .wire_bytes = variant.wire_bytes,
            .chunks = static_cast<std::uint32_t>(variant.headers.size() / kChunk)};
  }

  /// Lets the wheel know when the stream's next frame is due, if there is one.
  void queue(std::uint16_t stream) {
    const Ticks next = departures_[stream].departures.next();
    if (next == kNever) return;
    wheel_.add(stream, next);
    ++running_;
  }

  std::uint32_t collect(Ticks now) {
    if (hot_.size() == 1) return collect_only(now);
    std::uint32_t due = 0;
    for (; due < kBurst; ++due) {
      const auto departure = wheel_.pop(now);
      if (!departure) break;
      --running_;
      const std::uint16_t stream = departure->stream;
      put_out(burst_[due], stream, departure->due);
      queue(stream);
    }
    return due;
  }

  /// One stream waits for nobody, so it needs no wheel; the wheel only knows whether it still runs.
  std::uint32_t collect_only(Ticks now) {
    std::uint32_t due = 0;
    for (; due < kBurst && departures_[0].departures.next() <= now &&
           departures_[0].departures.next() != kNever;
         ++due)
      put_out(burst_[due], 0, departures_[0].departures.next());
    if (departures_[0].departures.next() == kNever) running_ = 0;
    return due;
  }

  void put_out(Outgoing& out, std::uint16_t stream, Ticks due) {
    Hot& hot = hot_[stream];
    const std::uint64_t number = hot.next_number++;
    out = {stream, number, due, hot.look};
    if (hot.has_sizes) out.look = look_of(hot.program->variant_of(number));
    __builtin_prefetch(out.look.headers);
    __builtin_prefetch(&counters_[stream], 1);
    departures_[stream].departures.advance(out.look.wire_bytes);
  }

  /// Headers, then the fields that change, then the signature: each may write over the end of the one before.
  void craft(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const Outgoing& out = burst_[i];
      bytes_[i] = port_.opened(frames_[i], out.look.shape);
      for (std::size_t at = 0; at < out.look.chunks * kChunk; at += kChunk)
        std::memcpy(bytes_[i] + at, out.look.headers + at, kChunk);
      if (hot_[out.stream].has_fields) hot_[out.stream].program->prefetch_fields(*out.look.variant);
      signatures_.set(i, {hot_[out.stream].number, out.number, scale_.nanoseconds(out.due)});
    }
    if (some_have_fields_) write_fields(count);
    signatures_.make();
    for (std::uint32_t i = 0; i < count; ++i)
      signatures_.write(i, bytes_[i] + burst_[i].look.shape.header_bytes);
  }

  /// Frames of one stream in a row get their values together.
  void write_fields(std::uint32_t count) {
    for (std::uint32_t from = 0, to = 0; from < count; from = to) {
      const std::uint16_t stream = burst_[from].stream;
      while (to < count && burst_[to].stream == stream) ++to;
      if (!hot_[stream].has_fields) continue;
      StreamProgram& program = *hot_[stream].program;
      program.values(burst_[from].number, to - from, columns_);
      if (!hot_[stream].has_sizes && to - from > kFewFrames) {
        hot_[stream].look.variant->fields.write(columns_, std::span(bytes_).subspan(from, to - from));
        continue;
      }
      for (std::uint32_t i = from; i < to; ++i)
        burst_[i].look.variant->fields.write_one(columns_, i - from, bytes_[i]);
    }
  }

  /// Before sending, for then the frames aren't ours any more; returns how many were kept.
  std::size_t keep_samples(std::uint32_t ready) {
    if (capture_.full()) [[likely]]
      return 0;
    const std::size_t before = capture_.size();
    for (std::uint32_t i = 0; i < ready; ++i)
      capture_.keep({bytes_[i], burst_[i].look.shape.length}, scale_.nanoseconds(burst_[i].due));
    return capture_.size() - before;
  }

  /// Frames that weren't sent give their numbers back, the newest first.
  void book(std::uint32_t sent, std::uint32_t ready, std::uint32_t due, Ticks now) {
    for (std::uint32_t i = 0; i < sent; ++i) {
      StreamCounters& count = counters_[burst_[i].stream];
      count.sent += 1;
      count.bytes += burst_[i].look.shape.length;
      count.note_lag(port_.departure(burst_[i].due, now) - burst_[i].due, late_after_);
    }
    if (sent != 0) pacing_.on_many(lag_of(0, now), lag_of(sent - 1, now), sent);
    for (std::uint32_t i = due; i-- > sent;) {
      StreamCounters& count = counters_[burst_[i].stream];
      (i < ready ? count.ring_full : count.no_buffer) += 1;
      --hot_[burst_[i].stream].next_number;
    }
    newest_due_ = burst_[due - 1].due;
    newest_lag_ = lag_of(due - 1, now);
  }

  Ticks lag_of(std::uint32_t i, Ticks now) const {
    return port_.departure(burst_[i].due, now) - burst_[i].due;
  }

  std::uint32_t end(Ticks now) {
    if (!ended()) ended_at_ticks_ += now.count;
    return 0;
  }

  static constexpr std::uint32_t kFewFrames = 4;  // fewer are written one by one

  Port& port_;
  std::vector<StreamProgram> programs_;
  std::vector<Paced> departures_;
  std::vector<Hot> hot_;
  std::vector<StreamCounters> counters_;
  DepartureWheel wheel_;
  std::size_t running_ = 0;  // streams that have another frame
  bool some_have_fields_ = false;
  Capture capture_;
  PacingTrack pacing_;
  TickScale scale_;
  Ticks late_after_;
  std::array<Frame, kBurst> frames_{};
  std::array<Outgoing, kBurst> burst_{};
  std::array<std::uint8_t*, kBurst> bytes_{};
  FieldColumns columns_;
  SignatureMix signatures_;
  Ticks newest_due_{}, newest_lag_{};
  std::atomic<bool> end_asked_{false};
  Counter ended_at_ticks_;  // 0: not yet
};

}  // namespace pktgen
