#pragma once
#include <string>

#include "base/result.h"
#include "host/pci_function.h"

namespace pktgen {

/// The function at `address`, ready to be taken. Fails (port) if there is none, naming those there are, and
/// if its driver isn't one for userspace, with the line that binds it; (environment) without access to it.
Result<PciFunction> check_pci_port(const std::string& root, const std::string& address);

}  // namespace pktgen
