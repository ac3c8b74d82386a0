#include "inventory/identity.h"

#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <utility>

#include "inventory/sysfs_text.h"

namespace pktgen {
namespace {

/// "VENDOR  Name" at the line's begin, then "\tDEVICE  Name" for each of its devices.
std::string find_device(std::istream& list, std::string_view vendor, std::string_view device) {
  bool is_vendor = false;
  for (std::string line; std::getline(list, line);) {
    if (line.empty() || line[0] == '#' || line.starts_with("\t\t")) continue;
    if (line[0] != '\t') {
      if (is_vendor) return {};
      is_vendor = line.starts_with(vendor);
    } else if (is_vendor && line.compare(1, device.size(), device) == 0) {
      const auto name = line.find_first_not_of(' ', 1 + device.size());
      return name == std::string::npos ? std::string{} : line.substr(name);
    }
  }
  return {};
}

std::string ask_driver(const std::string& interface) {
  if (interface.size() >= IFNAMSIZ) return {};
  const int socket_of_kernel = socket(AF_INET, SOCK_DGRAM, 0);
  if (socket_of_kernel < 0) return {};
  ethtool_drvinfo info{};
  info.cmd = ETHTOOL_GDRVINFO;
  ifreq request{};
  std::ranges::copy(interface, request.ifr_name);
  request.ifr_data = reinterpret_cast<char*>(&info);
  const bool said = ioctl(socket_of_kernel, SIOCETHTOOL, &request) == 0;
  close(socket_of_kernel);
  info.fw_version[sizeof info.fw_version - 1] = 0;
  return said ? info.fw_version : std::string{};
}

}  // namespace

std::string name_of_device(const std::string& root, std::string_view id) {
  const auto colon = id.find(':');
  if (colon == std::string_view::npos) return {};
  for (const char* path : {"/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids"}) {
    std::ifstream list(root + path);
    if (std::string name = find_device(list, id.substr(0, colon), id.substr(colon + 1)); !name.empty())
      return name;
  }
  return {};
}

std::string_view dpdk_driver_of(std::string_view kernel_driver) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kDrivers{
      {{"i40e", "net_i40e"},
       {"ixgbe", "net_ixgbe"},
       {"igb", "net_e1000_igb"},
       {"e1000", "net_e1000_em"},
       {"e1000e", "net_e1000_em"},
       {"atlantic", "net_atlantic"},
       {"virtio-pci", "net_virtio"},
       {"virtio_net", "net_virtio"},
       {"vmxnet3", "net_vmxnet3"}}};
  const auto* const found =
      std::ranges::find(kDrivers, kernel_driver, &std::pair<std::string_view, std::string_view>::first);
  return found == kDrivers.end() ? std::string_view{} : found->second;
}

std::string read_firmware(const std::string& root, const std::string& interface) {
  if (root.empty()) return ask_driver(interface);
  constexpr std::string_view kKey = "firmware-version: ";
  std::istringstream said(read_text(root + "/ethtool-i/" + interface));
  for (std::string line; std::getline(said, line);)
    if (line.starts_with(kKey)) return line.substr(kKey.size());
  return {};
}

}  // namespace pktgen
