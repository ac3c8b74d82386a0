#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trial/soak.h"
#include "trial/trial.h"

namespace pktgen {

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
