#include "dpdk/dpdk_port.h"

#include <algorithm>

#include "wire/signature.h"

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

void DpdkPort::use_payloads(PayloadImages images) {
  images_ = std::move(images);
  first_image_ = version_ + 1;
  version_ += static_cast<std::uint32_t>(images_.payloads.size());
  headers_end_ = RTE_PKTMBUF_HEADROOM + images_.most_header_bytes;
}

void DpdkPort::write_payload(rte_mbuf& frame, std::uint32_t payload) {
  const std::vector<std::uint8_t>& bytes = images_.payloads[payload];
  const std::size_t at = headers_end_ + kSignatureBytes;
  rte_pktmbuf_reset(&frame);
  std::ranges::copy_n(bytes.begin(), static_cast<std::ptrdiff_t>(std::min(bytes.size(), frame.buf_len - at)),
                      static_cast<std::uint8_t*>(frame.buf_addr) + at);
  template_of(frame) = first_image_ + payload;
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
  if (rte_eth_tx_burst(id_, queue_, &frame, 1) == 1) return true;
  rte_pktmbuf_free(frame);
  return false;
}

}  // namespace pktgen
