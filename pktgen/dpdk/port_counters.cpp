#include "dpdk/port_counters.h"

#include <string>

#include <rte_ethdev.h>

#include "dpdk/open_port.h"

namespace pktgen {
namespace {

/// The extended counters of a port; an id of one is its place among them. None if the driver can't say.
std::vector<std::string> names_of(std::uint16_t id) {
  const int count = rte_eth_xstats_get_names(id, nullptr, 0);
  if (count <= 0) return {};
  std::vector<rte_eth_xstat_name> named(static_cast<std::size_t>(count));
  if (rte_eth_xstats_get_names(id, named.data(), static_cast<unsigned>(count)) != count) return {};
  std::vector<std::string> names;
  for (const rte_eth_xstat_name& one : named) names.emplace_back(one.name);
  return names;
}

}  // namespace

PortCounterReader::PortCounterReader(std::uint16_t id, const CounterRules& rules)
    : id_(id), last_read_(Clock::now()) {
  const std::vector<std::string> names = names_of(id);
  book_.emplace(driver_of_port(id), names, rules);
  for (const std::size_t index : book_->wanted()) ids_.push_back(index);
}

PortCounters PortCounterReader::read() {
  rte_eth_stats stats{};
  if (rte_eth_stats_get(id_, &stats) != 0) return book_->last();
  std::vector<std::uint64_t> values(ids_.size());
  const auto count = static_cast<unsigned>(ids_.size());
  if (count != 0 &&
      rte_eth_xstats_get_by_id(id_, ids_.data(), values.data(), count) != static_cast<int>(count))
    return book_->last();
  const Clock::time_point now = Clock::now();
  const BasicReadings basic{.tx_frames = stats.opackets,
                            .rx_frames = stats.ipackets,
                            .rx_missed = stats.imissed,
                            .rx_no_buffer = stats.rx_nombuf};
  const PortCounters& counters = book_->take(basic, values, now - last_read_);
  last_read_ = now;
  return counters;
}

}  // namespace pktgen
