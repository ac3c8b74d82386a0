#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "base/counter.h"
#include "base/period.h"
#include "traffic/frame_queue.h"
#include "worker/port_concept.h"

namespace pktgen {

/// What a running replay tells.
struct alignas(64) ReplayCounters {
  Counter sent, bytes;        ///< handed over to the port; bytes without FCS
  Counter refused;            ///< times that the port took less than was due: its ring was full
  Counter no_buffer;          ///< times that there was no buffer for a frame that was due
  Counter late_by_file;       ///< frames that were due before the file's reader had them ready
  Counter largest_lag_ticks;  ///< how late a frame was handed over at worst
  Counter ended_at_ticks;     ///< when the last frame was handed over; 0: not yet
};

/// Sends the frames of a queue, each when it is due and not before. A frame that the port doesn't take stays
/// and is offered again: a replay leaves nothing out, it becomes late, and says by how much.
template <TxPort Port>
class ReplayWorker {
 public:
  using Frame = typename Port::Frame;

  ReplayWorker(Port& port, FrameQueue& queue, Ticks start, TickScale scale)
      : port_(port), queue_(queue), start_(start), scale_(scale) {}

  /// Hands over at most one burst; returns how many frames the port took.
  std::uint32_t step(Ticks now) {
    if (ended() || now < start_) return 0;
    if (end_asked_.load(std::memory_order_relaxed)) return end(now);
    fetch(now);
    if (waiting_ == 0) return is_over_ ? end(now) : 0;
    const auto frames = std::span(frames_).first(waiting_);
    const std::uint32_t sent =
        port_.send(frames, [&](std::uint32_t i) { return i < refused_ ? std::max(due_[i], now) : due_[i]; });
    if (sent != 0) note(sent, now);
    keep_from(sent);
    refused_ = waiting_;
    if (waiting_ == 0) return sent;
    count_.refused += 1;
    next_ = now + scale_.ticks(kRetry);
    return sent;
  }

  /// When the next frame is due, as far as it is known.
  Ticks next() const { return ended() ? kNever : next_; }

  /// Asks a running worker to send no more; may be called from another thread.
  void ask_to_end() { end_asked_.store(true, std::memory_order_relaxed); }
  bool ended() const { return count_.ended_at_ticks.read() != 0; }

  const ReplayCounters& count() const { return count_; }

 private:
  static constexpr Nanoseconds kRetry = std::chrono::microseconds(1);  // some frames' time on any link

  Ticks due_of(const QueuedFrame& frame) const { return start_ + scale_.ticks(frame.due); }

  /// Takes what is due from the queue into buffers of the port.
  void fetch(Ticks now) {
    next_ = kNever;
    for (; waiting_ < kBurst; queue_.pop()) {
      const FrameQueue::State state = queue_.look();
      is_over_ = state == FrameQueue::State::ended;
      if (state != FrameQueue::State::ready) return;
      const QueuedFrame frame = queue_.front();
      next_ = due_of(frame);
      if (next_ > now) return;
      if (port_.take(std::span(frames_).subspan(waiting_, 1)) == 0) {
        count_.no_buffer += 1;
        return;
      }
      port_.write(frames_[waiting_], frame.bytes);
      count_.late_by_file += frame.after_dry ? 1u : 0u;
      lengths_[waiting_] = frame.bytes.size();
      due_[waiting_++] = next_;
    }
  }

  /// The frames that the port didn't take come first the next time.
  void keep_from(std::uint32_t sent) {
    const auto forward = [&](auto& row) {
      std::move(row.begin() + sent, row.begin() + waiting_, row.begin());
    };
    forward(frames_);
    forward(due_);
    forward(lengths_);
    waiting_ -= sent;
  }

  void note(std::uint32_t sent, Ticks now) {
    count_.sent += sent;
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < sent; ++i) bytes += lengths_[i];
    count_.bytes += bytes;
    const Ticks left = refused_ != 0 ? now : port_.departure(due_[0], now);
    const std::uint64_t lag = (left - due_[0]).count;
    const std::uint64_t worst = count_.largest_lag_ticks.read();
    if (lag > worst) count_.largest_lag_ticks += lag - worst;
    newest_ = sent <= refused_ ? now : port_.departure(due_[sent - 1], now);
  }

  /// What still waits goes back.
  std::uint32_t end(Ticks now) {
    port_.give_back(std::span(frames_).first(waiting_));
    waiting_ = 0;
    count_.ended_at_ticks += newest_.count != 0 ? newest_.count : now.count;
    return 0;
  }

  Port& port_;
  FrameQueue& queue_;
  Ticks start_;
  TickScale scale_;
  std::array<Frame, kBurst> frames_{};  // due, and not yet taken by the port
  std::array<Ticks, kBurst> due_{};
  std::array<std::size_t, kBurst> lengths_{};
  std::uint32_t waiting_ = 0, refused_ = 0;  // refused: of these, offered before
  bool is_over_ = false;
  Ticks next_ = start_;  // the first frame that isn't taken yet
  Ticks newest_{};       // departure
  std::atomic<bool> end_asked_{false};
  ReplayCounters count_;
};

}  // namespace pktgen
