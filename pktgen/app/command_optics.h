#pragma once
#include <span>
#include <string>

#include "base/result.h"

namespace pktgen {

/// What `pktgen optics` was asked for.
struct OpticsRequest {
  std::string file;
  bool json = false;
};

/// Reads "FILE [--json]". Fails (usage) for anything else, saying what is wanted.
Result<OpticsRequest> parse_optics(std::span<const std::string> arguments);

/// Decodes the dump of a module and prints it. Returns the exit code: 0, or 1 with an alarm. Fails
/// (environment, plan) if there is no dump in the file, (not measured) if no module can be made of it.
Result<int> run_optics(const OpticsRequest& request);

}  // namespace pktgen
