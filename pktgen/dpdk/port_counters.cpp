#include "dpdk/port_counters.h"

#include <algorithm>

#include <rte_ethdev.h>

namespace pktgen {
namespace {

using Names = std::vector<std::string>;

// What the drivers of Intel's NICs call them; a port that has none of these names counts none.
const Names& usual_crc_errors() {
  static const Names kNames{"rx_crc_errors"};
  return kNames;
}
const Names& usual_pause_received() {
  static const Names kNames{"rx_xon_packets", "rx_xoff_packets", "rx_flow_control_xon_packets",
                            "rx_flow_control_xoff_packets"};
  return kNames;
}
const Names& usual_pause_sent() {
  static const Names kNames{"tx_xon_packets", "tx_xoff_packets", "tx_flow_control_xon_packets",
                            "tx_flow_control_xoff_packets"};
  return kNames;
}

}  // namespace

PortCounterReader::PortCounterReader(std::uint16_t id, const PmdProfile::Stats& profile)
    : id_(id),
      profile_(profile),
      crc_(find(profile.crc_error_xstats.value_or(usual_crc_errors()))),
      oversize_(find({"rx_oversize_errors"})),
      pause_received_(find(profile.pause_received_xstats.value_or(usual_pause_received()))),
      pause_sent_(find(profile.pause_sent_xstats.value_or(usual_pause_sent()))) {
  last_.counts_tx = profile.tx_counts_sent.value_or(true);
}

PortCounterReader::Ids PortCounterReader::find(const Names& names) const {
  Ids ids;
  for (const std::string& name : names) {
    std::uint64_t id = 0;
    if (rte_eth_xstats_get_id_by_name(id_, name.c_str(), &id) == 0) ids.push_back(id);
  }
  return ids;
}

bool PortCounterReader::is_dead(std::uint64_t value) const {
  return std::ranges::any_of(profile_.dead_all_ones_bits, [&](std::uint32_t bits) {
    return value == (bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1);
  });
}

std::uint64_t PortCounterReader::sum(const Ids& ids) const {
  std::vector<std::uint64_t> values(ids.size());
  const auto count = static_cast<unsigned>(ids.size());
  if (count == 0 ||
      rte_eth_xstats_get_by_id(id_, ids.data(), values.data(), count) != static_cast<int>(count))
    return 0;
  std::uint64_t sum = 0;
  for (const std::uint64_t value : values) sum += is_dead(value) ? 0 : value;
  return sum;
}

PortCounters PortCounterReader::read() {
  rte_eth_stats stats{};
  if (rte_eth_stats_get(id_, &stats) != 0 || is_dead(stats.ipackets) || is_dead(stats.opackets)) return last_;
  last_.tx_frames = stats.opackets;
  last_.rx_frames = stats.ipackets;
  last_.rx_missed = stats.imissed;
  last_.rx_no_buffer = stats.rx_nombuf;
  last_.rx_crc_errors = sum(crc_);
  last_.rx_oversize = sum(oversize_);
  last_.rx_pause = sum(pause_received_);
  last_.tx_pause = sum(pause_sent_);
  return last_;
}

}  // namespace pktgen
