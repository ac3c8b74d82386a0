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
    for (std::uint32_t i = 0; i < taken; ++i)
      stamp(port.bytes(frames[i]) + signature_at_, {stream_, sequence_++, scale_.nanoseconds(due[i])});
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
