#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/units.h"

namespace pktgen {

/// What is taken from a capture, and what is refused.
struct CaptureReading {
  /// Whether the records end in the four bytes of the FCS. `find_out` asks the file's header, and where that
  /// says nothing compares the first frames' last bytes with their CRC.
  enum class Fcs : std::uint8_t { find_out, present, absent };
  Fcs fcs = Fcs::find_out;
  bool skips_truncated = false;        ///< leaves out what wasn't captured whole, instead of refusing it
  FrameBytes largest = kLargestFrame;  ///< of the port that shall send the frames
  std::vector<std::uint32_t> ethertypes_blocked{};  ///< that this port would drop on their way out
};

/// A record of the file as a frame to send: without FCS, at least 60 bytes.
struct CapturedFrame {
  std::uint64_t record = 0;  ///< its number in the file, from 1, as Wireshark counts
  Nanoseconds time{};        ///< since 1970
  ByteView bytes;            ///< valid until the reader reads on
};

/// What was met since the file's beginning.
struct CaptureCount {
  std::uint64_t records = 0, frames = 0;  ///< records read; frames made of them
  std::uint64_t truncated = 0;            ///< left out
  std::uint64_t padded = 0;               ///< with zeros, to 60 bytes
  std::uint64_t backwards = 0;            ///< frames with a time before that of the frame before
};

/// Reads Ethernet frames from a pcap or pcapng file, one by one, so that it may be larger than memory. Either
/// byte order; microseconds, nanoseconds and any if_tsresol.
class PcapReader {
 public:
  /// Fails (environment) if the file can't be read, and (plan) if it is empty, no capture, not of Ethernet,
  /// or if it isn't clear whether its frames end in an FCS.
  static Result<PcapReader> open(const std::string& path, const CaptureReading& reading);
  PcapReader(PcapReader&&) noexcept;
  PcapReader& operator=(PcapReader&&) noexcept;
  ~PcapReader();

  /// The next frame, or none at the file's end. Fails (plan) with the record's number if it is truncated, cut
  /// off, damaged, no Ethernet frame or too large for the port; and at the end of a file without one frame.
  Result<std::optional<CapturedFrame>> next();

  /// Goes back to the first record; counts begin again as well.
  Result<void> begin_again();

  const CaptureCount& count() const { return count_; }

  /// What a person should know of how the file was read so far, a line each: about the FCS, and each count
  /// that isn't zero.
  std::vector<std::string> notes() const;

 private:
  struct Handles;
  struct Record;
  struct Probe;
  PcapReader(std::string path, CaptureReading reading, std::unique_ptr<Handles> handles);
  Result<std::optional<Record>> read_record();
  Result<std::optional<CapturedFrame>> frame_of(const Record& record);
  Result<Probe> probe();
  Result<void> settle_fcs(ByteView head);
  tl::unexpected<Error> refuse(const std::string& why) const;
  tl::unexpected<Error> refuse_record(const std::string& why) const;

  std::string path_;
  CaptureReading reading_;
  std::unique_ptr<Handles> handles_;
  bool has_fcs_ = false;
  std::string fcs_note_;
  CaptureCount count_;
  Nanoseconds newest_{};
};

}  // namespace pktgen
