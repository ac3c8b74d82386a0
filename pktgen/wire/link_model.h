#pragma once
#include <cstdint>
#include <optional>

#include "base/result.h"
#include "base/units.h"

namespace pktgen {

/// The most frames of `size` per second that `link` carries back to back; zero if the speed isn't known.
constexpr FramesPerSecond line_rate(LinkBitsPerSecond link, FrameBytes size) {
  return {static_cast<double>(link.count) / static_cast<double>(on_wire(size).count * 8)};
}
/// The same for frames of several sizes, whose mean is `mean_frame_bytes` with FCS.
constexpr FramesPerSecond mean_line_rate(LinkBitsPerSecond link, double mean_frame_bytes) {
  return {static_cast<double>(link.count) /
          ((mean_frame_bytes + static_cast<double>(on_wire({0}).count)) * 8)};
}

static_assert(static_cast<std::uint64_t>(line_rate(10_Gbps, 64_byte_frame).count) == 14'880'952);
static_assert(static_cast<std::uint64_t>(line_rate(10_Gbps, 1518_byte_frame).count) == 812'743);
static_assert(static_cast<std::uint64_t>(line_rate(10_Gbps, 9018_byte_frame).count) == 138'304);

/// What a person asked to be sent; a bare "bps" is no load, for it doesn't say which layer it counts.
struct Load {
  enum class Unit : std::uint8_t { percent, frames_per_second, l1_bits_per_second, l2_bits_per_second };
  Unit unit = Unit::percent;
  double amount = 100.0;
  friend bool operator==(const Load&, const Load&) = default;
};

/// The load in frames of `size` a second on `link`. Fails (plan) above line rate, naming the maximum, and
/// for a percentage of a link whose speed isn't known.
Result<FramesPerSecond> frames_per_second(Load load, LinkBitsPerSecond link, FrameBytes size);
/// The same for frames of several sizes, whose mean is `mean_frame_bytes` with FCS.
Result<FramesPerSecond> mean_frames_per_second(Load load, LinkBitsPerSecond link, double mean_frame_bytes);

/// Bits a second that `rate` frames of `size` occupy: with preamble and gap, or with the FCS only.
constexpr double l1_bits_per_second(FramesPerSecond rate, FrameBytes size) {
  return rate.count * static_cast<double>(on_wire(size).count * 8);
}
constexpr double l2_bits_per_second(FramesPerSecond rate, FrameBytes size) {
  return rate.count * static_cast<double>(size.count * 8);
}

/// Payload bits a second behind `header_bytes` of headers and FCS a frame (UDP/IPv4: 46).
constexpr double goodput_bits_per_second(FramesPerSecond rate, FrameBytes size, std::uint64_t header_bytes) {
  return rate.count * static_cast<double>((size.count - header_bytes) * 8);
}

/// What iperf3 would show if each frame were a full TCP/IPv4 segment with timestamps (F - 70, 4 more with
/// a tag): a model. Nothing for a frame too small to hold one byte of such a segment.
constexpr std::optional<double> tcp_equivalent_bits_per_second(FramesPerSecond rate, FrameBytes size,
                                                               std::uint64_t tags) {
  const std::uint64_t headers = 70 + kTag * tags;
  if (size.count <= headers) return std::nullopt;
  return goodput_bits_per_second(rate, size, headers);
}

/// Share of the L1 rate that isn't payload, in percent.
constexpr double header_overhead_percent(FrameBytes size, std::uint64_t header_bytes) {
  return 100.0 *
         (1.0 - static_cast<double>(size.count - header_bytes) / static_cast<double>(on_wire(size).count));
}

}  // namespace pktgen
