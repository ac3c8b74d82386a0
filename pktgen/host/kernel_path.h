#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "host/interface.h"

namespace pktgen {

/// Which of DPDK's virtual devices carries frames to and from a kernel interface.
struct KernelPath {
  std::string device;              ///< as DPDK spells it: "net_af_packet0,iface=eth1,..."
  std::string driver;              ///< "net_af_packet"
  FrameBytes largest_frame{};      ///< that the device carries, whatever the interface's MTU
  std::vector<std::string> notes;  ///< the choice and its limits, one sentence each
};

/// The largest frame of the faster path.
inline constexpr FrameBytes kLargestByPacketSocket{1518};

/// Chooses by the largest frame of the run: a packet socket up to 1518 bytes, libpcap above. `index` makes
/// the device's name unique; the kernel spreads what it receives over `queue_pairs` by flow. Fails (port) for
/// names that can't be spelled as an argument of DPDK, and for several pairs where libpcap is needed.
Result<KernelPath> choose_kernel_path(const InterfaceFacts& facts, FrameBytes largest, unsigned index,
                                      std::size_t queue_pairs = 1);

}  // namespace pktgen
