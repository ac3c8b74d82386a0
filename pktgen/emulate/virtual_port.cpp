#include "emulate/virtual_port.h"

#include <algorithm>

#include "wire/signature.h"

namespace pktgen {

VirtualPort::VirtualPort(const WaySpec& outgoing, const WaySpec& incoming, TicksPerSecond clock,
                         std::uint64_t seed, MacTable& macs, std::size_t index, Ticks now)
    : spec_(outgoing),
      clock_(clock),
      pool_(kLargestFrame.count),
      out_(outgoing, clock, seed, to_peer_, macs, index),
      chatter_(incoming, clock, now) {}

/// One bit of the last byte; it lies behind the signature in every frame that has bytes there, and where it
/// hasn't the signature's check is hit. A copy, for the sender's buffers keep their template.
VirtualPort::Frame VirtualPort::Frames::corrupted(Frame frame) {
  const Frame damaged = copy(frame);
  if (damaged == nullptr) return frame;
  drop(frame);
  damaged->bytes[damaged->length - 1] ^= 0x01;
  return damaged;
}

void VirtualPort::set_pace(FrameBytes size) {
  paced_size_ = size;
  const Period link = out_.slot(size);
  double ticks = static_cast<double>(link.ticks) + static_cast<double>(link.fraction) * 0x1p-32;
  if (spec_.tx_capacity_frames_per_second != 0)
    ticks = std::max(ticks, clock_.count / static_cast<double>(spec_.tx_capacity_frames_per_second));
  if (spec_.pause_received) ticks /= kPausedShare;
  slot_ = Period::of(ticks);
  ring_time_ = {static_cast<std::uint64_t>(ticks * kTxRing)};
}

Entering VirtualPort::entering(Frame frame, bool is_test) const {
  return {.size = with_fcs({frame->length}), .is_test = is_test, .front = frame->bytes};
}

/// False if the transmit ring is full.
bool VirtualPort::send_one(Frame frame, Ticks due) {
  const FrameBytes size = with_fcs({frame->length});
  if (size != paced_size_) set_pace(size);
  if (link_free_.at > due + ring_time_ || due >= hangs_at_) return false;
  if (link_free_.at < due) link_free_ = {due};
  const Ticks start = link_free_.at;
  link_free_ += slot_;
  ++tx_frames_;
  if (spec_.pause_received && tx_frames_ % kPauseEvery == 0) ++rx_pause_;
  out_.enter(frame, entering(frame, true), start);
  return true;
}

bool VirtualPort::send_control(ByteView frame, Ticks now) {
  const Frame copy = to_peer_.scratch.take_copy(frame);
  if (copy == nullptr) return false;
  if (link_free_.at < now) link_free_ = {now};
  const Ticks start = link_free_.at;
  link_free_ += out_.slot(with_fcs({frame.size()}));
  ++tx_frames_;
  out_.enter(copy, entering(copy, false), start);
  return true;
}

std::uint32_t VirtualPort::receive(std::span<Frame> frames, Ticks now) {
  peer()->out_.settle(now);
  std::uint32_t received = 0;
  while (received < frames.size()) {
    const auto said = chatter_.next(now);
    if (!said) break;
    const Frame copy = peer()->to_peer_.scratch.take_copy(said->frame);
    if (copy == nullptr) break;
    copy->arrival = said->at;
    frames[received++] = copy;
    ++rx_frames_;
  }
  for (; received < frames.size() && !arrivals_.empty() && arrivals_.front()->arrival <= now; arrivals_.pop())
    frames[received++] = arrivals_.front();
  return received;
}

Ticks VirtualPort::next_arrival() const {
  const Ticks held = std::min(peer()->out_.next_settling(), chatter_.next_time());
  return arrivals_.empty() ? held : std::min(held, arrivals_.front()->arrival);
}

void VirtualPort::trial_starts(Ticks start) {
  out_.trial_starts(start);
  hangs_at_ = spec_.hangs_at(start, clock_);
}

PortCounters VirtualPort::counters() const {
  const WayCounters& incoming = peer()->out_.count();
  return {.tx_frames = tx_frames_,
          .rx_frames = rx_frames_,
          .rx_missed = incoming.rx_missed,
          .rx_no_buffer = 0,
          .rx_crc_errors = incoming.rx_crc_errors,
          .rx_pause = rx_pause_};
}

}  // namespace pktgen
