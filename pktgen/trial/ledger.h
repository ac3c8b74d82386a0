#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "wire/foreign.h"

namespace pktgen {

/// What became of the frames that were due. Always `due == sent + no_buffer + ring_full`.
struct TxTally {
  std::uint64_t due = 0, sent = 0, no_buffer = 0, ring_full = 0;

  bool balances() const { return due == sent + no_buffer + ring_full; }
  std::uint64_t unsent() const { return no_buffer + ring_full; }
  friend bool operator==(const TxTally&, const TxTally&) = default;
};

/// What the receiver saw of the frames of one stream.
struct RxTally {
  std::uint64_t delivered = 0;   ///< sequence numbers that came whole, each once
  std::uint64_t corrupted = 0;   ///< sequence numbers that came damaged and never whole
  std::uint64_t duplicated = 0;  ///< second and later copies
  std::uint64_t reordered = 0;   ///< RFC 4737 section 3: first copies that came behind a later number
  std::uint64_t late = 0;        ///< of the delivered, those that came after sending had ended
  std::uint64_t surplus = 0;     ///< numbers that were never sent

  RxTally& operator+=(const RxTally& other) {
    delivered += other.delivered;
    corrupted += other.corrupted;
    duplicated += other.duplicated;
    reordered += other.reordered;
    late += other.late;
    surplus += other.surplus;
    return *this;
  }
  friend bool operator==(const RxTally&, const RxTally&) = default;
};

/// A counter by the name that its driver has for it.
struct NamedCount {
  std::string name;
  std::uint64_t count = 0;
  friend bool operator==(const NamedCount&, const NamedCount&) = default;
};

/// What one port counted in a trial, as differences, in our units and meanings (the profile was applied).
struct PortCounters {
  std::uint64_t tx_frames = 0, rx_frames = 0;
  std::uint64_t rx_missed = 0;               ///< dropped by the port for want of descriptors or bus
  std::uint64_t rx_no_buffer = 0;            ///< dropped by the driver for want of buffers
  std::uint64_t rx_crc_errors = 0;           ///< dropped by the MAC: damaged on the wire
  std::uint64_t rx_oversize = 0;             ///< dropped by the MAC: longer than the port's MTU allows
  std::uint64_t rx_pause = 0, tx_pause = 0;  ///< IEEE 802.3x pause frames
  bool counts_tx = true;                     ///< whether `tx_frames` can be held against what was handed over

  std::uint32_t saturated = 0;       ///< readings at a counter's end: more came than was counted
  std::uint32_t jumped = 0;          ///< readings that no traffic explains: reset, set back, or wrong
  bool is_gone = false;              ///< the device answered with all ones: these are its last good numbers
  std::vector<NamedCount> others{};  ///< what belongs in none of the above; of a difference, what grew

  PortCounters since(const PortCounters& baseline) const;
  friend bool operator==(const PortCounters&, const PortCounters&) = default;
};

/// Where each sent frame ended: `sent = delivered + corrupted + lost + rx_crc_errors + rx_missed +
/// rx_no_buffer`, one bucket for each frame; the rest stands beside it.
struct Ledger {
  std::uint64_t sent = 0, delivered = 0, corrupted = 0, lost = 0;
  std::uint64_t rx_crc_errors = 0, rx_missed = 0, rx_no_buffer = 0;
  std::uint64_t duplicated = 0, reordered = 0, late = 0, surplus = 0;
  std::uint64_t unexplained = 0;  ///< receive drops the port counted although no test frame is missing
  ForeignCounts foreign{};

  bool balances() const {
    return sent == delivered + corrupted + lost + rx_crc_errors + rx_missed + rx_no_buffer;
  }
  friend bool operator==(const Ledger&, const Ledger&) = default;
};

/// Puts each missing frame into one bucket: first what the receiving port says it dropped, never more than
/// is missing; what remains is lost.
Ledger make_ledger(std::uint64_t sent, const RxTally& rx, const PortCounters& receiver,
                   const ForeignCounts& foreign);

}  // namespace pktgen
