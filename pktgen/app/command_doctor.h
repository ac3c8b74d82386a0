#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace pktgen {

/// What `pktgen doctor` was asked for.
struct DoctorRequest {
  std::vector<std::string> ports;  ///< empty: all PCI Ethernet ports
  std::string root;                ///< where proc, sys and dev lie; empty: this machine
  bool json = false;
};

/// Reads "[PORT...] [--json] [--root DIR]". Fails (usage) for anything else, saying what is wanted.
Result<DoctorRequest> parse_doctor(std::span<const std::string> arguments);

/// Looks at the machine and prints what was found. Returns the exit code: 0 if it is ready, 4 if not. Fails
/// (port) if there is no such port, (environment) if the root is no folder.
Result<int> run_doctor(const DoctorRequest& request);

}  // namespace pktgen
