#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>

#include "base/counter.h"
#include "base/period.h"
#include "pace/pacer.h"
#include "track/capture.h"
#include "traffic/frame_source.h"
#include "worker/port_concept.h"

namespace pktgen {

/// After each step: due == sent + no_buffer + ring_full. A line of its own: no false sharing.
struct alignas(64) TxCounters {
  Counter due, sent, no_buffer, ring_full;
  Counter largest_lag_ticks;  ///< how late a step found its oldest frame
  Counter ended_at_ticks;     ///< when the last due frame was handed over; 0: not yet
};

/// Sends what is due. No allocation, no lock, no branch on configuration but the samples of the first frames.
template <TxPort Port>
class TxWorker {
 public:
  using Frame = typename Port::Frame;

  TxWorker(Port& port, FrameSource source, Pacer pacer, Capture capture, TickScale scale)
      : port_(port), source_(source), pacer_(pacer), capture_(std::move(capture)), scale_(scale) {}

  /// Hands over at most one burst of what is due by `now`; returns how many frames were due.
  std::uint32_t step(Ticks now) {
    if (ended() || end_asked_.load(std::memory_order_relaxed)) [[unlikely]]
      return end(now);
    const DueRun due = pacer_.due(now, kBurst);
    if (due.count == 0) return 0;
    std::array<Frame, kBurst> burst;
    const auto wanted = std::span(burst).first(due.count);
    const auto ready = wanted.first(source_.fill(port_, wanted, due));
    const std::size_t sampled = keep_samples(ready, due);
    const auto rest = ready.subspan(port_.send(ready, [&due](std::uint32_t i) { return due.at(i); }));
    source_.take_back(port_, rest);
    capture_.take_back(sampled - std::min(sampled, ready.size() - rest.size()));

    count_.due += due.count;
    count_.sent += ready.size() - rest.size();
    count_.no_buffer += due.count - ready.size();
    count_.ring_full += rest.size();
    note_time(due.at(0), due.at(due.count - 1), now);
    return due.count;
  }

  /// When the next frame is due.
  Ticks next() const { return ended() ? kNever : pacer_.next(); }

  /// Asks a running worker to send no more; may be called from another thread.
  void ask_to_end() { end_asked_.store(true, std::memory_order_relaxed); }
  bool ended() const { return count_.ended_at_ticks.read() != 0; }

  const TxCounters& count() const { return count_; }
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

  void note_time(Ticks oldest, Ticks newest, Ticks now) {
    const std::uint64_t lag = (port_.departure(oldest, now) - oldest).count;
    const std::uint64_t worst = count_.largest_lag_ticks.read();
    if (lag > worst) count_.largest_lag_ticks += lag - worst;
    if (pacer_.finished()) count_.ended_at_ticks += port_.departure(newest, now).count;
  }

  std::uint32_t end(Ticks now) {
    if (!ended()) count_.ended_at_ticks += now.count;
    return 0;
  }

  Port& port_;
  FrameSource source_;
  Pacer pacer_;
  Capture capture_;
  TickScale scale_;
  std::atomic<bool> end_asked_{false};
  TxCounters count_;
};

}  // namespace pktgen
