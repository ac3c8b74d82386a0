#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

#include "traffic/stream_program.h"

namespace pktgen {

/// The headers of a stream's first frames, made before any is sent, to be sent over and over in their order.
/// For who only wants load: nothing in such a frame tells it from the next time it is sent.
class PrebuiltFrames {
 public:
  /// Of the first `count` frames of a stream of one size.
  PrebuiltFrames(StreamProgram& program, std::uint32_t count);

  /// Writes the headers of `count` frames from number `first` on, where they aren't the template's:
  /// `bytes_of(i)` begins frame i, which holds the template.
  template <class BytesOf>
  void write(std::uint64_t first, std::uint32_t count, BytesOf bytes_of) const {
    auto at = static_cast<std::uint32_t>(first % count_);
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint8_t* const bytes = bytes_of(i);
      const std::uint8_t* const image = images_.data() + at * length_;
      for (std::size_t chunk = 0; chunk < length_; chunk += kChunk)
        std::memcpy(bytes + chunk, image + chunk, kChunk);
      at = at + 1 == count_ ? 0 : at + 1;
    }
  }

 private:
  static constexpr std::size_t kChunk = 16;

  std::uint32_t count_;
  std::size_t length_;  // of an image, a multiple of the chunk; zero: all frames are the template
  std::vector<std::uint8_t> images_;
};

}  // namespace pktgen
