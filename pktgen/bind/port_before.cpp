#include "bind/port_before.h"

#include <fmt/format.h>

#include "host/pci_function.h"
#include "inventory/network.h"
#include "inventory/sysfs_text.h"

namespace pktgen {
namespace {

InterfaceBefore interface_before(const InterfaceFacts& facts, const HostNetwork& network) {
  InterfaceBefore before{
      .name = facts.name, .mac = facts.mac, .mtu = facts.mtu, .up = facts.up, .addresses = {}, .routes = {}};
  for (const InterfaceAddress& one : network.addresses) {
    const bool is_link_local = one.address.starts_with("fe80:");
    if (one.interface == facts.name && one.is_permanent && one.prefix >= 0 && !is_link_local)
      before.addresses.push_back(fmt::format("{}/{}", one.address, one.prefix));
  }
  for (const InterfaceRoute& one : network.routes)
    if (one.interface == facts.name && one.is_static)
      before.routes.push_back(one.metric == 0 ? one.route
                                              : fmt::format("{} metric {}", one.route, one.metric));
  return before;
}

}  // namespace

std::string read_override(const std::string& root, const std::string& address) {
  const std::string word = read_first_line(folder_of_function(root, address) + "/driver_override");
  return word == "(null)" ? "" : word;
}

PortBefore read_before(const std::string& root, const Nic& nic, const std::string& bound_to) {
  const HostNetwork network = read_network(root);
  PortBefore before{.address = nic.address,
                    .driver = nic.driver,
                    .driver_override = read_override(root, nic.address),
                    .bound_to = bound_to,
                    .interfaces = {}};
  for (const NicInterface& one : nic.interfaces)
    before.interfaces.push_back(interface_before(one.facts, network));
  return before;
}

}  // namespace pktgen
