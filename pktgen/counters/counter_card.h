#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pktgen {

/// What a port's extended counter stands for.
enum class CounterRole : std::uint8_t {
  // Buckets of the ledger, and what is told beside it.
  rx_crc_errors,  ///< damaged on the wire, dropped by the MAC
  rx_missed,      ///< dropped by our port: no descriptor, no room, no bus
  rx_no_buffer,   ///< dropped by our driver: no buffer
  rx_oversize,    ///< dropped by our MAC: too long for the port's MTU
  rx_pause,
  tx_pause,
  // Evidence: why a frame may be missing, without being a bucket of its own.
  damaged,     ///< what came wasn't a whole frame
  link_fault,  ///< the link itself was disturbed
  not_sent,    ///< our port took the frame and didn't send it
  refused,     ///< our port received the frame and didn't hand it up
  other,       ///< worth seeing; means nothing for a frame's fate by itself
  // Neither.
  traffic,  ///< what passed, as it should
  state,    ///< a state, no count
  unknown,  ///< not in the table
};

/// "rx_crc_errors", "damaged", "link fault" ...
std::string_view name_of(CounterRole role);

/// Whether a count of this role is a reason to look at it.
bool is_evidence(CounterRole role);

/// What a counter says in plain words: what it means, what may be behind it (the most likely first), and
/// what to do with hands or eyes next.
struct CounterCard {
  std::string_view means, causes, next_step;
};

/// A row of the table. In `name` a '#' stands for a number and a final '*' for any rest.
struct CounterEntry {
  std::string_view driver;  ///< DPDK's name of the driver it is about; empty: all that don't say otherwise
  std::string_view name;
  CounterRole role = CounterRole::unknown;
  const CounterCard* card = nullptr;
  bool is_source = true;  ///< false: the number is within one of DPDK's basic counters, which is read instead
};

/// What `name` of `driver` ("net_i40e") stands for: its driver's own row before that for all drivers, else a
/// row of role unknown whose card says so.
const CounterEntry& find_counter(std::string_view driver, std::string_view name);

/// The whole table, in the order in which people read it.
std::span<const CounterEntry> common_counters();
std::span<const CounterEntry> i40e_counters();
std::span<const CounterEntry> ixgbe_counters();
std::span<const CounterEntry> atlantic_counters();
std::span<const CounterEntry> other_counters();
std::array<std::span<const CounterEntry>, 5> all_counters();

/// docs/counters.md: each row of the table with its card.
std::string counters_page();

}  // namespace pktgen
