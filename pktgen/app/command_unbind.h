#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "bind/kernel.h"

namespace pktgen {

/// What `pktgen unbind` was asked for.
struct UnbindRequest {
  std::vector<std::string> ports{};
  bool all = false, dry_run = false, json = false;
  std::string root{};  ///< where sys, proc and run lie; empty: this machine
};

/// Reads "PORT... | --all [--dry-run] [--json] [--root DIR]". Fails (usage), saying what is wanted.
Result<UnbindRequest> parse_unbind(std::span<const std::string> arguments);

/// Gives ports back, as far as it goes with each. Returns the exit code 0. Fails with what couldn't be given
/// back: (port) a driver, an interface, a process that has the port; (environment) permission.
Result<int> run_unbind(const UnbindRequest& request, const Kernel& kernel);

}  // namespace pktgen
