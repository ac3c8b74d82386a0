#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>

#include "base/counter.h"
#include "base/period.h"
#include "pace/departures.h"
#include "track/capture.h"
#include "track/pacing_track.h"
#include "traffic/frame_source.h"
#include "worker/port_concept.h"
#include "worker/stream_counts.h"

namespace pktgen {

/// After each step: due == sent + no_buffer + ring_full. A line of its own: no false sharing.
struct alignas(64) TxCounters {
  Counter due, sent, no_buffer, ring_full;
  Counter bytes;              ///< of those that were sent, without FCS
  Counter late;               ///< of those that were sent, by more than `kLateAfter`
  Counter largest_lag_ticks;  ///< how late a step found its oldest frame
  Counter ended_at_ticks;     ///< when the last due frame was handed over; 0: not yet
};

/// Sends what is due. No allocation, no lock, no branch on configuration but the samples of the first frames.
template <TxPort Port>
class TxWorker {
 public:
  using Frame = typename Port::Frame;

  TxWorker(Port& port, FrameSource source, Departures departures, Capture capture, TickScale scale)
      : port_(port),
        source_(std::move(source)),
        departures_(departures),
        capture_(std::move(capture)),
        pacing_(scale),
        scale_(scale),
        late_after_(scale.ticks(kLateAfter)) {}

  /// Hands over at most one burst of what is due by `now`; returns how many frames were due.
  std::uint32_t step(Ticks now) {
    if (ended() || end_asked_.load(std::memory_order_relaxed)) [[unlikely]]
      return end(now);
    const DueRun due = departures_.due(now, kBurst);
    if (due.count == 0) return 0;
    departures_.advance(0, due.count);
    std::array<Frame, kBurst> burst;
    const auto wanted = std::span(burst).first(due.count);
    const auto ready = wanted.first(source_.fill(port_, wanted, due));
    const std::size_t sampled = keep_samples(ready, due);
    const std::size_t length = ready.empty() ? 0 : port_.length(ready[0]);
    const auto rest = ready.subspan(port_.send(ready, [&due](std::uint32_t i) { return due.at(i); }));
    source_.take_back(port_, rest);
    capture_.take_back(sampled - std::min(sampled, ready.size() - rest.size()));

    count_.due += due.count;
    count_.sent += ready.size() - rest.size();
    count_.no_buffer += due.count - ready.size();
    count_.ring_full += rest.size();
    const auto sent = static_cast<std::uint32_t>(ready.size() - rest.size());
    count_.bytes += sent * length;
    note_time(due, sent, now);
    return due.count;
  }

  /// When the next frame is due.
  Ticks next() const { return ended() ? kNever : departures_.next(); }

  /// Asks a running worker to send no more; may be called from another thread.
  void ask_to_end() { end_asked_.store(true, std::memory_order_relaxed); }
  bool ended() const { return count_.ended_at_ticks.read() != 0; }

  const TxCounters& count() const { return count_; }
  const PacingTrack& pacing() const { return pacing_; }
  /// Of the newest frame that was due: when, and how much later it was handed over.
  Ticks newest_due() const { return newest_due_; }
  Ticks newest_lag() const { return newest_lag_; }

  static constexpr std::size_t streams() { return 1; }
  StreamCount count_of(std::size_t) const {
    return {.sent = count_.sent.read(),
            .bytes = count_.bytes.read(),
            .no_buffer = count_.no_buffer.read(),
            .ring_full = count_.ring_full.read(),
            .late = count_.late.read(),
            .largest_lag = {count_.largest_lag_ticks.read()}};
  }
  const Capture& samples() const { return capture_; }

 private:
  /// Before sending, for then the frames aren't ours any more; returns how many were kept.
  std::size_t keep_samples(std::span<Frame> ready, const DueRun& due) {
    if (capture_.full()) [[likely]]
      return 0;
    const std::size_t before = capture_.size();
    for (std::uint32_t i = 0; i < ready.size(); ++i)
      capture_.keep({port_.bytes(ready[i]), port_.length(ready[i])}, scale_.nanoseconds(due.at(i)));
    return capture_.size() - before;
  }

  void note_time(const DueRun& due, std::uint32_t sent, Ticks now) {
    const Ticks oldest = due.at(0), newest = due.at(due.count - 1);
    const Ticks lag = port_.departure(oldest, now) - oldest;
    const std::uint64_t worst = count_.largest_lag_ticks.read();
    if (lag.count > worst) count_.largest_lag_ticks += lag.count - worst;
    if (lag > late_after_) [[unlikely]]
      count_.late += DueRun{due.first, due.period, sent}.due_by(now - late_after_);
    if (sent != 0) {
      const Ticks last = due.at(sent - 1);
      pacing_.on_many(lag, port_.departure(last, now) - last, sent);
    }
    newest_due_ = newest;
    newest_lag_ = port_.departure(newest, now) - newest;
    if (departures_.finished()) count_.ended_at_ticks += (newest + newest_lag_).count;
  }

  std::uint32_t end(Ticks now) {
    if (!ended()) count_.ended_at_ticks += now.count;
    return 0;
  }

  Port& port_;
  FrameSource source_;
  Departures departures_;
  Capture capture_;
  PacingTrack pacing_;
  TickScale scale_;
  Ticks late_after_;
  Ticks newest_due_{}, newest_lag_{};
  std::atomic<bool> end_asked_{false};
  TxCounters count_;
};

}  // namespace pktgen
