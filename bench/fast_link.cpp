// Preloaded under Pktgen-DPDK, which paces itself by the link speed that a port reports: net_null says 10
// Gb/s, and 14.9 million frames/s would be measured of a program that can do ten times as many.
#include <cstdint>

#include <rte_ethdev.h>

extern "C" int rte_eth_link_get_nowait(std::uint16_t, rte_eth_link* link) {
  *link = {};
  link->link_speed = 400'000;
  link->link_duplex = RTE_ETH_LINK_FULL_DUPLEX;
  link->link_status = RTE_ETH_LINK_UP;
  return 0;
}
