#include "wire/pcap_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <pcap/pcap.h>
#include <utility>

#include "wire/pcap_handle.h"

namespace pktgen {
namespace {

struct CloseDumper {
  void operator()(pcap_dumper_t* dumper) const { pcap_dump_close(dumper); }
};

tl::unexpected<Error> cant_write(const std::string& path) {
  return fail(
      ErrorKind::environment,
      fmt::format("can't write {}: {}; free some room or choose another --out", path, std::strerror(errno)));
}

}  // namespace

struct PcapWriter::Handles {
  CaptureHandle format;
  std::unique_ptr<pcap_dumper_t, CloseDumper> file;
};

PcapWriter::PcapWriter(std::string path, std::unique_ptr<Handles> handles)
    : path_(std::move(path)), handles_(std::move(handles)) {}
PcapWriter::PcapWriter(PcapWriter&&) noexcept = default;
PcapWriter& PcapWriter::operator=(PcapWriter&&) noexcept = default;
PcapWriter::~PcapWriter() = default;

Result<PcapWriter> PcapWriter::create(const std::string& path) {
  auto handles = std::make_unique<Handles>();
  handles->format.reset(
      pcap_open_dead_with_tstamp_precision(DLT_EN10MB, kSnapLength, PCAP_TSTAMP_PRECISION_NANO));
  // The file is opened here, not by libpcap, so that errno says why it can't be.
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || !handles->format) return cant_write(path);
  handles->file.reset(pcap_dump_fopen(handles->format.get(), file));
  if (!handles->file) return cant_write(path);
  return PcapWriter(path, std::move(handles));
}

void PcapWriter::write(Nanoseconds time, ByteView frame) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  pcap_pkthdr header{};
  header.ts.tv_sec = time.count() / kSecond;
  header.ts.tv_usec = time.count() % kSecond;  // nanoseconds, as this file's magic says
  header.caplen = header.len = static_cast<bpf_u_int32>(frame.size());
  pcap_dump(reinterpret_cast<std::uint8_t*>(handles_->file.get()), &header, frame.data());
}

Result<void> PcapWriter::close() {
  const bool flushed =
      pcap_dump_flush(handles_->file.get()) == 0 && std::ferror(pcap_dump_file(handles_->file.get())) == 0;
  if (!flushed) return cant_write(path_);
  handles_->file.reset();
  return {};
}

}  // namespace pktgen
