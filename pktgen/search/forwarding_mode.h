#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/units.h"

namespace pktgen {

/// Whether a device waits for a whole frame before it forwards it (RFC 1242 section 3.8).
enum class ForwardingMode : std::uint8_t { store_and_forward, cut_through, not_told };
/// "store_and_forward", "cut_through", "not_told".
std::string_view name_of(ForwardingMode mode);

/// The shortest latency of frames of one size, from the first bit's departure to the last one's arrival.
struct LatencyOfSize {
  FrameBytes size{};
  double nanoseconds = 0;
};

/// What the latency is made of, beside the line through the points.
struct LatencyPath {
  LinkBitsPerSecond in{}, out{};  ///< of the links before and behind the device; zero: not known
  std::optional<double>
      tester_slope{};  ///< nanoseconds a byte that the tester adds itself; nothing: not known
};

/// A line through latencies over sizes, by least squares, and what its slope says: each byte costs its time
/// on the line once where a frame passes, and once more where the device waits for all of it.
struct ForwardingFit {
  ForwardingMode mode = ForwardingMode::not_told;
  std::string why_not{};  ///< why it isn't told; else empty
  std::size_t sizes = 0;
  std::optional<double> slope{};          ///< nanoseconds a byte, as measured
  std::optional<double> slope_error{};    ///< its standard error
  std::optional<double> device_slope{};   ///< without the time on the line and the tester's own
  std::optional<double> serialisation{};  ///< of a byte on the slower link, in nanoseconds
  std::optional<double> intercept{};      ///< latency of no bytes, in nanoseconds
};

/// Told where the slope is known to a quarter of the serialisation, 95 times of 100, and lies as near to that
/// of one of the two; wants three sizes or more, links of known and equal speed and a tester whose slope is
/// known.
ForwardingFit fit_forwarding(std::span<const LatencyOfSize> points, const LatencyPath& path);

}  // namespace pktgen
