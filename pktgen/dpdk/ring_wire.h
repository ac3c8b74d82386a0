#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_ring.h>

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
  explicit Arriving(std::size_t buffers) : slots_(std::bit_ceil(buffers)), mask_(slots_.size() - 1) {}

  void push(rte_mbuf* frame, Ticks at) { slots_[tail_++ & mask_] = {frame, at}; }

  /// The same for frames that follow each other every `slot`; `first` moves behind the last.
  void push_run(std::span<rte_mbuf* const> frames, FinePoint& first, Period slot, Ticks passage) {
    Slot* const slots =
        slots_.data();  // copies, for a store may change any member, as far as the compiler knows
    const std::size_t mask = mask_, tail = tail_;
    FinePoint leaves = first;
    for (std::size_t i = 0; i < frames.size(); ++i, leaves += slot)
      slots[(tail + i) & mask] = {frames[i], leaves.at + passage};
    first = leaves;
    tail_ = tail + frames.size();
  }

  /// Takes those that arrived by `now`, as many as there is room for; returns how many.
  std::uint32_t pop(Ticks now, std::span<rte_mbuf*> frames) {
    const Slot* const slots = slots_.data();
    const std::size_t mask = mask_, head = head_;
    const std::size_t most = std::min(frames.size(), tail_ - head);
    std::uint32_t count = 0;
    for (; count < most; ++count) {
      const Slot& slot = slots[(head + count) & mask];
      if (slot.at > now) break;
      frames[count] = slot.frame;
    }
    head_ = head + count;
    if (head_ == tail_) head_ = tail_ = 0;  // the same few lines again, which the cache still has
    return count;
  }

 private:
  struct Slot {
    rte_mbuf* frame = nullptr;
    Ticks at{};
  };
  std::vector<Slot> slots_;
  std::size_t mask_, head_ = 0, tail_ = 0;
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

  void trial_starts(Ticks start) { way_.trial_starts(start); }

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
  void enter(std::span<rte_mbuf* const> frames);
  void enter_one(rte_mbuf* frame);

  WaySpec spec_;
  TickScale scale_;
  Ends ends_;
  Frames frames_;
  Way<Frames> way_;
  Chatter chatter_;
  bool is_silent_;
  FinePoint link_free_;
  bool was_empty_ = true;    // the sender's ring, at the last look
  FrameBytes paced_size_{};  // for which the slot holds
  Period slot_{};            // how long one frame keeps the sending port busy
  WireCounters count_;
};

}  // namespace pktgen
