#include "inventory/obstacles.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "host/pci_function.h"
#include "inventory/sysfs_text.h"

namespace pktgen {
namespace {

namespace fs = std::filesystem;
using Kind = Obstacle::Kind;

void find_virtual_functions(const std::string& root, const Nic& nic, std::vector<Obstacle>& found) {
  const auto count = read_integer(folder_of_function(root, nic.address) + "/sriov_numvfs");
  if (!count || *count == 0) return;
  found.push_back({Kind::virtual_functions, fmt::format("has {} virtual functions", *count),
                   fmt::format("echo 0 > {}/sriov_numvfs", folder_of_function("", nic.address)), false});
}

/// What this machine is reached by, on the interface or over it.
void find_lifelines(const NicInterface& interface, const HostNetwork& network, std::vector<Obstacle>& found) {
  const std::string elsewhere = "move that to another port first";
  for (const Attachment& one : interface.attached) {
    if (has_default_route(one.interface, network.tables))
      found.push_back({Kind::default_route,
                       fmt::format("the default route goes through {} on it", one.interface), elsewhere,
                       false});
    const auto connection = open_connection(one.interface, network.tables, network.addresses);
    if (connection)
      found.push_back({Kind::session,
                       fmt::format("{} goes through {} on it", describe(*connection), one.interface),
                       elsewhere, !connection->is_ssh()});
  }
}

void find_uses(const NicInterface& interface, std::vector<Obstacle>& found) {
  const std::string& name = interface.facts.name;
  if (interface.attached.size() > 1)
    found.push_back({Kind::member,
                     fmt::format("its interface {} is part of {}", name, interface.attached[1].interface),
                     "take it out of that first", false});
  const Attachment& own = interface.attached.front();
  if (!own.addresses.empty())
    found.push_back({Kind::address,
                     fmt::format("its interface {} has the address {}", name, own.addresses.front()),
                     fmt::format("ip addr flush dev {0} && ip link set {0} down", name), true});
  else if (!own.routes.empty())
    found.push_back({Kind::route,
                     fmt::format("its interface {} has the route '{}'", name, own.routes.front()),
                     fmt::format("ip link set {} down", name), true});
}

}  // namespace

void find_iommu_obstacles(const std::string& root, const Nic& nic, std::vector<Obstacle>& found) {
  const std::string group = folder_of_function(root, nic.address) + "/iommu_group";
  std::error_code error;
  if (!fs::exists(group, error)) {
    const std::string unsafe =
        read_first_line(root + "/sys/module/vfio/parameters/enable_unsafe_noiommu_mode");
    if (unsafe == "Y" || unsafe == "1") return;
    found.push_back(
        {Kind::no_iommu, "vfio-pci wants an IOMMU, found none",
         "add intel_iommu=on iommu=pt (AMD: iommu=pt) to the kernel's command line, switch on VT-d "
         "(AMD-Vi) in the BIOS, and reboot",
         false});
    return;
  }
  for (const std::string& other : names_in(group + "/devices")) {
    const auto function = read_function(root, other);
    if (other == nic.address || !function || function->driver.empty() ||
        function->pci_class.starts_with("0x0604") || is_for_userspace(function->driver) ||
        function->driver == "pci-stub")
      continue;
    found.push_back(
        {Kind::group,
         fmt::format("shares its IOMMU group with {}, which the driver {} uses", other, function->driver),
         "bind that too, or put the card into another slot", false, other});
  }
}

namespace {

/// The process that has the port's group open; only root sees other people's.
std::string user_of_group(const std::string& root, const std::string& group) {
  const std::string wanted = "/dev/vfio/" + group;
  for (const std::string& process : names_in(root + "/proc")) {
    if (process.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string folder = fmt::format("{}/proc/{}/fd", root, process);
    for (const std::string& file : names_in(folder)) {
      std::error_code error;
      if (fs::read_symlink(fs::path(folder) / file, error) == wanted) return process;
    }
  }
  return {};
}

}  // namespace

std::string_view force_word(Obstacle::Kind kind) {
  switch (kind) {
    case Kind::default_route:
      return "default-route";
    case Kind::session:
      return "session";
    case Kind::member:
      return "member";
    case Kind::address:
      return "address";
    case Kind::route:
      return "route";
    case Kind::group:
      return "group";
    case Kind::not_pci:
    case Kind::wireless:
    case Kind::virtual_functions:
    case Kind::no_iommu:
    case Kind::process:
      return {};
  }
  return {};
}

std::vector<Obstacle> find_obstacles(const std::string& root, const Nic& nic, const HostNetwork& network) {
  std::vector<Obstacle> found;
  if (nic.bus != "pci") {
    found.push_back(
        {Kind::not_pci, "vfio-pci takes PCI devices only, and this one is on " + nic.bus,
         nic.interfaces.empty() ? "use another port" : "use it as if:" + nic.interfaces.front().facts.name,
         false});
    return found;
  }
  if (nic.kind == Nic::Kind::wireless)
    found.push_back(
        {Kind::wireless, "is a Wi-Fi card, and DPDK has no driver for any", "use an Ethernet port", false});
  find_virtual_functions(root, nic, found);
  for (const NicInterface& interface : nic.interfaces) find_lifelines(interface, network, found);
  for (const NicInterface& interface : nic.interfaces) find_uses(interface, found);
  if (nic.driver.empty() || nic.driver == "vfio-pci" || !is_for_userspace(nic.driver))
    find_iommu_obstacles(root, nic, found);
  const std::string group = link_name(folder_of_function(root, nic.address) + "/iommu_group");
  if (nic.driver == "vfio-pci" && !group.empty())
    if (const std::string user = user_of_group(root, group); !user.empty())
      found.push_back({Kind::process, fmt::format("process {} uses it now", user), "end that first", false});
  return found;
}

Nic::Take judge_take(const Nic& nic) {
  if (!std::ranges::all_of(nic.obstacles, &Obstacle::may_force)) return Nic::Take::refused;
  if (!nic.obstacles.empty()) return Nic::Take::forced;
  return is_for_userspace(nic.driver) ? Nic::Take::ready : Nic::Take::free;
}

}  // namespace pktgen
