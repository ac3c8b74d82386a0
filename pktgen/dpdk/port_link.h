#pragma once
#include <cstdint>
#include <vector>

#include "link/link_choice.h"

namespace pktgen {

/// The link of a DPDK port in our words; what a driver doesn't offer is empty, as ethdev's "not supported".

/// The speeds of the driver's capabilities, ascending; half duplex isn't among them.
std::vector<LinkBitsPerSecond> speeds_of(std::uint32_t capabilities);

/// The mask for rte_eth_conf: zero is autonegotiation of all.
std::uint32_t speed_mask(const SpeedChoice& choice);

/// What FEC the driver can be asked for, at any of its speeds.
std::vector<FecMode> fecs_of(std::uint16_t port);

/// Zero, or the driver's errno as it answers.
int ask_for_fec(std::uint16_t port, FecMode mode);
int ask_for_pause(std::uint16_t port, PauseMode mode);

std::optional<FecMode> read_fec(std::uint16_t port);
std::optional<PauseMode> read_pause(std::uint16_t port);

}  // namespace pktgen
