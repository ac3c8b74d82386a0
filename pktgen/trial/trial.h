#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "optics/module_course.h"
#include "trial/ledger.h"
#include "trial/standstill.h"
#include "wire/link_model.h"

namespace pktgen {

/// Frames go from the first port to the second, or back.
enum class Direction : std::uint8_t { a_to_b, b_to_a };
std::string_view name_of(Direction direction);  ///< "a>b", "b>a"

/// One question to what lies between the ports.
struct Trial {
  FrameBytes size = kSmallestFrame;
  std::vector<Direction> directions{Direction::a_to_b, Direction::b_to_a};  ///< all at the same time
  Load load{};                                                              ///< of each direction
  Nanoseconds duration{};                                                   ///< of sending
  Nanoseconds drain{};              ///< the longest wait for stragglers
  std::uint32_t sample_frames = 0;  ///< frames kept a direction and side, from the first on
  friend bool operator==(const Trial&, const Trial&) = default;
};

/// A captured frame without FCS, and when it was due to leave or arrived, on the tester's clock.
struct Sample {
  Nanoseconds time{};
  std::vector<std::uint8_t> bytes;
};

/// Latency of the frames of one direction, in nanoseconds; percentiles are right to 1/128.
struct LatencySummary {
  std::uint64_t samples = 0;
  std::uint64_t min = 0, p50 = 0, p90 = 0, p99 = 0, p999 = 0, p9999 = 0, max = 0;
  double mean = 0;
  std::uint64_t negative = 0;  ///< frames that seemed to come before they left: an anomaly, in no other field
};

/// How often links are looked at while a trial runs: the times of a link that went down are no finer.
inline constexpr Nanoseconds kLinkResolution = std::chrono::milliseconds(20);

/// A time in which a port's link was down, from the start of sending.
struct LinkDown {
  std::size_t port = 0;  ///< 0: the first, 1: the second
  Nanoseconds at{};
  std::optional<Nanoseconds> lasted{};  ///< nothing: still down at the end
  bool at_most = false;                 ///< it was down for less than `lasted`, in the time after `at`
};

/// What one direction of a trial left behind. Counts only: rates are made from them, once, at the end.
struct DirectionOutcome {
  Direction direction = Direction::a_to_b;
  FramesPerSecond load{};      ///< asked
  LinkBitsPerSecond link{};    ///< of the sending port, zero if not known
  Nanoseconds sending_time{};  ///< measured: from the first due time to the end of the last one's slot
  TxTally tx{};
  Ledger ledger{};
  PortCounters sender{}, receiver{};
  LatencySummary latency{};
  Nanoseconds largest_lag{};  ///< how late the schedule was at worst
  bool stalled = false;       ///< a worker stood still while frames were due
  std::vector<Sample> tx_samples{}, rx_samples{};
};

/// The answer to a trial.
struct Outcome {
  std::vector<DirectionOutcome> directions;
  std::vector<LinkDown> link_downs;
  bool interrupted = false;
  std::optional<Standstill> standstill{};  ///< that ended the trial
  std::string not_started;  ///< the reason, if the ports could not be made ready: then all else is empty
  std::array<std::optional<ModuleCourse>, 2> modules{};  ///< of each port; nothing: none that can be read
};

}  // namespace pktgen
