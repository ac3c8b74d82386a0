#include "dpdk/dpdk_port.h"

#include <algorithm>

namespace pktgen {

void fill_mbuf(rte_mbuf& frame, ByteView bytes) {
  assert(bytes.size() + RTE_PKTMBUF_HEADROOM <= frame.buf_len);
  rte_pktmbuf_reset(&frame);
  frame.data_len = static_cast<std::uint16_t>(bytes.size());
  frame.pkt_len = frame.data_len;
  std::ranges::copy(bytes, rte_pktmbuf_mtod(&frame, std::uint8_t*));
  template_of(frame) = kNoTemplate;
}

void DpdkPort::use_template(const FrameTemplate& frame) {
  template_ = frame.bytes;
  if (++version_ == kNoTemplate) ++version_;
}

/// Buffers are written when they are first taken: one that still waits in a driver's queue stays as it is.
void DpdkPort::write_template(rte_mbuf& frame) {
  fill_mbuf(frame, template_);
  template_of(frame) = version_;
}

std::uint32_t DpdkPort::take_singly(std::span<Frame> frames) {
  std::uint32_t taken = 0;
  while (taken < frames.size() && rte_mempool_get(pool_, reinterpret_cast<void**>(&frames[taken])) == 0)
    ++taken;
  return taken;
}

bool DpdkPort::send_control(ByteView bytes, Ticks /*now*/) {
  rte_mbuf* frame = rte_pktmbuf_alloc(pool_);
  if (frame == nullptr) return false;
  fill_mbuf(*frame, bytes);
  if (rte_eth_tx_burst(id_, 0, &frame, 1) == 1) return true;
  rte_pktmbuf_free(frame);
  return false;
}

}  // namespace pktgen
