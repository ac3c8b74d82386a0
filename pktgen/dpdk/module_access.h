#pragma once
#include <string>

#include "base/result.h"
#include "eeprom/module_access.h"
#include "plan/plan.h"

namespace pktgen {

/// Asks for the module of a port that DPDK drives, by the device's name ("0000:01:00.0", "net_null0"), while
/// its environment is up. The port need not be started. Fails (port) if DPDK drives no such device, (not
/// measured) if the driver can't read modules or none answers.
Result<ModuleAccess> open_port_module(const std::string& device);

/// All that can be read of the module of a PCI or virtual port, nothing of which is started: DPDK's
/// environment is up only meanwhile. Fails as `open_port_module` and `check_pci_port` do, and (environment)
/// without hugepages.
Result<ModuleMemory> read_port_module(const PortName& port);

/// The name by which DPDK knows a port's device: "net_null0" of "net_null0,size=64".
std::string device_name(const PortName& port);

}  // namespace pktgen
