#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pktgen {

/// A PCI function as sysfs shows it.
struct PciFunction {
  std::string address;    ///< "0000:01:00.0"
  std::string id;         ///< "8086:1572"
  std::string driver;     ///< of the kernel, that it is bound to; empty: none
  int numa_node = -1;     ///< -1: not known
  std::string pci_class;  ///< "0x020000": an Ethernet controller
};

/// The folder of a function: ROOT/sys/bus/pci/devices/ADDRESS; `root` is "" but in tests and copied trees.
std::string folder_of_function(const std::string& root, const std::string& address);

/// What sysfs says of one function; nothing if there is none at that address.
std::optional<PciFunction> read_function(const std::string& root, const std::string& address);

/// The network functions (class 0x02) of this machine by address; `root` as above.
std::vector<PciFunction> network_functions(const std::string& root);

/// Whether a driver is one of those through which programs own a device: vfio-pci, igb_uio, uio_pci_generic.
bool is_for_userspace(std::string_view driver);

}  // namespace pktgen
