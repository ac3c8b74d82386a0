#pragma once
#include <span>
#include <string>

#include "base/result.h"

namespace pktgen {

/// What `pktgen ports` was asked for.
struct PortsRequest {
  std::string root;  ///< where sys/ and proc/ lie; empty: this machine's
  bool json = false;
};

/// Reads "[--json] [--root DIR]". Fails (usage) for anything else, saying what is wanted.
Result<PortsRequest> parse_ports(std::span<const std::string> arguments);

/// Lists the NICs of a host on standard output. Returns the exit code: 0, whether there are any or not. Fails
/// (environment) if there is no sysfs under the root.
Result<int> run_ports(const PortsRequest& request);

}  // namespace pktgen
