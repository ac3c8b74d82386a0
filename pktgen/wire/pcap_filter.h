#pragma once
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/result.h"

namespace pktgen {

/// A filter as tcpdump has it (pcap-filter(7)), for Ethernet frames without FCS.
class PcapFilter {
 public:
  /// An empty text takes every frame. Fails (plan) in one line with libpcap's words and an example.
  static Result<PcapFilter> compile(const std::string& text);
  PcapFilter(PcapFilter&&) noexcept;
  PcapFilter& operator=(PcapFilter&&) noexcept;
  ~PcapFilter();

  /// Whether the filter takes `frame`. Nothing is allocated; costs some instructions of BPF, interpreted.
  bool matches(ByteView frame) const;

 private:
  struct Program;
  explicit PcapFilter(std::unique_ptr<Program> program);
  std::unique_ptr<Program> program_;
};

}  // namespace pktgen
