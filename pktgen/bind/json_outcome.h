#pragma once
#include <span>
#include <string>
#include <vector>

namespace pktgen {

/// What became of a port.
struct PortOutcome {
  std::string address;
  std::string outcome;  ///< "bound", "already bound", "given back", "nothing to give back", "dry run"
  std::string driver_before, driver;    ///< empty: none
  std::vector<std::string> interfaces;  ///< of the kernel: gone by a bind, back by an unbind
  std::vector<std::string> steps;       ///< of a dry run, as a root shell takes them
};

/// One JSON object, `pktgen.bind/1` (docs/bind.md), for `command` "bind" or "unbind".
std::string json_of(const std::string& command, std::span<const PortOutcome> ports);

}  // namespace pktgen
