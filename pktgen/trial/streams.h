#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trial/soak.h"
#include "trial/trial.h"

namespace pktgen {

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
  std::optional<SoakOutcome> soak{};  ///< if it was asked for
};

}  // namespace pktgen
