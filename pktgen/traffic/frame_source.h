#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "base/period.h"
#include "traffic/prebuilt_frames.h"
#include "traffic/stream_program.h"
#include "wire/frame.h"
#include "wire/signature_run.h"

namespace pktgen {

/// Makes the frames of one stream of one size: buffers that hold the template already get the next numbers
/// and their due times, and the values of fields that change. Nothing else of a frame is touched. Prebuilt
/// frames get nothing new.
class FrameSource {
 public:
  FrameSource(std::uint16_t stream, std::size_t signature_at, TickScale scale)
      : stream_(stream), signature_at_(signature_at), scale_(scale) {}

  /// Of a stream whose fields change.
  FrameSource(std::uint16_t stream, std::unique_ptr<StreamProgram> program, TickScale scale)
      : FrameSource(stream, program->signature_at(), scale) {
    if (!program->has_fields()) return;
    program_ = std::move(program);
    columns_ = std::make_unique<FieldColumns>();
  }

  /// Of frames that were made before, without signature.
  FrameSource(std::unique_ptr<PrebuiltFrames> prebuilt, TickScale scale) : FrameSource(0, 0, scale) {
    prebuilt_ = std::move(prebuilt);
  }

  /// Fills `frames` for the departures `due`; returns how many the port had buffers for.
  template <class Port, class Frame>
  std::uint32_t fill(Port& port, std::span<Frame> frames, const DueRun& due) {
    const std::uint32_t taken = port.take(frames);
    if (prebuilt_ != nullptr) {
      prebuilt_->write(sequence_, taken, [&](std::uint32_t i) { return port.prepared(frames[i]); });
    } else {
      make(port, frames.first(taken), due);
    }
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
  template <class Port, class Frame>
  void make(Port& port, std::span<Frame> frames, const DueRun& due) {
    const auto count = static_cast<std::uint32_t>(frames.size());
    if (due.period.ticks != step_of_.ticks || due.period.fraction != step_of_.fraction) [[unlikely]] {
      step_of_ = due.period;
      step_fine_ = scale_.fine_nanoseconds(due.period);
    }
    signatures_.make(stream_, sequence_, scale_.fine_nanoseconds(due.first.at), step_fine_);
    const std::size_t at = signature_at_;  // a copy, for a store of bytes may change any member
    if (program_ == nullptr) {
      signatures_.write(count, [&](std::uint32_t i) { return port.prepared(frames[i]) + at; });
      return;
    }
    std::array<std::uint8_t*, FieldColumns::kMost> bytes;
    for (std::uint32_t i = 0; i < count; ++i) bytes[i] = port.prepared(frames[i]);
    program_->values(sequence_, count, *columns_);
    program_->variants()[0].fields.write(*columns_, std::span(bytes).first(count));
    signatures_.write(count, [&](std::uint32_t i) { return bytes[i] + at; });
  }

  std::uint16_t stream_;
  std::size_t signature_at_;
  TickScale scale_;
  std::uint64_t sequence_ = 0;
  std::unique_ptr<StreamProgram> program_{};  // null: no field changes
  std::unique_ptr<FieldColumns> columns_{};
  std::unique_ptr<PrebuiltFrames> prebuilt_{};  // null: each frame is new
  Period step_of_{};                            // for which the next holds
  std::uint64_t step_fine_ = 0;
  SignatureRun signatures_;
};

}  // namespace pktgen
