#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "bind/kernel.h"
#include "bind/port_before.h"

namespace pktgen {

/// What gives a port back to the driver that it had, from whatever state it is in now, each step that is
/// still wanted and none else. Without a driver in `before` the kernel chooses by the device's ids.
std::vector<Step> steps_to_give_back(const std::string& root, const PortBefore& before);

/// What makes an interface as it was: name, MTU, up or down, addresses, routes. `now` is its name at present.
std::vector<Step> steps_to_settle(const std::string& root, const std::string& now,
                                  const InterfaceBefore& before);

/// Gives the driver back, waits for the interfaces (they appear some time after) and settles them. May be
/// called again after it failed (port, environment), or after a crash in the middle.
Result<void> give_back(const Kernel& kernel, const PortBefore& before);

/// The same by the port's record, which goes when all is back; without one the port goes to the driver that
/// the kernel picks. A device that is gone has nothing to get back.
Result<void> give_back_port(const Kernel& kernel, const std::string& address);

/// Where driverctl keeps that a port is bound at each boot: ROOT/etc/driverctl.d/pci-ADDRESS.
bool is_persistent(const std::string& root, const std::string& address);

}  // namespace pktgen
