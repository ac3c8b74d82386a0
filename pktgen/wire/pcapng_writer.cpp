#include "wire/pcapng_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

#include "wire/pcapng_interfaces.h"

namespace pktgen {
namespace {

constexpr std::uint16_t kComment = 1, kApplication = 4;                   // of any block; of a section
constexpr std::uint16_t kInterfaceName = 2, kSpeed = 8, kResolution = 9;  // of an interface
constexpr std::uint16_t kFlags = 2;                                       // of a packet
constexpr std::uint16_t kEthernet = 1;
constexpr std::uint8_t kNanoseconds = 9;    // 10^-9 s
constexpr std::uint32_t kNoLimit = 262144;  // of a frame's octets: libpcap's own most
constexpr std::size_t kLongestFrame = 16384, kLongestComment = 4096, kLongestName = 4096, kBuffered = 1 << 18;
constexpr std::size_t kLargestBlock = kLongestFrame + kLongestComment + 64;

/// Appends one block in the machine's byte order; `finish` writes its length.
class Block {
 public:
  Block(std::vector<std::uint8_t>& out, std::uint32_t type) : out_(out), begin_(out.size()) {
    add(type);
    add(std::uint32_t{0});  // the length, known at the end
  }
  template <class Number>
  void add(Number number) {
    const std::size_t at = out_.size();
    out_.resize(at + sizeof number);
    std::memcpy(&out_[at], &number, sizeof number);
  }
  void add_padded(ByteView bytes) {
    out_.insert(out_.end(), bytes.begin(), bytes.end());
    out_.resize((out_.size() - begin_ + 3) / 4 * 4 + begin_, 0);
  }
  void option(std::uint16_t code, ByteView value) {
    add(code);
    add(static_cast<std::uint16_t>(value.size()));
    add_padded(value);
  }
  void end_options() { add(std::uint32_t{0}); }
  void finish() {
    const auto length = static_cast<std::uint32_t>(out_.size() - begin_ + 4);
    add(length);
    std::memcpy(&out_[begin_ + 4], &length, sizeof length);
  }

 private:
  std::vector<std::uint8_t>& out_;
  std::size_t begin_;
};

ByteView bytes_of(std::string_view text, std::size_t most) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), std::min(text.size(), most)};
}
template <class Number>
ByteView bytes_of(const Number& number) {
  return {reinterpret_cast<const std::uint8_t*>(&number), sizeof number};
}

void append_section(std::vector<std::uint8_t>& out) {
  Block block(out, kSectionHeader);
  block.add(std::uint32_t{0x1a2b3c4d});
  block.add(std::uint16_t{1});  // version 1.0
  block.add(std::uint16_t{0});
  block.add(std::int64_t{-1});  // the section's length is that of the file
  block.option(kApplication, bytes_of("pktgen", kLongestName));
  block.end_options();
  block.finish();
}

void append_port(std::vector<std::uint8_t>& out, const CapturePort& port) {
  Block block(out, kInterfaceDescription);
  block.add(kEthernet);
  block.add(std::uint16_t{0});
  block.add(kNoLimit);
  block.option(kInterfaceName, bytes_of(port.name, kLongestName));
  if (port.speed.count != 0) block.option(kSpeed, bytes_of(port.speed.count));
  block.option(kResolution, bytes_of(kNanoseconds));
  block.end_options();
  block.finish();
}

void append_frame(std::vector<std::uint8_t>& out, const CaptureRecord& record) {
  const ByteView kept = record.frame.first(std::min(record.frame.size(), kLongestFrame));
  const auto time = static_cast<std::uint64_t>(record.time.count());
  Block block(out, kEnhancedPacket);
  block.add(record.port);
  block.add(static_cast<std::uint32_t>(time >> 32));
  block.add(static_cast<std::uint32_t>(time));
  block.add(static_cast<std::uint32_t>(kept.size()));
  block.add(static_cast<std::uint32_t>(record.frame.size()));
  block.add_padded(kept);
  const auto flags = static_cast<std::uint32_t>(record.direction);  // bits 0 and 1: 01 inbound, 10 outbound
  if (flags != 0) block.option(kFlags, bytes_of(flags));
  if (!record.comment.empty()) block.option(kComment, bytes_of(record.comment, kLongestComment));
  if (flags != 0 || !record.comment.empty()) block.end_options();
  block.finish();
}

