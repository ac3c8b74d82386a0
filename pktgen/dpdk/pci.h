#pragma once
#include <string>
#include <vector>

#include "base/result.h"

namespace pktgen {

/// A PCI function as sysfs shows it.
struct PciFunction {
  std::string address;  ///< "0000:01:00.0"
  std::string id;       ///< "8086:1572"
  std::string driver;   ///< of the kernel, that it is bound to; empty: none
  int numa_node = -1;   ///< -1: not known
};

/// The network functions of this machine by address; `root` is "" but in tests.
std::vector<PciFunction> network_functions(const std::string& root);

/// The function at `address`, ready to be taken. Fails (port) if there is none, naming those there are, and
/// if its driver isn't one for userspace, with the line that binds it; (environment) without access to it.
Result<PciFunction> check_pci_port(const std::string& root, const std::string& address);

}  // namespace pktgen
