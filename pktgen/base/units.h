#pragma once
#include <chrono>
#include <compare>
#include <cstdint>

namespace pktgen {

/// A number that knows what it counts. Only like adds to like; everything else is a named conversion.
template <class Meaning, class Number = std::uint64_t>
struct Quantity {
  Number count{};

  friend constexpr auto operator<=>(Quantity, Quantity) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return {a.count + b.count}; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return {a.count - b.count}; }
  friend constexpr Quantity operator*(Quantity a, Number times) { return {a.count * times}; }
  constexpr Quantity& operator+=(Quantity other) { return count += other.count, *this; }
};

/// The three lengths of one Ethernet frame. RFC 2544 says "64"; the buffer holds 60; the wire is busy for 84.
using BufferBytes = Quantity<struct InMemoryWithoutFcs>;
using FrameBytes = Quantity<struct OnTheWireWithFcs>;
using WireBytes = Quantity<struct WithFcsPreambleAndGap>;

inline constexpr std::uint64_t kFcs = 4, kPreambleAndSfd = 8, kInterFrameGap = 12;

constexpr FrameBytes with_fcs(BufferBytes b) { return {b.count + kFcs}; }
constexpr BufferBytes without_fcs(FrameBytes f) { return {f.count - kFcs}; }
constexpr WireBytes on_wire(FrameBytes f) { return {f.count + kPreambleAndSfd + kInterFrameGap}; }

/// The smallest frame of IEEE 802.3, and the largest this program sends: IP MTU 9000 with one tag.
inline constexpr FrameBytes kSmallestFrame{64}, kLargestFrame{9022};

/// An IP MTU carried by a frame without tags: frame size 9018 is IP MTU 9000, frame size 9000 is 8982.
using MtuBytes = Quantity<struct IpPacketBytes>;
inline constexpr std::uint64_t kMacHeader = 14, kTag = 4;

constexpr MtuBytes mtu_for(FrameBytes f) { return {f.count - kMacHeader - kFcs}; }
constexpr FrameBytes frame_for(MtuBytes mtu) { return {mtu.count + kMacHeader + kFcs}; }

/// Speed of a link; counts preamble and gap (L1). Zero means that the speed isn't known.
using LinkBitsPerSecond = Quantity<struct WireSpeed>;
using FramesPerSecond = Quantity<struct FrameRate, double>;

/// Ticks of the clock in use: the TSC in real time, picoseconds in virtual time.
using Ticks = Quantity<struct TimestampCounterTicks>;
/// A point in time that never comes.
inline constexpr Ticks kNever{~std::uint64_t{0}};
using TicksPerSecond = Quantity<struct TimestampCounterFrequency, double>;

using Nanoseconds = std::chrono::nanoseconds;

/// As long as a sequence number lasts at 14.88 million frames a second.
inline constexpr Nanoseconds kForever = std::chrono::hours(200 * 24);

constexpr double seconds(Nanoseconds time) { return static_cast<double>(time.count()) / 1e9; }

consteval LinkBitsPerSecond operator""_Gbps(unsigned long long n) { return {n * 1'000'000'000}; }
consteval FrameBytes operator""_byte_frame(unsigned long long n) { return {n}; }

static_assert(with_fcs(BufferBytes{60}) == 64_byte_frame && without_fcs(64_byte_frame) == BufferBytes{60});
static_assert(on_wire(64_byte_frame) == WireBytes{84});
static_assert(mtu_for(9018_byte_frame) == MtuBytes{9000} && mtu_for(9000_byte_frame) == MtuBytes{8982});

}  // namespace pktgen
