#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "base/units.h"

namespace pktgen {

/// A capture being written: nanosecond magic, link type Ethernet (1), snap length 262144. Frames are without
/// FCS, so a record is as long as the frame size minus 4.
class PcapWriter {
 public:
  /// Fails (environment) if the file can't be made.
  static Result<PcapWriter> create(const std::string& path);
  PcapWriter(PcapWriter&&) noexcept;
  PcapWriter& operator=(PcapWriter&&) noexcept;
  ~PcapWriter();

  /// Adds a frame seen `time` after 1970. Records may be buffered until `close`.
  void write(Nanoseconds time, ByteView frame);

  /// Writes everything out. Fails (environment) if it could not be written, as on a full disk.
  Result<void> close();

 private:
  struct Handles;
  PcapWriter(std::string path, std::unique_ptr<Handles> handles);
  std::string path_;
  std::unique_ptr<Handles> handles_;
};

}  // namespace pktgen
