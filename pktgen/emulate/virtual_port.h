#pragma once
#include <cstdint>
#include <span>

#include "base/units.h"
#include "emulate/chatter.h"
#include "emulate/frame_pool.h"
#include "emulate/ring.h"
#include "emulate/way.h"
#include "trial/ledger.h"
#include "wire/frame.h"

namespace pktgen {

/// One end of the emulated wire in virtual time: a port that sends each frame exactly when it is due, or as
/// soon after as its link is free, and stamps each arrival.
class VirtualPort {
 public:
  using Frame = VirtualFrame*;

  /// Both ports of a wire are made before frames flow, at `now`.
  VirtualPort(const WaySpec& outgoing, const WaySpec& incoming, TicksPerSecond clock, std::uint64_t seed,
              MacTable& macs, std::size_t index, Ticks now = {});
  VirtualPort(const VirtualPort&) = delete;
  VirtualPort& operator=(const VirtualPort&) = delete;

  void connect(VirtualPort& peer) { to_peer_.peer = &peer; }

  // A port that sends.
  std::uint32_t take(std::span<Frame> frames) { return pool_.take(frames); }
  std::uint8_t* prepared(Frame frame) {
    pool_.prepare(*frame);
    return frame->bytes;
  }
  std::uint8_t* opened(Frame frame, const FrameShape& shape) {
    pool_.open(*frame, shape);
    return frame->bytes;
  }
  std::uint8_t* bytes(Frame frame) const { return frame->bytes; }
  void write(Frame frame, ByteView bytes) { FramePool::write(*frame, bytes); }
  std::size_t length(Frame frame) const { return frame->length; }
  template <class Due>
  std::uint32_t send(std::span<Frame> frames, const Due& due) {
    std::uint32_t sent = 0;
    while (sent < frames.size() && send_one(frames[sent], due(sent))) ++sent;
    return sent;
  }
  void give_back(std::span<Frame> frames) {
    for (const Frame frame : frames) pool_.give_back(frame);
  }
  Ticks departure(Ticks due, Ticks) const { return due; }

  // A port that receives.
  std::uint32_t receive(std::span<Frame> frames, Ticks now);
  ByteView view(Frame frame) const { return {frame->bytes, frame->length}; }
  Ticks arrival(Frame frame, Ticks) const { return frame->arrival; }
  void release(std::span<Frame> frames) {
    for (const Frame frame : frames) frame->home->give_back(frame);
  }
  /// When the next frame arrives, or something held inside moves; the end of time if nothing will.
  Ticks next_arrival() const;

  // What the rig does between trials.
  void use_template(const FrameTemplate& frame) { pool_.use_template(frame.bytes); }
  void use_payloads(PayloadImages images) { pool_.use_payloads(std::move(images)); }
  bool send_control(ByteView frame, Ticks now);
  void trial_starts(Ticks start);
  PortCounters counters() const;
  const WayCounters& way_counters() const { return out_.count(); }

 private:
  /// Where frames of the way out end: at the peer, or nowhere.
  struct Frames {
    using Frame = VirtualFrame*;
    VirtualPort* peer = nullptr;
    FramePool scratch{kScratchBytes};

    Frame copy(Frame frame) { return scratch.take_copy({frame->bytes, frame->length}); }
    Frame corrupted(Frame frame);
    void drop(Frame frame) { frame->home->give_back(frame); }
    void arrive(Frame frame, Ticks at) {
      frame->arrival = at;
      peer->arrivals_.push(frame);
      ++peer->rx_frames_;
    }
  };

  static constexpr std::size_t kScratchBytes = kLargestFrame.count;
  static constexpr std::size_t kTxRing = 512;         // frames that may wait for the link
  static constexpr std::uint64_t kPauseEvery = 1000;  // frames sent to one pause frame received
  static constexpr double kPausedShare = 0.5;         // of the line rate that a peer's pauses leave

  bool send_one(Frame frame, Ticks due);
  void set_pace(FrameBytes size);
  Entering entering(Frame frame, bool is_test) const;

  WaySpec spec_;
  TicksPerSecond clock_;
  FramePool pool_;
  Frames to_peer_;
  Way<Frames> out_;
  Chatter chatter_;
  Ring<Frame> arrivals_;
  Ticks hangs_at_ = kNever;  // frames due from then on aren't taken
  FinePoint link_free_;
  FrameBytes paced_size_{};  // for which the two below hold
  Period slot_{};            // how long one frame keeps the port busy
  Ticks ring_time_{};        // the longest wait in the transmit ring
  std::uint64_t tx_frames_ = 0, rx_frames_ = 0, rx_pause_ = 0;
  VirtualPort* peer() const { return to_peer_.peer; }
};

}  // namespace pktgen
