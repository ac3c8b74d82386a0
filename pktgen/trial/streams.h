#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trial/soak.h"
#include "trial/trial.h"

namespace pktgen {

/// Numbers of a stream that never came, one behind the other.
struct MissingRun {
  std::uint64_t first = 0, count = 0;
  friend bool operator==(const MissingRun&, const MissingRun&) = default;
};

/// How frames of the same stream overtook each other, RFC 4737. Percentiles are exact below 256, else right
/// to 1/128.
struct Reordering {
  static constexpr std::array<std::size_t, 4> kDegrees{1, 2, 3, 10};

  std::uint64_t arrivals = 0;   ///< numbers that came, each once
  std::uint64_t reordered = 0;  ///< of them, those behind a later number: section 3
  std::uint64_t extent_p50 = 0, extent_p99 = 0, extent_max = 0;     ///< in frames of the stream: section 4.2
  std::uint64_t late_p50_ns = 0, late_p99_ns = 0, late_max_ns = 0;  ///< section 4.3
  std::uint64_t unknown_extents = 0;                         ///< of the reordered, too late for an extent
  std::array<std::uint64_t, kDegrees.size()> n_reordered{};  ///< for n = 1, 2, 3, 10: section 5.4
  friend bool operator==(const Reordering&, const Reordering&) = default;
};

/// A time in which nothing of a stream came, between two frames that did; from the start of sending.
struct Silence {
  Nanoseconds from{}, to{};  ///< arrival of the last frame before and of the first after
  std::uint64_t last_before = 0, first_after = 0;  ///< their numbers
  std::uint64_t missing_before = 0;  ///< numbers below the first of these that hadn't come by then
  friend bool operator==(const Silence&, const Silence&) = default;
};

/// What became of one stream. Drops that the receiving port counted can't be told by stream: what is missing
/// here is split into buckets in the ledger of its direction only.
struct StreamOutcome {
  std::string name;
  Direction direction = Direction::a_to_b;
  FramesPerSecond load{};  ///< asked, in the mean
  TxTally tx{};
  std::uint64_t bytes = 0;      ///< sent, with FCS
  std::uint64_t sent_late = 0;  ///< of the sent, handed over more than a millisecond after they were due
  Nanoseconds largest_lag{};    ///< how late a frame was handed over at worst
  std::optional<RxTally> rx{};  ///< nothing where nobody received
  std::uint64_t missing = 0;    ///< sent, and neither came whole nor damaged
  LatencySummary latency{};
  std::vector<MissingRun> missing_runs{};  ///< in order, where they were asked for
  /// When the missing frame of the highest number was due, from the start of sending. Nothing: none is
  /// missing, or it can't be told (`missing` says which): frames that aren't evenly spaced, several receive
  /// queues.
  std::optional<Nanoseconds> last_missing_due{};
  std::vector<Silence> silences{};    ///< longer than what was asked for, in order
  std::uint64_t silences_beyond = 0;  ///< more of them, not kept
};

/// By how much the time between two neighbours of a port, as they left, missed the time between their due
/// times, in nanoseconds.
using PacingSummary = LatencySummary;

/// What a send left behind.
struct StreamsOutcome {
  Outcome total;                          ///< each direction that sent, all its streams together
  std::vector<StreamOutcome> streams;     ///< as they were asked for
  std::array<PacingSummary, 2> pacing{};  ///< of each port
  Nanoseconds sending_time{};
  std::array<std::optional<Reordering>, 2> reordering{};  ///< of what each port sent, where it was measured
  std::optional<SoakOutcome> soak{};                      ///< if it was asked for
};

}  // namespace pktgen
