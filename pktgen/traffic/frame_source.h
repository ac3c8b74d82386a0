#pragma once
#include <cstdint>
#include <span>

#include "base/period.h"
#include "wire/frame.h"
#include "wire/signature.h"

namespace pktgen {

/// Makes the frames of one stream: buffers that hold the template already get the next numbers and their
/// due times. Nothing else of a frame is touched.
class FrameSource {
 public:
  FrameSource(std::uint16_t stream, std::size_t signature_at, TickScale scale)
      : stream_(stream), signature_at_(signature_at), scale_(scale) {}

  /// Fills `frames` for the departures `due`; returns how many the port had buffers for.
  template <class Port, class Frame>
  std::uint32_t fill(Port& port, std::span<Frame> frames, std::span<const Ticks> due) {
    const std::uint32_t taken = port.take(frames);
    // Copies, for a store of bytes may change any member, as far as the compiler knows.
    const FrameSource self = *this;
    for (std::uint32_t i = 0; i < taken; ++i)
      stamp(port.bytes(frames[i]) + self.signature_at_,
            {self.stream_, self.sequence_ + i, self.scale_.nanoseconds(due[i])});
    sequence_ += taken;
    return taken;
  }

  /// These weren't sent: their buffers and their numbers will be used again.
  template <class Port, class Frame>
  void take_back(Port& port, std::span<Frame> frames) {
    port.give_back(frames);
    sequence_ -= frames.size();
  }

 private:
  std::uint16_t stream_;
  std::size_t signature_at_;
  TickScale scale_;
  std::uint64_t sequence_ = 0;
};

}  // namespace pktgen
