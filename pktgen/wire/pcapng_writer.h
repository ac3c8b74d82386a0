#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/units.h"

namespace pktgen {

/// A port as the file describes it.
struct CapturePort {
  std::string name;           ///< if_name, "0000:01:00.0"
  LinkBitsPerSecond speed{};  ///< if_speed; zero leaves it out
};

/// How a capture that would grow for ever is bounded: after `most_bytes` or `most_frames` the next file
/// begins, and of the files the newest `files` are kept. A zero is no limit; without any there is one file.
struct CaptureRing {
  std::uint64_t files = 0, most_bytes = 0, most_frames = 0;
  bool rotates() const { return most_bytes != 0 || most_frames != 0; }
};

enum class CaptureDirection : std::uint8_t { unknown, inbound, outbound };

/// A frame to be kept.
struct CaptureRecord {
  Nanoseconds time{};      ///< since 1970, not before
  std::uint32_t port = 0;  ///< its place among the ports
  CaptureDirection direction = CaptureDirection::unknown;
  ByteView frame;              ///< without FCS; beyond 16384 bytes it is cut, and its true length is kept
  std::string_view comment{};  ///< UTF-8, cut at 4096 bytes; empty: none
};

/// Writes frames of several ports to pcapng (draft-ietf-opsawg-pcapng), with nanoseconds, directions and
/// comments. A file never ends within a block, on a full disk neither.
class PcapngWriter {
 public:
  /// Without a limit the file is `path`; else "name_00001_20261201120826.pcapng" and so on, with the UTC
  /// time at which each begins: the first at `now`, the others with their first frame. Fails (plan) for
  /// `most_bytes` too few for the largest frame (some 20 kB) and for `files` without a limit, (environment)
  /// if the file can't be made.
  static Result<PcapngWriter> create(const std::string& path, const std::vector<CapturePort>& ports,
                                     const CaptureRing& ring, Nanoseconds now);
  PcapngWriter(PcapngWriter&& other) noexcept;
  PcapngWriter& operator=(PcapngWriter&&) = delete;
  ~PcapngWriter();

  /// Adds a frame; it may be buffered until `close`. False once the files can't be written any more: `close`
  /// says why.
  bool write(const CaptureRecord& record);

  /// Writes everything out. Fails (environment) if anything could not be written, as on a full disk.
  Result<void> close();

  /// The files that are there, oldest first.
  const std::deque<std::string>& files() const { return files_; }

 private:
  PcapngWriter(std::string path, std::vector<std::uint8_t> preamble, const CaptureRing& ring);
  bool begin_file(Nanoseconds now);
  bool end_file();
  bool flush();
  bool give_up(const std::string& path, const char* what);

  std::string path_;
  std::vector<std::uint8_t> preamble_;  // the blocks that each file begins with
  CaptureRing ring_;
  int file_ = -1;
  std::deque<std::string> files_;
  std::uint64_t begun_ = 0;           // files so far
  std::uint64_t frames_ = 0;          // in this file
  std::uint64_t written_ = 0;         // bytes of this file on the disk: whole blocks
  std::vector<std::uint8_t> buffer_;  // whole blocks that follow
  std::optional<Error> trouble_;
};

}  // namespace pktgen
