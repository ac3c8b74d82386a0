#pragma once
#include <cstdint>
#include <span>

#include "base/period.h"
#include "wire/frame.h"
#include "wire/signature_run.h"

namespace pktgen {

/// Makes the frames of one stream: buffers that hold the template already get the next numbers and their
/// due times. Nothing else of a frame is touched.
class FrameSource {
 public:
  FrameSource(std::uint16_t stream, std::size_t signature_at, TickScale scale)
      : stream_(stream), signature_at_(signature_at), scale_(scale) {}

  /// Fills `frames` for the departures `due`; returns how many the port had buffers for.
  template <class Port, class Frame>
  std::uint32_t fill(Port& port, std::span<Frame> frames, const DueRun& due) {
    const std::uint32_t taken = port.take(frames);
    if (due.period.ticks != step_of_.ticks || due.period.fraction != step_of_.fraction) [[unlikely]] {
      step_of_ = due.period;
      step_fine_ = scale_.fine_nanoseconds(due.period);
    }
    signatures_.make(stream_, sequence_, scale_.fine_nanoseconds(due.first.at), step_fine_);
    const std::size_t at = signature_at_;  // a copy, for a store of bytes may change any member
    for (std::uint32_t i = 0; i < taken; ++i) signatures_.write(i, port.bytes(frames[i]) + at);
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
  Period step_of_{};  // for which the next holds
  std::uint64_t step_fine_ = 0;
  SignatureRun signatures_;
};

}  // namespace pktgen
