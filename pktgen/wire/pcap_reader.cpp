#include "wire/pcap_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <pcap/pcap.h>
#include <unistd.h>
#include <utility>

#include "wire/ethernet_crc.h"
#include "wire/pcap_handle.h"
#include "wire/pcapng_interfaces.h"

namespace pktgen {
namespace {

// Interfaces stand at the beginning, but secrets and names may stand before them.
constexpr std::size_t kHeadBytes = 1 << 20, kStreamBuffer = 1 << 20;
constexpr std::uint64_t kProbedFrames = 16, kProbedRecords = 256;
constexpr std::int64_t kSecond = 1'000'000'000, kLatestSecond = 0xffff'ffff;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

tl::unexpected<Error> cant_read(const std::string& path) {
  return fail(ErrorKind::environment, fmt::format("can't read {}: {}", path, std::strerror(errno)));
}

Result<std::vector<std::uint8_t>> read_head(std::FILE* file, const std::string& path) {
  if (std::fseek(file, 0, SEEK_END) != 0)
    return fail(ErrorKind::environment,
                fmt::format("{} is a pipe, and a replay wants a file that it can read twice; save it first "
                            "(cat > FILE.pcap)",
                            path));
  std::rewind(file);
  std::vector<std::uint8_t> head(kHeadBytes);
  head.resize(std::fread(head.data(), 1, head.size(), file));
  if (std::ferror(file) != 0) return cant_read(path);
  return head;
}

/// How many bytes of FCS the header's number means, if it says so clearly: pcap counts words of 16 bits
/// (2: Ethernet's FCS), pcapng bits (32); some writers count octets in both (4).
std::optional<bool> is_fcs(unsigned number, unsigned ethernet) {
  if (number == 0) return false;
  if (number == ethernet || number == 4) return true;
  return std::nullopt;
}

std::string name_of_link_type(int type) {
  const char* const name = pcap_datalink_val_to_name(type);
  const char* const what = pcap_datalink_val_to_description(type);
  if (name == nullptr) return fmt::format("link type {}", type);
  return what == nullptr ? std::string(name) : fmt::format("{} ({})", name, what);
}

}  // namespace

struct PcapReader::Handles {
  std::unique_ptr<std::FILE, CloseFile> file;  // stays open, so that each round reads the same file
  CaptureHandle capture;
  std::array<std::uint8_t, without_fcs(kSmallestFrame).count> padded{};  // here, so that a move leaves it be
};

struct PcapReader::Record {
  Nanoseconds time{};
  ByteView bytes;
  std::uint64_t on_wire = 0;
};

/// The first whole frames, and how many of them end in their CRC.
struct PcapReader::Probe {
  std::uint64_t frames = 0, with_fcs = 0;
};

PcapReader::PcapReader(std::string path, CaptureReading reading, std::unique_ptr<Handles> handles)
    : path_(std::move(path)), reading_(std::move(reading)), handles_(std::move(handles)) {}
PcapReader::PcapReader(PcapReader&&) noexcept = default;
PcapReader& PcapReader::operator=(PcapReader&&) noexcept = default;
PcapReader::~PcapReader() = default;

tl::unexpected<Error> PcapReader::refuse(const std::string& why) const {
  return fail(ErrorKind::plan, fmt::format("{}: {}", path_, why));
}

tl::unexpected<Error> PcapReader::refuse_record(const std::string& why) const {
  return refuse(fmt::format("record {}: {}", count_.records, why));
}

Result<PcapReader> PcapReader::open(const std::string& path, const CaptureReading& reading) {
  auto handles = std::make_unique<Handles>();
  handles->file.reset(std::fopen(path.c_str(), "rb"));
  if (!handles->file) return cant_read(path);
  const auto head = read_head(handles->file.get(), path);
  if (!head) return tl::make_unexpected(head.error());
  PcapReader reader(path, reading, std::move(handles));
  if (head->empty()) return reader.refuse("the file is empty; a replay wants a capture with frames");
  if (const auto began = reader.begin_again(); !began) return tl::make_unexpected(began.error());
  if (const auto settled = reader.settle_fcs(*head); !settled) return tl::make_unexpected(settled.error());
  if (const auto began = reader.begin_again(); !began) return tl::make_unexpected(began.error());
  return reader;
}

Result<void> PcapReader::begin_again() {
  handles_->capture.reset();
  const int copy = ::dup(::fileno(handles_->file.get()));
  std::FILE* const stream = copy >= 0 && ::lseek(copy, 0, SEEK_SET) == 0 ? ::fdopen(copy, "rb") : nullptr;
  if (stream == nullptr) {
    const auto why = cant_read(path_);
    if (copy >= 0) ::close(copy);
    return why;
  }
  std::setvbuf(stream, nullptr, _IOFBF, kStreamBuffer);
  char why[PCAP_ERRBUF_SIZE] = "";
  handles_->capture.reset(pcap_fopen_offline_with_tstamp_precision(stream, PCAP_TSTAMP_PRECISION_NANO, why));
  if (!handles_->capture) {
    std::fclose(stream);
    return refuse(fmt::format("no pcap or pcapng capture ({}); unpack it, or convert it with editcap", why));
  }
  const int type = pcap_datalink(handles_->capture.get());
  if (type != DLT_EN10MB)
    return refuse(fmt::format("wants Ethernet frames, found {}; capture on an Ethernet interface",
                              name_of_link_type(type)));
  count_ = {};
  return {};
}

Result<std::optional<PcapReader::Record>> PcapReader::read_record() {
  pcap_pkthdr* header = nullptr;
  const std::uint8_t* data = nullptr;
  pcap_t* const capture = handles_->capture.get();
  const int got = pcap_next_ex(capture, &header, &data);
  if (got == PCAP_ERROR_BREAK) return std::optional<Record>{};
  ++count_.records;
  if (got != 1)
    return refuse_record(
        fmt::format("the file is cut off or damaged here ({}); editcap {} NEW keeps the records before",
                    pcap_geterr(capture), path_));
  if (header->ts.tv_sec < -kLatestSecond || header->ts.tv_sec > kLatestSecond)
    return refuse_record("its time lies beyond the year 2106; give new times with editcap -t");
  const std::int64_t since_1970 = header->ts.tv_sec * kSecond + header->ts.tv_usec;
  return Record{.time = Nanoseconds(since_1970), .bytes = {data, header->caplen}, .on_wire = header->len};
}

Result<PcapReader::Probe> PcapReader::probe() {
  Probe seen;
  while (seen.frames < kProbedFrames && count_.records < kProbedRecords) {
    const auto record = read_record();
    if (!record && count_.records == 1) return tl::make_unexpected(record.error());
    if (!record || !*record) break;
    const ByteView bytes = (*record)->bytes;
    if (bytes.size() != (*record)->on_wire || bytes.size() < kMacHeader + kFcs) continue;
    ++seen.frames;
    if (ends_in_fcs(bytes)) ++seen.with_fcs;
  }
  if (count_.records == 0) return refuse("holds no frames; a replay wants one at least");
  return seen;
}

Result<void> PcapReader::settle_fcs(ByteView head) {
  const auto seen = probe();
  if (!seen) return tl::make_unexpected(seen.error());
  if (reading_.fcs != CaptureReading::Fcs::find_out) {
    has_fcs_ = reading_.fcs == CaptureReading::Fcs::present;
    if (has_fcs_) fcs_note_ = "the last four bytes of each record were taken off as its FCS, as asked";
    return {};
  }
  std::vector<std::optional<bool>> said;
  const auto link_type = static_cast<unsigned>(pcap_datalink_ext(handles_->capture.get()));
  if (LT_FCS_LENGTH_PRESENT(link_type)) said.push_back(is_fcs(LT_FCS_LENGTH(link_type), 2));
  for (const auto& number : fcs_of_interfaces(head))
    said.push_back(number ? is_fcs(*number, 32) : std::nullopt);
  const bool agree = std::ranges::all_of(said, [&](const auto& one) { return one == said.front(); });
  if (!said.empty() && agree && said.front()) {
    has_fcs_ = *said.front();
    if (has_fcs_) fcs_note_ = "the file's header says that its frames end in an FCS: it was taken off";
    return {};
  }
  if (seen->with_fcs != 0 && seen->with_fcs != seen->frames)
    return refuse(
        fmt::format("{} of the first {} frames end in an FCS and the others don't; say which is "
                    "meant with --fcs present or --fcs absent",
                    seen->with_fcs, seen->frames));
  has_fcs_ = seen->with_fcs != 0;
  if (has_fcs_)
    fcs_note_ = fmt::format(
        "the first {} frames end in their CRC-32, so each record's FCS was taken off, "
        "though the file's header doesn't say that there is one",
        seen->frames);
  return {};
}

Result<std::optional<CapturedFrame>> PcapReader::frame_of(const Record& record) {
  const std::uint64_t captured = record.bytes.size();
  if (captured > record.on_wire)
    return refuse_record(
        fmt::format("damaged: {} bytes were captured of a frame of {}; leave it out with "
                    "editcap {} NEW {}",
                    captured, record.on_wire, path_, count_.records));
  if (captured < record.on_wire) {
    ++count_.truncated;
    if (reading_.skips_truncated) return std::optional<CapturedFrame>{};
    return refuse_record(
        fmt::format("{} of {} bytes were captured; a whole frame is needed; capture again "
                    "with -s 0, or skip with --skip-truncated",
                    captured, record.on_wire));
  }
  const std::uint64_t fcs = has_fcs_ ? kFcs : 0;
  if (captured < kMacHeader + fcs)
    return refuse_record(fmt::format("{} bytes are no Ethernet frame{}; leave it out with editcap {} NEW {}",
                                     captured, has_fcs_ ? " with an FCS" : "", path_, count_.records));
  ByteView bytes = record.bytes.first(captured - fcs);
  if (const FrameBytes size = with_fcs({bytes.size()}); size > reading_.largest)
    return refuse_record(
        fmt::format("a frame of {} bytes with FCS, and the port's largest is {}; raise the "
                    "port's MTU, or leave it out with editcap {} NEW {}",
                    size.count, reading_.largest.count, path_, count_.records));
  if (const std::uint16_t type = load_be16(bytes.data() + 12);
      std::ranges::count(reading_.ethertypes_blocked, type) != 0)
    return refuse_record(
        fmt::format("EtherType 0x{:04x}, which the port drops on its way out; send with another "
                    "port, or leave it out with editcap {} NEW {}",
                    type, path_, count_.records));
  if (auto& padded = handles_->padded; bytes.size() < padded.size()) {
    padded.fill(0);
    std::ranges::copy(bytes, padded.begin());
    bytes = padded;
    ++count_.padded;
  }
  if (count_.frames != 0 && record.time < newest_) ++count_.backwards;
  newest_ = record.time;
  ++count_.frames;
  return CapturedFrame{.record = count_.records, .time = record.time, .bytes = bytes};
}

Result<std::optional<CapturedFrame>> PcapReader::next() {
  while (true) {
    const auto record = read_record();
    if (!record) return tl::make_unexpected(record.error());
    if (!*record && count_.frames == 0)
      return refuse(
          fmt::format("none of its {} records is a whole frame; capture again with -s 0", count_.records));
    if (!*record) return std::optional<CapturedFrame>{};
    auto frame = frame_of(**record);
    if (!frame || *frame) return frame;
  }
}

std::vector<std::string> PcapReader::notes() const {
  std::vector<std::string> lines;
  if (!fcs_note_.empty()) lines.push_back(fcs_note_);
  const auto count = [&](std::uint64_t frames, const char* what) {
    if (frames != 0) lines.push_back(fmt::format("{} {} {}", frames, frames == 1 ? "frame" : "frames", what));
  };
  count(count_.truncated, "left out, for not all of it was captured");
  count(count_.padded, "below 60 bytes, padded with zeros");
  count(count_.backwards, "recorded with a time before that of the frame before");
  return lines;
}

}  // namespace pktgen
