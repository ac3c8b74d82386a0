#pragma once
#include <string>
#include <string_view>

namespace pktgen {

/// The name that the host's list (ROOT/usr/share/misc/pci.ids or hwdata/pci.ids) has for "8086:1572"; empty
/// if there is no list or no such line.
std::string name_of_device(const std::string& root, std::string_view id);

/// DPDK's driver for the devices of a kernel driver: "i40e" is "net_i40e"; empty for one that it doesn't
/// know.
std::string_view dpdk_driver_of(std::string_view kernel_driver);

/// The firmware's version of an interface: as its driver says on the running machine (`root` empty; ethtool's
/// ETHTOOL_GDRVINFO), else what `ethtool -i NAME` printed into ROOT/ethtool-i/NAME. Empty: not known.
std::string read_firmware(const std::string& root, const std::string& interface);

}  // namespace pktgen
