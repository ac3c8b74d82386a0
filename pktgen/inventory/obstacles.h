#pragma once
#include <vector>

#include "inventory/nic.h"

namespace pktgen {

/// Why vfio-pci can't have a port on PCI, in the order and by the rules of scripts/bind, whose reasons these
/// are; what scripts/bind can't see in files alone (another policy's routing tables) isn't seen here either.
std::vector<Obstacle> find_obstacles(const std::string& root, const Nic& nic, const HostNetwork& network);

/// The first of all obstacles decides what becomes of the port.
Nic::Take judge_take(const Nic& nic);

}  // namespace pktgen
