#pragma once
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <functional>
#include <span>
#include <utility>

#include <rte_ethdev.h>
#include <rte_mbuf.h>
#include <rte_prefetch.h>
#include <rte_mempool.h>

#include "base/bytes.h"
#include "base/units.h"
#include "trial/ledger.h"
#include "wire/frame.h"
#include "worker/port_concept.h"

namespace pktgen {

/// The mark of buffers that hold neither template nor payload: learning frames, copies, what was never
/// written.
inline constexpr std::uint32_t kNoTemplate = 0;

/// Which template or payload a buffer holds. A field that no driver touches on the way out, in the line of
/// the buffer's head that sending reads anyway.
inline std::uint32_t& template_of(rte_mbuf& frame) { return frame.hash.usr; }

/// Zero if a buffer is of one segment, held once, and of its pool's own memory: it goes back as it is.
inline std::uint64_t oddness(const rte_mbuf& frame) {
  std::uint64_t word;  // data_off, refcnt, nb_segs and port, together as drivers write them
  std::memcpy(&word, reinterpret_cast<const std::uint8_t*>(&frame) + offsetof(rte_mbuf, data_off),
              sizeof word);
  constexpr std::uint64_t kMask = 0x0000'ffff'ffff'0000, kHeldOnceOneSegment = 0x0000'0001'0001'0000;
  return ((word & kMask) ^ kHeldOnceOneSegment) |
         (frame.ol_flags & (RTE_MBUF_F_INDIRECT | RTE_MBUF_F_EXTERNAL));
}

/// Gives buffers back to their pools. Plain buffers of one pool, nearly all there are, don't have the second
/// line of their heads touched, as the library's function does.
inline void free_frames(std::span<rte_mbuf*> frames) {
  if (frames.empty()) return;
  rte_mempool* const pool = frames[0]->pool;
  std::uint64_t odd = 0;  // one look at the end, not one a frame
  for (const rte_mbuf* frame : frames)
    odd |= oddness(*frame) |
           (reinterpret_cast<std::uintptr_t>(frame->pool) ^ reinterpret_cast<std::uintptr_t>(pool));
  const auto count = static_cast<unsigned>(frames.size());
  if (odd == 0) [[likely]]
    rte_mempool_put_bulk(pool, reinterpret_cast<void**>(frames.data()), count);
  else rte_pktmbuf_free_bulk(frames.data(), count);
}

/// Writes `bytes` into a buffer of one segment that has room for them.
void fill_mbuf(rte_mbuf& frame, ByteView bytes);

/// One queue each way of a DPDK port, both of the same number, as the worker loops want it.
class DpdkPort {
 public:
  using Frame = rte_mbuf*;

  /// Sends buffers of `pool`; `counters` reads what the port counted, in our units. Asks for at most
  /// `receive_burst` frames at once.
  DpdkPort(std::uint16_t id, rte_mempool* pool, std::function<PortCounters()> counters,
           std::uint16_t queue = 0, std::uint32_t receive_burst = kBurst)
      : id_(id), queue_(queue), receive_burst_(receive_burst), pool_(pool), counters_(std::move(counters)) {}

  // A port that sends. All frames of the queue, learning frames too, are of one pool, as MBUF_FAST_FREE
  // wants, and of one segment, as the fast paths of drivers want.
  std::uint32_t take(std::span<Frame> frames) {
    auto taken = static_cast<std::uint32_t>(frames.size());
    if (rte_mempool_get_bulk(pool_, reinterpret_cast<void**>(frames.data()), taken) != 0) [[unlikely]]
      taken = take_singly(frames);
    return taken;
  }
  std::uint8_t* prepared(Frame frame) {
    if (template_of(*frame) != version_) [[unlikely]]
      write_template(*frame);
    return bytes(frame);
  }
  std::uint8_t* opened(Frame frame, const FrameShape& shape) {
    if (template_of(*frame) != first_image_ + shape.payload) [[unlikely]]
      write_payload(*frame, shape.payload);
    frame->data_off = static_cast<std::uint16_t>(headers_end_ - shape.header_bytes);
    frame->data_len = shape.length;
    frame->pkt_len = shape.length;
    return bytes(frame);
  }
  std::uint8_t* bytes(Frame frame) const { return rte_pktmbuf_mtod(frame, std::uint8_t*); }
  void write(Frame frame, ByteView bytes) { fill_mbuf(*frame, bytes); }
  std::size_t length(Frame frame) const { return frame->pkt_len; }
  template <class Due>
  std::uint32_t send(std::span<Frame> frames, const Due&) {
    return rte_eth_tx_burst(id_, queue_, frames.data(), static_cast<std::uint16_t>(frames.size()));
  }
  Ticks departure(Ticks, Ticks now) const { return now; }
  void give_back(std::span<Frame> frames) {
    if (frames.empty()) return;
    rte_mempool_put_bulk(pool_, reinterpret_cast<void**>(frames.data()),
                         static_cast<unsigned>(frames.size()));
  }

  // A port that receives.
  std::uint32_t receive(std::span<Frame> frames, Ticks) {
    const auto wanted = static_cast<std::uint16_t>(std::min<std::size_t>(frames.size(), receive_burst_));
    const std::uint32_t received = rte_eth_rx_burst(id_, queue_, frames.data(), wanted);
    for (const Frame frame : frames.first(received)) rte_prefetch0(rte_pktmbuf_mtod(frame, const void*));
    return received;
  }
  ByteView view(Frame frame) const { return {rte_pktmbuf_mtod(frame, const std::uint8_t*), frame->data_len}; }
  Ticks arrival(Frame, Ticks now) const { return now; }
  Ticks next_arrival() const { return kNever; }
  void release(std::span<Frame> frames) { free_frames(frames); }

  // What the rig does between trials.
  void use_template(const FrameTemplate& frame);
  void use_payloads(PayloadImages images);
  bool send_control(ByteView bytes, Ticks now);
  PortCounters counters() const { return counters_(); }

 private:
  std::uint32_t take_singly(std::span<Frame> frames);
  void write_template(rte_mbuf& frame);
  void write_payload(rte_mbuf& frame, std::uint32_t payload);

  std::uint16_t id_, queue_;
  std::uint32_t receive_burst_;
  rte_mempool* pool_;
  std::uint32_t version_ = kNoTemplate;
  std::vector<std::uint8_t> template_;
  PayloadImages images_;
  std::uint32_t first_image_ = kNoTemplate;  // the mark of buffers with the first payload
  std::size_t headers_end_ = RTE_PKTMBUF_HEADROOM;
  std::function<PortCounters()> counters_;
};

}  // namespace pktgen
