#include "host/kernel_path.h"

#include <fmt/format.h>

#include "base/text.h"

namespace pktgen {
namespace {

// A ring of 8192 frames (16 MB each way) bridges a pause of 40 ms of the receiving core at 0.2 Mfps: the
// driver's own 512 frames are 2.5 ms, less than one turn of another process.
constexpr int kFrameSlot = 2048, kFrameSlots = 8192, kBlock = 65536;

KernelPath packet_socket(const InterfaceFacts& facts, unsigned index) {
  return {.device = fmt::format("net_af_packet{},iface={},framesz={},framecnt={},blocksz={}", index,
                                facts.name, kFrameSlot, kFrameSlots, kBlock),
          .driver = "net_af_packet",
          .largest_frame = kLargestByPacketSocket,
          .notes = {
              fmt::format("{} is reached through a packet socket of the kernel (net_af_packet): frames up to "
                          "{} bytes, about 0.2 Mfps on one core; a bound PCI port is 50 times faster",
                          facts.name, kLargestByPacketSocket.count)}};
}

KernelPath libpcap(const InterfaceFacts& facts, unsigned index) {
  return {
      .device = fmt::format("net_pcap{},iface={},phy_mac=1", index, facts.name),
      .driver = "net_pcap",
      .largest_frame = kLargestFrame,
      .notes = {
          fmt::format("{} is reached through libpcap (net_pcap), for there are frames above {} bytes: about "
                      "0.2 Mfps on one core; a bound PCI port is 50 times faster",
                      facts.name, kLargestByPacketSocket.count),
          fmt::format("{}: the kernel hands received frames over in blocks, so latency figures contain up "
                      "to 12 ms of that wait; with sizes up to {} bytes alone they don't",
                      facts.name, kLargestByPacketSocket.count)}};
}

}  // namespace

Result<KernelPath> choose_kernel_path(const InterfaceFacts& facts, FrameBytes largest, unsigned index) {
  if (facts.name.find_first_of(",=[]{}\"' ") != std::string::npos)
    return fail(ErrorKind::port,
                fmt::format("interface {} has a character in its name that DPDK gives a meaning; "
                            "rename it: ip link set dev {} name lab0",
                            in_quotes(facts.name), in_quotes(facts.name)));
  return largest <= kLargestByPacketSocket ? packet_socket(facts, index) : libpcap(facts, index);
}

}  // namespace pktgen
