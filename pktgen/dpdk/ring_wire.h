#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_ring.h>

#include "base/period.h"
#include "emulate/chatter.h"
#include "emulate/mac_table.h"
#include "emulate/way.h"
#include "plan/device_spec.h"
#include "worker/port_concept.h"

namespace pktgen {

/// What a wire's two ends counted: the ring ports' own counters know nothing of the link between them.
struct WireCounters {
  std::uint64_t tx_frames = 0, rx_frames = 0;  ///< onto the link, and into the receiver's ring
  std::uint64_t rx_missed = 0;                 ///< found the receiver's ring full
  std::uint64_t rx_pause = 0;                  ///< pause frames that the sender got
};

/// Frames on their way, in order of arrival. Its room is bounded by the buffers there are, and never grows.
class Arriving {
 public:
  explicit Arriving(std::size_t buffers)
      : frames_(std::bit_ceil(buffers)), runs_(frames_.size()), mask_(frames_.size() - 1) {}

  /// Adds a frame that arrives by itself.
  void push(rte_mbuf* frame, Ticks at) {
    frames_[tail_ & mask_] = frame;
    push_run({{at}, {}, 1});
  }

  /// Where up to `most` more frames lie once `push_run` says so: frames that follow each other are taken from
  /// one ring and put into the next without being copied in between.
  std::span<rte_mbuf*> room(std::size_t most) {
    const std::size_t at = tail_ & mask_;
    return std::span(frames_).subspan(at, std::min(most, frames_.size() - at));
  }
  void push_run(const DueRun& run) {
    runs_[last_run_++ & mask_] = run;
    tail_ += run.count;
  }

  /// The frames that arrived by `now`, of one run at most, until `pop`.
  std::span<rte_mbuf*> arrived(Ticks now) {
    if (head_ == tail_) return {};
    const std::size_t at = head_ & mask_;
    return std::span(frames_).subspan(
        at, std::min<std::size_t>(runs_[first_run_ & mask_].due_by(now), frames_.size() - at));
  }
  void pop(std::size_t frames) {
    DueRun& run = runs_[first_run_ & mask_];
    if (frames == run.count) ++first_run_;
    else run = run.without(static_cast<std::uint32_t>(frames));
    head_ += frames;
    if (head_ == tail_)
      head_ = tail_ = first_run_ = last_run_ = 0;  // the same lines, which the cache still has
  }

 private:
  std::vector<rte_mbuf*> frames_;
  std::vector<DueRun> runs_;
  std::size_t mask_, head_ = 0, tail_ = 0, first_run_ = 0, last_run_ = 0;
};

/// One direction of the emulated wire in real time: takes frames from the sender's ring no faster than the
/// link carries them, leads each through the device, and puts it into the receiver's ring when it arrives.
class RingWire {
 public:
  /// Where frames come from and go to, and a pool for copies that holds frames of any length.
  struct Ends {
    rte_ring* from = nullptr;
    rte_ring* to = nullptr;
    rte_mempool* copies = nullptr;
    std::size_t buffers = 0;  ///< of the sender's pool and that of the copies
  };

  RingWire(const WaySpec& spec, TickScale scale, std::uint64_t seed, MacTable& macs, std::size_t ingress,
           Ends ends, Ticks start);
  RingWire(const RingWire&) = delete;
  RingWire& operator=(const RingWire&) = delete;

  /// Moves what is due by `now`, a burst or two at most; returns how many frames moved.
  std::uint32_t step(Ticks now);
  Ticks next() const { return kNever; }

  void trial_starts(Ticks start) {
    way_.trial_starts(start);
    hangs_at_ = spec_.hangs_at(start, scale_.clock());
  }

  /// Meaningful while no worker runs.
  const WireCounters& count() const { return count_; }
  const WayCounters& way_count() const { return way_.count(); }

 private:
  struct Frames {
    using Frame = rte_mbuf*;
    rte_mempool* copies = nullptr;
    Arriving arriving;

    Frame copy(Frame frame);
    Frame corrupted(Frame frame);
    void drop(Frame frame) { rte_pktmbuf_free(frame); }
    void arrive(Frame frame, Ticks at) { arriving.push(frame, at); }
  };

  void set_pace(FrameBytes size);
  void say(Ticks now);
  std::uint32_t pull(Ticks now);
  std::uint32_t push(Ticks now);
  bool carries(std::span<rte_mbuf* const> frames) const;
  void enter(rte_mbuf* frame);

  WaySpec spec_;
  TickScale scale_;
  Ends ends_;
  Frames frames_;
  Way<Frames> way_;
  Chatter chatter_;
  bool is_silent_;
  Ticks hangs_at_ = kNever;  // from then on the sending port takes nothing
  FinePoint link_free_;
  bool was_empty_ = true;    // the sender's ring, at the last look
  FrameBytes paced_size_{};  // for which the slot holds
  Period slot_{};            // how long one frame keeps the sending port busy
  WireCounters count_;
};

}  // namespace pktgen
