#pragma once
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "plan/plan.h"

namespace pktgen {

/// What `pktgen optics` was asked for: the dump in a file, or the module in a port.
struct OpticsRequest {
  std::string file;
  std::optional<PortName> port{};
  std::string device_file{};  ///< of an emulated port
  bool json = false;
};

/// Reads "FILE|PORT [--device FILE] [--json]"; what can be a port is one. Fails (usage) for anything else,
/// saying what is wanted.
Result<OpticsRequest> parse_optics(std::span<const std::string> arguments);

/// Decodes the memory of a module and prints it. Returns the exit code: 0, or 1 with an alarm. Fails
/// (environment, plan, port) if it can't be read, (not measured) if there is no module or none can be made of
/// its bytes.
Result<int> run_optics(const OpticsRequest& request);

}  // namespace pktgen
