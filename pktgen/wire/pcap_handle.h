#pragma once
#include <pcap/pcap.h>

#include <memory>

namespace pktgen {

inline constexpr int kSnapLength = 262144;  ///< octets of a frame that a capture may hold: libpcap's own most

struct CloseCapture {
  void operator()(pcap_t* handle) const { pcap_close(handle); }
};
/// A file being read, or the format that one is written in.
using CaptureHandle = std::unique_ptr<pcap_t, CloseCapture>;

}  // namespace pktgen
