#pragma once
#include <string>
#include <vector>

#include "base/units.h"

namespace pktgen {

/// A PCI Express link: generation 1 to 5, lanes 1 to 32; zero where it isn't known or there is no such link.
struct PcieLink {
  unsigned generation = 0, lanes = 0;
  bool is_known() const { return generation != 0 && lanes != 0; }
  friend bool operator==(const PcieLink&, const PcieLink&) = default;
};

/// "Gen2 x2"; "unknown".
std::string print_link(PcieLink link);

/// How a device's transfers are cut, in bytes.
struct PcieCuts {
  unsigned max_payload = 256;   ///< of a write: Device Control bits 7-5
  unsigned max_read = 512;      ///< of a read request: Device Control bits 14-12
  unsigned completion = 64;     ///< of an answer to a read: from the read completion boundary to max_payload
  unsigned rx_descriptor = 16;  ///< i40e's are of 32 bytes as Debian builds DPDK
};

/// What a link carries of Ethernet, bits a second with preamble and gap (L1), each way; zero for an unknown
/// link.
struct PcieCap {
  double send = 0, receive = 0;
  double both = 0;  ///< each way while both ways are busy
};

/// The bits a second of one direction after line coding: 8b/10b for 2.5 and 5 GT/s (Gen1, Gen2), 128b/130b
/// for 8, 16 and 32 GT/s. PCI Express base specification, section 4.2.
double encoded_bits_per_second(PcieLink link);

/// What is left of that for transaction layer packets: after one acknowledgement and one flow control DLLP of
/// 8 bytes for each limit of the specification's tables, and a SKIP of 4 bytes in 1538. The limits for
/// payloads of 128, 256 and 512 bytes are those of the public pcie-model (pcie-bench, SIGCOMM 2018); above
/// 512 those of 512 are used.
double tlp_bits_per_second(PcieLink link, unsigned max_payload);

/// The most frames of one size that a NIC moves over the link, as a rate on the wire, whatever the wire's
/// speed is. Bytes of a write or a read request beside its payload: 24 (framing, sequence and LCRC 8, header
/// of a 64-bit address 16); of a completion: 20. Descriptors of 16 bytes to send, fetched 32 at a time, one
/// in 32 written back; receive descriptors fetched 8 and written 4 at a time; a doorbell of 28 bytes for 32
/// frames: what a poll-mode driver does. A model with no measurement behind it: the figure for short
/// completions
/// (`completion` = 64) is the low end, that for completions of max_payload the high end.
PcieCap pcie_cap(PcieLink link, const PcieCuts& cuts, FrameBytes frame);

/// The narrowest link of each generation, none beyond `most`, that carries frames of this size at
/// `needed_bits_per_second` (L1) both ways at once, by the low end of the model.
std::vector<PcieLink> links_enough(double needed_bits_per_second, const PcieCuts& cuts, FrameBytes frame,
                                   PcieLink most);

}  // namespace pktgen
