#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/units.h"

namespace pktgen {

/// What the kernel says of one of its network interfaces.
struct InterfaceFacts {
  std::string name;
  bool up = false;       ///< by an administrator: `ip link set NAME up`
  bool carrier = false;  ///< the other end is there; false while down
  bool is_ethernet = false;
  MtuBytes mtu{};
  LinkBitsPerSecond link{};                      ///< zero: the driver doesn't say
  std::string mac;                               ///< "02:00:00:00:00:01"
  std::string driver;                            ///< the device's driver, "veth", or empty
  std::string master;                            ///< the bridge, bond or team it belongs to; empty: none
  int numa_node = -1;                            ///< -1: not known
  std::optional<std::uint64_t> carrier_downs{};  ///< how often the other end went away so far
  std::string pci_id{};                          ///< "8086:1572"; empty: no PCI device stands behind it
};

/// What the kernel counted on an interface since it exists, in frames: the witness beside our own counters.
struct InterfaceCounters {
  std::uint64_t rx_frames = 0, tx_frames = 0;
  std::uint64_t rx_dropped = 0, tx_dropped = 0;
  std::uint64_t rx_errors = 0, tx_errors = 0;
  std::uint64_t rx_crc_errors = 0;
  std::uint64_t rx_missed = 0;  ///< dropped by the device for want of descriptors
  friend bool operator==(const InterfaceCounters&, const InterfaceCounters&) = default;
};

/// The names of the interfaces of this network namespace, sorted; `sysfs` is where sysfs lies ("/sys").
std::vector<std::string> interface_names(const std::string& sysfs);

/// Reads what sysfs says. Fails (port) if there is no such interface, naming those there are.
Result<InterfaceFacts> read_interface(const std::string& sysfs, std::string_view name);

/// Reads the kernel's counters. Fails (port) if the interface is gone.
Result<InterfaceCounters> read_interface_counters(const std::string& sysfs, std::string_view name);

/// Whether the kernel sees the other end now: false also for an interface that is down or gone.
bool has_carrier(const std::string& sysfs, std::string_view name);

}  // namespace pktgen
