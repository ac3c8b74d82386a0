#include "wire/pcap_filter.h"

#include <fmt/format.h>
#include <pcap/pcap.h>
#include <utility>

#include "base/text.h"
#include "wire/pcap_handle.h"

namespace pktgen {
namespace {

constexpr int kOptimised = 1;

}  // namespace

struct PcapFilter::Program {
  bpf_program code{};
  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { pcap_freecode(&code); }
};

PcapFilter::PcapFilter(std::unique_ptr<Program> program) : program_(std::move(program)) {}
PcapFilter::PcapFilter(PcapFilter&&) noexcept = default;
PcapFilter& PcapFilter::operator=(PcapFilter&&) noexcept = default;
PcapFilter::~PcapFilter() = default;

Result<PcapFilter> PcapFilter::compile(const std::string& text) {
  const CaptureHandle ethernet(pcap_open_dead(DLT_EN10MB, kSnapLength));
  auto program = std::make_unique<Program>();
  if (!ethernet) return fail(ErrorKind::environment, "no memory left to compile a filter");
  if (pcap_compile(ethernet.get(), &program->code, text.c_str(), kOptimised, PCAP_NETMASK_UNKNOWN) != 0)
    return fail(ErrorKind::plan,
                fmt::format("filter {}: {}; a filter reads like \"udp and dst port 7\" or \"vlan 5 and net "
                            "198.18.0.0/15\" (man pcap-filter)",
                            in_quotes(text), pcap_geterr(ethernet.get())));
  return PcapFilter(std::move(program));
}

bool PcapFilter::matches(ByteView frame) const {
  pcap_pkthdr header{};
  header.caplen = header.len = static_cast<bpf_u_int32>(frame.size());
  return pcap_offline_filter(&program_->code, &header, frame.data()) != 0;
}

}  // namespace pktgen
