#include "app/soak_capture.h"

#include <fmt/format.h>

namespace pktgen {

bool SoakCapture::keep(const LossCapture& loss) {
  if (kept_ == kMostLosses || trouble_) return false;
  const Nanoseconds epoch(static_cast<std::int64_t>(clock_.epoch_ns));
  if (!writer_) {
    std::vector<CapturePort> described;
    for (const PortFacts& port : ports_) described.push_back({.name = port.name, .speed = port.link});
    auto made = PcapngWriter::create(directory_ + "/" + kName, described, {}, epoch);
    if (!made) {
      trouble_ = made.error();
      return false;
    }
    writer_.emplace(std::move(*made));
  }
  ++kept_;
  const LossEvent& event = loss.event;
  for (std::size_t i = 0; i < loss.frames.size(); ++i) {
    const std::string comment =
        fmt::format("{} loss {} ({}, numbers {} to {}, at {:.6f} s)", i < loss.before ? "before" : "after",
                    kept_, name_of(event.direction), event.first, event.last, seconds(event.at));
    const bool written = writer_->write({.time = loss.frames[i].time + epoch,
                                         .port = event.direction == Direction::a_to_b ? 1u : 0u,
                                         .direction = CaptureDirection::inbound,
                                         .frame = loss.frames[i].bytes,
                                         .comment = comment});
    if (!written) return false;
  }
  return true;
}

Result<std::string> SoakCapture::close() {
  if (trouble_) return tl::make_unexpected(*trouble_);
  if (!writer_) return std::string();
  if (auto closed = writer_->close(); !closed) return tl::make_unexpected(closed.error());
  return std::string(kName);
}

}  // namespace pktgen
