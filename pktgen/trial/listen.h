#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "trial/trial.h"

namespace pktgen {

/// What came of one stream at one port. Nobody says what was sent: what is missing are the numbers between
/// the lowest and the highest that came.
struct HeardStream {
  std::size_t port = 0;
  std::uint16_t number = 0;
  std::uint64_t frames = 0, bytes = 0;  ///< all copies; bytes with FCS
  std::uint64_t different = 0;          ///< numbers, each once
  std::uint64_t missing = 0, duplicated = 0, reordered = 0;
  std::uint64_t begun_again = 0;  ///< times that the sender began anew
  /// Of the time in between: by how much two frames in a row came closer or farther than they were due, in
  /// nanoseconds (RFC 5481 section 4.1, without its sign).
  LatencySummary delay_variation{};
};

/// What one port got.
struct HeardPort {
  std::uint64_t frames = 0, bytes = 0;  ///< all; bytes with FCS
  ForeignCounts foreign{};
  std::uint64_t untracked = 0;       ///< of streams beyond those that there was room for
  std::uint64_t answered = 0;        ///< questions (ARP, neighbours, echo) that were answered
  std::uint64_t unanswered = 0;      ///< for want of room to send
  std::uint64_t captured = 0;        ///< that the filter took and were written
  std::uint64_t capture_missed = 0;  ///< that the filter took, but writing was too slow
  PortCounters counters{};
};

struct ListenOutcome {
  std::vector<HeardStream> streams;  ///< by port, then number
  std::vector<HeardPort> ports;
  std::vector<LinkDown> link_downs;
  Nanoseconds time{};
  bool interrupted = false, stalled = false;
  std::optional<Standstill> standstill{};  ///< that ended it
};

}  // namespace pktgen
