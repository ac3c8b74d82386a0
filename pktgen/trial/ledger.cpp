#include "trial/ledger.h"

#include <algorithm>
#include <cassert>

namespace pktgen {
namespace {

/// Counters may step back (a port that restarted, firmware that subtracts): a difference is never negative.
std::uint64_t difference(std::uint64_t now, std::uint64_t before) { return now > before ? now - before : 0; }

std::vector<NamedCount> growth(const std::vector<NamedCount>& now, const std::vector<NamedCount>& before) {
  std::vector<NamedCount> grown;
  for (const NamedCount& counter : now) {
    const auto old = std::ranges::find(before, counter.name, &NamedCount::name);
    const std::uint64_t by = difference(counter.count, old == before.end() ? 0 : old->count);
    if (by != 0) grown.push_back({counter.name, by});
  }
  return grown;
}

}  // namespace

PortCounters PortCounters::since(const PortCounters& baseline) const {
  return {.tx_frames = difference(tx_frames, baseline.tx_frames),
          .rx_frames = difference(rx_frames, baseline.rx_frames),
          .rx_missed = difference(rx_missed, baseline.rx_missed),
          .rx_no_buffer = difference(rx_no_buffer, baseline.rx_no_buffer),
          .rx_crc_errors = difference(rx_crc_errors, baseline.rx_crc_errors),
          .rx_oversize = difference(rx_oversize, baseline.rx_oversize),
          .rx_pause = difference(rx_pause, baseline.rx_pause),
          .tx_pause = difference(tx_pause, baseline.tx_pause),
          .counts_tx = counts_tx,
          .saturated = saturated - std::min(saturated, baseline.saturated),
          .jumped = jumped - std::min(jumped, baseline.jumped),
          .is_gone = is_gone,
          .others = growth(others, baseline.others)};
}

Ledger make_ledger(std::uint64_t sent, const RxTally& rx, const PortCounters& receiver,
                   const ForeignCounts& foreign) {
  Ledger ledger{.sent = sent,
                .delivered = rx.delivered,
                .corrupted = rx.corrupted,
                .duplicated = rx.duplicated,
                .reordered = rx.reordered,
                .late = rx.late,
                .surplus = rx.surplus,
                .foreign = foreign};
  assert(rx.delivered + rx.corrupted <= sent);
  std::uint64_t missing = sent - rx.delivered - rx.corrupted;
  const auto explain = [&](std::uint64_t counted) {
    const std::uint64_t taken = std::min(counted, missing);
    missing -= taken;
    ledger.unexplained += counted - taken;
    return taken;
  };
  ledger.rx_crc_errors = explain(receiver.rx_crc_errors);
  ledger.rx_missed = explain(receiver.rx_missed);
  ledger.rx_no_buffer = explain(receiver.rx_no_buffer);
  ledger.lost = missing;
  assert(ledger.balances());
  return ledger;
}

}  // namespace pktgen
