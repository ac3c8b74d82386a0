#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace pktgen {

/// The shortest wait for stragglers: RFC 2544 section 23.
inline constexpr Nanoseconds kShortestDrain = std::chrono::seconds(2);

/// What a search wants to know next: one trial.
struct Question {
  FramesPerSecond load{};              ///< of each direction
  Nanoseconds duration{};              ///< of sending
  std::uint64_t burst_frames = 0;      ///< not 0: exactly so many frames a direction, after silence
  Nanoseconds drain = kShortestDrain;  ///< to wait for stragglers at least
  friend bool operator==(const Question&, const Question&) = default;
};

/// `load` in percent of `line_rate`, which must be known: just 100 of itself.
constexpr double percent_of(FramesPerSecond load, FramesPerSecond line_rate) {
  return load.count / line_rate.count * 100.0;
}

/// A time in which a device didn't forward all that came, as a trial about such times saw it.
struct Outage {
  std::string direction{};     ///< "a>b", "b>a"; "both": the longer one
  Nanoseconds at{};            ///< when it began, from the start of sending
  Nanoseconds lasted{};        ///< at least
  Nanoseconds error{};         ///< by how much more, at most, for frames that weren't sent
  std::uint64_t lost = 0;      ///< frames of it
  bool is_over = true;         ///< whether the device was seen to forward all for long enough after it
  bool link_stayed_up = true;  ///< at our ports; else nobody knows which frames were offered
  friend bool operator==(const Outage&, const Outage&) = default;
};

/// What a trial had to say. Counts are of all directions together, as MLRsearch defines the loss ratio.
struct Reply {
  std::uint64_t offered = 0;      ///< frames that left the tester
  std::uint64_t lost = 0;         ///< of them, those that didn't come whole and that the tester can't explain
  std::string fell_short{};       ///< why the device failed whatever was lost (it paused us); else empty
  std::string not_measured{};     ///< why the counts mean nothing; else empty
  std::vector<Outage> outages{};  ///< of a trial about them
  friend bool operator==(const Reply&, const Reply&) = default;

  bool is_measured() const { return not_measured.empty(); }
};

/// The lost part of what was offered; of a measured reply.
inline double loss_ratio(const Reply& reply) {
  return static_cast<double>(reply.lost) / static_cast<double>(reply.offered);
}

/// Whether the device did its part. A ratio of whole numbers is the double nearest to it, as 0.005 in a text
/// is, so a loss of just the accepted ratio passes.
inline bool passes(const Reply& reply, double accepted_loss_ratio) {
  return reply.fell_short.empty() && loss_ratio(reply) <= accepted_loss_ratio;
}

/// `load` in whole frames a second, which people can type again; not above it.
FramesPerSecond whole_frames(FramesPerSecond load);

/// Why a reply isn't one, whatever it says of itself: nothing was offered, or more lost than that.
std::string nonsense_in(const Reply& reply);

}  // namespace pktgen
