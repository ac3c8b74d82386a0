#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "optics/module_timeline.h"
#include "trial/trial.h"

namespace pktgen {

/// Frames of a stream that never came, in a row, and what was seen around them. Times are from the start of
/// sending, of the sender's schedule: the frames that are missing were due then.
struct LossEvent {
  Direction direction = Direction::a_to_b;
  std::size_t stream = 0;                          ///< as they were asked for
  std::uint64_t first = 0, last = 0;               ///< numbers that were skipped
  std::uint64_t frames = 0;                        ///< of these, that never came
  std::optional<std::uint64_t> before{}, after{};  ///< nothing: none came before, or none after
  Nanoseconds at{};                                ///< when the first one was due
  Nanoseconds lasted{};                            ///< until the next one that came was due
  bool is_captured = false;                        ///< the frames around it were kept
};

/// Frames that came around a loss, as they came.
struct LossCapture {
  const LossEvent& event;
  std::size_t before = 0;        ///< of the frames, came before the loss
  std::vector<Sample> frames{};  ///< times of the tester's clock
};

/// How a run that takes long is watched.
struct SoakRequest {
  Nanoseconds every{};                                ///< of an interval
  std::size_t most_intervals = 1000;                  ///< even; more are put together two by two
  std::size_t most_events = 1000;                     ///< losses told one by one, of each direction
  std::size_t frames_before = 16, frames_after = 16;  ///< kept of each loss
  /// Keeps the frames around a loss; false if it won't.
  std::function<bool(const LossCapture&)> keep{};
};

/// One direction in an interval: counts of it alone.
struct SoakCounts {
  std::uint64_t sent = 0, delivered = 0, corrupted = 0, duplicated = 0, reordered = 0;
  /// Missing, and not explained by what the receiving port counted. Told with the interval in which it was
  /// noticed; the sum of all intervals is that of the run.
  std::uint64_t lost = 0;
  std::uint64_t rx_crc_errors = 0, rx_missed = 0, rx_no_buffer = 0;
  std::uint64_t pause_received = 0, pause_sent = 0;
  LatencySummary latency{};
};

struct SoakInterval {
  Nanoseconds from{}, to{};                ///< from the start of sending
  std::array<SoakCounts, 2> ways{};        ///< a to b, b to a; of a direction that nobody sent, nothing
  std::array<Nanoseconds, 2> link_down{};  ///< how long the link of each port was down
};

/// What a soak left behind beside its counts.
struct SoakOutcome {
  std::vector<SoakInterval> intervals{};
  std::uint64_t merged = 1;                   ///< intervals of the length that was asked for, in one
  std::vector<LossEvent> events{};            ///< by time
  std::array<std::uint64_t, 2> all_events{};  ///< of each direction, those that aren't in the list too
  std::array<std::uint64_t, 2> all_frames{};  ///< missing in them
  std::uint64_t unmatched =
      0;  ///< frames that came so late that the event they were missing from was forgotten
  std::uint64_t captured = 0;                              ///< events whose frames were kept
  std::array<std::optional<ModuleTimeline>, 2> modules{};  ///< of each port; nothing: none with monitors
};

}  // namespace pktgen
