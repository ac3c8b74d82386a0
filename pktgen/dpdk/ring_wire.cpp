#include "dpdk/ring_wire.h"

#include <algorithm>
#include <array>

#include "dpdk/dpdk_port.h"

namespace pktgen {
namespace {

constexpr std::uint64_t kPauseEvery = 1000;            // frames sent to one pause frame received
constexpr double kPausedShare = 0.5;                   // of the line rate that a peer's pauses leave
constexpr std::uint32_t kArrivalsAtOnce = 2 * kBurst;  // a burst, each frame duplicated

}  // namespace

RingWire::Frames::Frame RingWire::Frames::copy(Frame frame) {
  const Frame twin = rte_pktmbuf_alloc(copies);
  if (twin != nullptr) fill_mbuf(*twin, {rte_pktmbuf_mtod(frame, const std::uint8_t*), frame->data_len});
  return twin;
}

/// One bit of the last byte; it lies behind the signature in every frame that has bytes there. A copy, for
/// the sender's buffers keep their template.
RingWire::Frames::Frame RingWire::Frames::corrupted(Frame frame) {
  const Frame damaged = copy(frame);
  if (damaged == nullptr) return frame;
  drop(frame);
  *(rte_pktmbuf_mtod(damaged, std::uint8_t*) + damaged->data_len - 1) ^= 0x01;
  return damaged;
}

RingWire::RingWire(const WaySpec& spec, TickScale scale, std::uint64_t seed, MacTable& macs,
                   std::size_t ingress, Ends ends, Ticks start)
    : spec_(spec),
      scale_(scale),
      ends_(ends),
      frames_{.copies = ends.copies, .arriving = Arriving(ends.buffers)},
      way_(spec, scale.clock(), seed, frames_, macs, ingress),
      chatter_(spec, scale.clock(), start),
      is_silent_(chatter_.next_time() == kNever),
      link_free_{start} {}

std::uint32_t RingWire::step(Ticks now) {
  if (!is_silent_) say(now);
  way_.settle(now);
  return pull(now) + push(now);
}

void RingWire::set_pace(FrameBytes size) {
  paced_size_ = size;
  const Period link = way_.slot(size);
  double ticks = static_cast<double>(link.ticks) + static_cast<double>(link.fraction) * 0x1p-32;
  if (spec_.tx_capacity_frames_per_second != 0)
    ticks = std::max(ticks, scale_.clock().count / static_cast<double>(spec_.tx_capacity_frames_per_second));
  if (spec_.pause_received) ticks /= kPausedShare;
  slot_ = Period::of(ticks);
}

/// What others say comes to the receiver beside what the sender sent.
void RingWire::say(Ticks now) {
  for (std::uint32_t i = 0; i < kBurst; ++i) {
    const auto said = chatter_.next(now);
    if (!said) return;
    rte_mbuf* frame = rte_pktmbuf_alloc(ends_.copies);
    if (frame == nullptr) return;
    fill_mbuf(*frame, said->frame);
    frames_.arrive(frame, said->at);
  }
}

/// The sending MAC: it begins as many frames as the link had time for since it was free. A frame found after
/// a look at an empty ring begins now, for when it came isn't known: never too early, one look too late at
/// most.
std::uint32_t RingWire::pull(Ticks now) {
  if (now >= hangs_at_) [[unlikely]]
    return 0;
  if (link_free_.at > now) {
    if (was_empty_) was_empty_ = rte_ring_empty(ends_.from) != 0;
    return 0;
  }
  if (was_empty_) link_free_ = {now};
  const std::uint64_t time_for = (now - link_free_.at).count / std::max<std::uint64_t>(slot_.ticks, 1) + 1;
  const std::span<rte_mbuf*> room = frames_.arriving.room(std::min<std::uint64_t>(kBurst, time_for));
  const unsigned pulled = rte_ring_sc_dequeue_burst(ends_.from, reinterpret_cast<void**>(room.data()),
                                                    static_cast<unsigned>(room.size()), nullptr);
  was_empty_ = pulled < room.size();
  const auto frames = room.first(pulled);
  if (pulled == 0) return 0;
  if (carries(frames)) [[likely]] {
    const Ticks passage = way_.passage(paced_size_);
    const DueRun leaving{link_free_, slot_, pulled};
    frames_.arriving.push_run({{link_free_.at + passage, link_free_.fraction}, slot_, pulled});
    link_free_ = leaving.without(pulled).first;
    count_.tx_frames += pulled;
    return pulled;
  }
  std::array<rte_mbuf*, kBurst> burst;  // a copy, for these may arrive otherwise than they came
  std::ranges::copy(frames, burst.begin());
  for (rte_mbuf* const frame : std::span(burst).first(pulled)) enter(frame);
  return pulled;
}

/// Frames of one size on a wire that only takes time: nearly all there are.
bool RingWire::carries(std::span<rte_mbuf* const> frames) const {
  const auto paced = static_cast<std::uint32_t>(paced_size_.count - kFcs);
  std::uint32_t other_sizes = 0;
  for (const rte_mbuf* frame : frames) other_sizes |= frame->pkt_len ^ paced;
  return way_.is_perfect() && !spec_.pause_received && other_sizes == 0;
}

void RingWire::enter(rte_mbuf* frame) {
  const Entering entering{.size = with_fcs({frame->pkt_len}),
                          .is_test = template_of(*frame) != kNoTemplate,
                          .front = rte_pktmbuf_mtod(frame, const std::uint8_t*)};
  if (entering.size != paced_size_) [[unlikely]]
    set_pace(entering.size);
  const Ticks start = link_free_.at;
  link_free_ += slot_;
  ++count_.tx_frames;
  if (spec_.pause_received && count_.tx_frames % kPauseEvery == 0) ++count_.rx_pause;
  way_.enter(frame, entering, start);
}

/// The receiving MAC.
std::uint32_t RingWire::push(Ticks now) {
  std::uint32_t moved = 0;
  while (moved < kArrivalsAtOnce) {
    const std::span<rte_mbuf*> arrived = frames_.arriving.arrived(now);
    if (arrived.empty()) break;
    const auto count = static_cast<unsigned>(arrived.size());
    const unsigned taken =
        rte_ring_sp_enqueue_burst(ends_.to, reinterpret_cast<void**>(arrived.data()), count, nullptr);
    count_.rx_frames += taken;
    count_.rx_missed += count - taken;
    if (taken < count) [[unlikely]]
      free_frames(arrived.subspan(taken));
    frames_.arriving.pop(count);
    moved += count;
  }
  return moved;
}

}  // namespace pktgen
