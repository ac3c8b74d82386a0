#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/units.h"
#include "counters/counter_card.h"
#include "counters/counter_reader.h"
#include "trial/ledger.h"

namespace pktgen {

/// How the counters of a kind of port behave, and which of its names count what where it isn't as usual.
struct CounterRules {
  CounterKind kind = CounterKind::grows;
  std::uint32_t frame_bits = 64;  ///< width of the counters of frames that passed
  std::uint32_t error_bits = 64;  ///< width of all others
  std::vector<std::uint32_t> dead_all_ones_bits{};
  bool counts_tx = true;  ///< whether frames sent are frames that left
  /// Names that count such frames; empty: the port counts none; absent: those that the table knows.
  std::optional<std::vector<std::string>> crc_errors{}, pause_received{}, pause_sent{};
};

/// What DPDK says of every port, as read.
struct BasicReadings {
  std::uint64_t tx_frames = 0, rx_frames = 0, rx_missed = 0, rx_no_buffer = 0;
};

/// Keeps the books of one port: readings in, numbers that only grow out, each in its bucket or by its name.
class PortBook {
 public:
  /// `names` are all extended counters of the port, as its driver names them.
  PortBook(std::string_view driver, std::span<const std::string> names, const CounterRules& rules);

  /// Which of the names are worth reading, as indices into them.
  const std::vector<std::size_t>& wanted() const { return wanted_; }

  /// Takes readings of the basic counters and of the wanted names, in their order; `elapsed` is the time
  /// since the last readings. Only differences of what it answers mean something.
  const PortCounters& take(const BasicReadings& basic, std::span<const std::uint64_t> values,
                           Nanoseconds elapsed);

  const PortCounters& last() const { return counters_; }

 private:
  struct Line {
    std::string name;
    CounterRole role = CounterRole::unknown;
    bool counts_bytes = false;
    CounterReader reader;
  };

  std::uint64_t most_in(Nanoseconds elapsed, bool counts_bytes) const;
  void add_up();

  CounterKind kind_;
  std::array<CounterReader, 4> basic_;  // in the order of BasicReadings
  std::vector<std::size_t> wanted_;
  std::vector<Line> lines_;
  PortCounters counters_{};
};

}  // namespace pktgen
