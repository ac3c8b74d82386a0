#pragma once
#include <string>
#include <vector>

#include "base/units.h"
#include "inventory/nic.h"

namespace pktgen {

/// What is kept of a kernel interface that goes away with its driver.
struct InterfaceBefore {
  std::string name, mac;
  MtuBytes mtu{};
  bool up = false;
  std::vector<std::string> addresses;  ///< "192.0.2.2/24"; none that the kernel or a router gives by itself
  std::vector<std::string> routes;     ///< as `ip route replace` takes them, without the interface
  friend bool operator==(const InterfaceBefore&, const InterfaceBefore&) = default;
};

/// What a port was before it was bound: what unbind gives back.
struct PortBefore {
  std::string address;          ///< "0000:01:00.0"
  std::string driver;           ///< empty: none
  std::string driver_override;  ///< empty: none
  std::string bound_to;         ///< the driver that it was bound to then
  bool is_persistent = false;   ///< driverctl was told too
  std::vector<InterfaceBefore> interfaces;
  friend bool operator==(const PortBefore&, const PortBefore&) = default;
};

/// Reads it from the machine below `root`, before anything is changed.
PortBefore read_before(const std::string& root, const Nic& nic, const std::string& bound_to);

/// The file's word, for the kernel prints an override that isn't there as "(null)"; empty: none.
std::string read_override(const std::string& root, const std::string& address);

}  // namespace pktgen
