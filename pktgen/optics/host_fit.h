#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "optics/module.h"

namespace pktgen {

/// Whether a NIC takes a module, as far as the module's bytes tell. `depends`: on what is stored in the NIC.
enum class Acceptance : std::uint8_t { takes, refuses, depends };

struct HostFit {
  std::string nic;
  Acceptance acceptance = Acceptance::depends;
  std::string because, next_step;
};

/// What the NICs with SFP+ cages that pktgen knows do with an SFP module; nothing for other modules, and
/// where what was read ends before the part number. The X710's firmware judges by a list of qualified modules
/// that no driver can override; the 82599 (X520) is judged by its driver, ixgbe: first the codes, then the
/// vendor.
std::vector<HostFit> host_fits(const Module& module);

}  // namespace pktgen
