#pragma once
#include <span>
#include <string>
#include <vector>

namespace pktgen {

/// Where a core is in the machine.
struct CorePlace {
  unsigned core = 0;
  int node = -1;                   ///< NUMA node; -1: not known
  std::vector<unsigned> siblings;  ///< hardware threads of the same physical core, itself too
};

/// Where a port is in the machine.
struct PortPlace {
  std::string name;
  int node = -1;  ///< -1: not known
};

/// Of each of these cores, from the kernel's sysfs; `root` is "" but in tests.
std::vector<CorePlace> core_places(const std::string& root, std::span<const unsigned> cores);

/// The same cores, best first: those of the ports' node before others, and one thread of each physical core
/// before the second. The first of the list stays where it is, for the control thread.
std::vector<unsigned> best_first(std::span<const CorePlace> places, int node);

/// What costs speed: workers far from a port, and two workers on threads of one physical core.
std::vector<std::string> placement_notes(std::span<const CorePlace> workers,
                                         std::span<const PortPlace> ports);

}  // namespace pktgen
