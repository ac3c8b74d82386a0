#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "inventory/pcie_budget.h"

namespace pktgen {

/// How a device hangs on PCI Express, as sysfs and its configuration space say.
struct PcieSlot {
  PcieLink now;  ///< as trained; unknown: no PCI Express, or a virtual function, or a machine that hides it
  PcieLink card_can;         ///< the device's most
  PcieLink slot_can;         ///< the most of the port it is plugged into
  PcieLink narrowest;        ///< between the device and the root: that of the least bits a second
  std::string narrowest_at;  ///< the bridge whose link that is; empty: it is the device's own
  std::optional<unsigned> max_payload, max_read;  ///< bytes in force; nothing: not readable without root
  std::optional<unsigned> read_boundary;          ///< RCB, 64 or 128 bytes; nothing: as above
};

/// Reads ROOT/sys/bus/pci/devices/ADDRESS and the bridges above. Whatever isn't there is unknown.
PcieSlot read_pcie_slot(const std::string& root, const std::string& address);

/// "8.0 GT/s PCIe", "8 GT/s": generation 3; zero for a speed that no generation has.
unsigned generation_of(std::string_view link_speed);

}  // namespace pktgen
