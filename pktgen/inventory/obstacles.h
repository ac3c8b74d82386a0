#pragma once
#include <vector>

#include "inventory/nic.h"

namespace pktgen {

/// Why vfio-pci can't have a port, what would cut somebody off first. What files alone don't show (routing
/// tables of a policy) isn't seen.
std::vector<Obstacle> find_obstacles(const std::string& root, const Nic& nic, const HostNetwork& network);

/// Of those the ones that are vfio-pci's alone: no IOMMU, a shared group.
void find_iommu_obstacles(const std::string& root, const Nic& nic, std::vector<Obstacle>& found);

/// The first of all obstacles decides what becomes of the port.
Nic::Take judge_take(const Nic& nic);

}  // namespace pktgen
