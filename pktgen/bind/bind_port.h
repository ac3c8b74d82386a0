#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "bind/kernel.h"
#include "bind/port_before.h"
#include "bind/record_store.h"
#include "inventory/nic.h"

namespace pktgen {

/// What gives a port to `driver`, whoever has it now: override, let go, probe.
std::vector<Step> steps_to_bind(const std::string& root, const std::string& address,
                                const std::string& driver);

/// Binds all of the ports or none: keeps what was there before the first change, and reads back who has each
/// port after the last. A port with a record of a bind that
/// wasn't undone is given back first, and the record stays. Fails (port) if the driver
/// didn't take one, (environment) without permission; then all is as it was, or the message says what isn't.
Result<void> bind_ports(const Kernel& kernel, std::span<const Nic> nics, const std::string& driver);

}  // namespace pktgen
