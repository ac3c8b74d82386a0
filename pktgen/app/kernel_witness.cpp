#include "app/kernel_witness.h"

#include <algorithm>

namespace pktgen {

PortCounters KernelWitness::operator()(PortCounters ours) {
  const auto kernel = read_interface_counters(sysfs_, interface_);
  if (!kernel) return ours;
  if (!start_) start_ = Start{*kernel, ours};
  const std::uint64_t came = kernel->rx_frames - start_->kernel.rx_frames;
  const std::uint64_t taken = ours.rx_frames - start_->ours.rx_frames;
  ours.tx_frames = kernel->tx_frames;
  ours.counts_tx = true;
  // Frames that other programs send are seen by us and aren't counted as received: never below zero.
  ours.rx_missed = std::max(ours.rx_missed, came > taken ? came - taken : 0) + kernel->rx_missed;
  ours.rx_crc_errors += kernel->rx_crc_errors;
  return ours;
}

}  // namespace pktgen