std::string numbered(const std::string& path, std::uint64_t number, Nanoseconds now) {
  const std::time_t time = now.count() / 1'000'000'000;
  std::tm utc{};
  ::gmtime_r(&time, &utc);
  char digits[32] = "";
  std::strftime(digits, sizeof digits, "%Y%m%d%H%M%S", &utc);
  const std::filesystem::path whole(path);
  const std::string name =
      fmt::format("{}_{:05}_{}{}", whole.stem().string(), number, digits, whole.extension().string());
  return (whole.parent_path() / name).string();
}

}  // namespace

PcapngWriter::PcapngWriter(std::string path, std::vector<std::uint8_t> preamble, const CaptureRing& ring)
    : path_(std::move(path)), preamble_(std::move(preamble)), ring_(ring) {}

PcapngWriter::PcapngWriter(PcapngWriter&& other) noexcept
    : path_(std::move(other.path_)),
      preamble_(std::move(other.preamble_)),
      ring_(other.ring_),
      file_(std::exchange(other.file_, -1)),
      files_(std::move(other.files_)),
      begun_(other.begun_),
      frames_(other.frames_),
      written_(other.written_),
      buffer_(std::move(other.buffer_)),
      trouble_(std::move(other.trouble_)) {}

PcapngWriter::~PcapngWriter() { end_file(); }

Result<PcapngWriter> PcapngWriter::create(const std::string& path, const std::vector<CapturePort>& ports,
                                          const CaptureRing& ring, Nanoseconds now) {
  if (ring.files != 0 && !ring.rotates())
    return fail(ErrorKind::plan,
                fmt::format("a ring of {} capture files wants to know when a file is full; say how many "
                            "bytes or frames each may hold",
                            ring.files));
  std::vector<std::uint8_t> preamble;
  append_section(preamble);
  for (const CapturePort& port : ports) append_port(preamble, port);
  const std::uint64_t least = preamble.size() + kLargestBlock;
  if (ring.most_bytes != 0 && ring.most_bytes < least)
    return fail(ErrorKind::plan,
                fmt::format("a capture file of {} bytes can't hold every frame; say {} bytes "
                            "at least",
                            ring.most_bytes, least));
  PcapngWriter writer(path, std::move(preamble), ring);
  if (!writer.begin_file(now)) return tl::make_unexpected(*writer.trouble_);
  return writer;
}

bool PcapngWriter::give_up(const std::string& path, const char* what) {
  trouble_ =
      Error{ErrorKind::environment, fmt::format("can't {} {}: {}; free some room or choose another place",
                                                what, path, std::strerror(errno))};
  return false;
}

bool PcapngWriter::begin_file(Nanoseconds now) {
  const std::string path = ring_.rotates() ? numbered(path_, begun_ + 1, now) : path_;
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) return give_up(path, "write");
  ++begun_;
  frames_ = written_ = 0;
  buffer_ = preamble_;
  files_.push_back(path);
  if (!flush()) return false;
  if (ring_.files == 0 || files_.size() <= ring_.files) return true;
  const std::string oldest = files_.front();
  files_.pop_front();
  // Who took it away in the meantime has done our work.
  return ::unlink(oldest.c_str()) == 0 || errno == ENOENT || give_up(oldest, "delete");
}

bool PcapngWriter::write(const CaptureRecord& record) {
  if (trouble_ || file_ < 0) return false;
  const std::size_t before = buffer_.size();
  append_frame(buffer_, record);
  const bool is_full = (ring_.most_bytes != 0 && written_ + buffer_.size() > ring_.most_bytes) ||
                       (ring_.most_frames != 0 && frames_ == ring_.most_frames);
  if (is_full) {
    buffer_.resize(before);
    if (!end_file() || !begin_file(record.time)) return false;
    append_frame(buffer_, record);
  }
  ++frames_;
  return buffer_.size() < kBuffered || flush();
}

bool PcapngWriter::flush() {
  for (std::size_t done = 0; done < buffer_.size();) {
    const ssize_t wrote = ::write(file_, &buffer_[done], buffer_.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      give_up(files_.back(), "write");
      // What got there of these blocks goes again, for a reader must not meet half of one.
      if (::ftruncate(file_, static_cast<off_t>(written_)) != 0) return false;
      return false;
    }
    done += static_cast<std::size_t>(wrote);
  }
  written_ += buffer_.size();
  buffer_.clear();
  return true;
}

bool PcapngWriter::end_file() {
  if (file_ < 0) return !trouble_;
  const bool flushed = !trouble_ && flush();
  const bool closed = ::close(std::exchange(file_, -1)) == 0;
  if (flushed && !closed) return give_up(files_.back(), "write");
  return flushed;
}

Result<void> PcapngWriter::close() {
  end_file();
  if (trouble_) return tl::make_unexpected(*trouble_);
  return {};
}

}  // namespace pktgen
