#include "host/kernel_path.h"

#include <fmt/format.h>

#include "base/text.h"

namespace pktgen {
namespace {

// A ring of 8192 frames (16 MB each way) bridges a pause of 40 ms of the receiving core at 0.2 Mfps: the
// driver's own 512 frames are 2.5 ms, less than one turn of another process.
constexpr int kFrameSlot = 2048, kFrameSlots = 8192, kBlock = 65536;

KernelPath packet_socket(const InterfaceFacts& facts, unsigned index, std::size_t queue_pairs) {
  const std::string pairs = queue_pairs > 1 ? fmt::format(",qpairs={}", queue_pairs) : "";
  return {.device = fmt::format("net_af_packet{},iface={},framesz={},framecnt={},blocksz={}{}", index,
                                facts.name, kFrameSlot, kFrameSlots, kBlock, pairs),
          .driver = "net_af_packet",
          .largest_frame = kLargestByPacketSocket,
          .notes = {fmt::format(
              "a packet socket of the kernel (net_af_packet) carries frames up to {} bytes to and "
              "from {}; a bound PCI port is many times faster",
              kLargestByPacketSocket.count, facts.name)}};
}

KernelPath libpcap(const InterfaceFacts& facts, unsigned index) {
  return {.device = fmt::format("net_pcap{},iface={},phy_mac=1", index, facts.name),
          .driver = "net_pcap",
          .largest_frame = kLargestFrame,
          .notes = {
              fmt::format("libpcap (net_pcap) carries frames to and from {}, for some are above {} bytes; a "
                          "bound PCI port is many times faster",
                          facts.name, kLargestByPacketSocket.count),
              fmt::format("{} hands received frames over in blocks: latency figures contain up to 12 ms of "
                          "that wait, which a run with sizes up to {} bytes alone doesn't have",
                          facts.name, kLargestByPacketSocket.count)}};
}

}  // namespace

Result<KernelPath> choose_kernel_path(const InterfaceFacts& facts, FrameBytes largest, unsigned index,
                                      std::size_t queue_pairs) {
  if (facts.name.find_first_of(",=[]{}\"' ") != std::string::npos)
    return fail(ErrorKind::port,
                fmt::format("interface {} has a character in its name that DPDK gives a meaning; "
                            "rename it: ip link set dev {} name lab0",
                            in_quotes(facts.name), in_quotes(facts.name)));
  if (largest <= kLargestByPacketSocket) return packet_socket(facts, index, queue_pairs);
  if (queue_pairs > 1)
    return fail(
        ErrorKind::port,
        fmt::format("{}: several queues carry frames up to {} bytes, found {}; leave out the longer ones, "
                    "or --tx-queues and --rx-queues",
                    facts.name, kLargestByPacketSocket.count, largest.count));
  return libpcap(facts, index);
}

}  // namespace pktgen
