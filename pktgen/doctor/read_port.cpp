#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "doctor/read_parts.h"

namespace pktgen {
namespace {

constexpr std::string_view kInterfacePrefix = "if:";

std::string folder_of(const std::string& address) { return "sys/bus/pci/devices/" + address; }

/// The interfaces on a function; a virtio port has them one level down.
std::vector<std::string> interfaces_on(const Tree& tree, const std::string& folder) {
  std::vector<std::string> names = tree.names(folder + "/net");
  for (const std::string& below : tree.names(folder))
    if (below.starts_with("virtio"))
      for (std::string& name : tree.names(fmt::format("{}/{}/net", folder, below)))
        names.push_back(std::move(name));
  return names;
}

/// A VLAN or the like that stands on an interface; empty: none.
std::string stands_on(const Tree& tree, const std::string& interface) {
  constexpr std::string_view kUpper = "upper_";
  for (const std::string& name : tree.names("sys/class/net/" + interface))
    if (name.starts_with(kUpper)) return name.substr(kUpper.size());
  return {};
}

std::vector<InterfaceAddress> known_addresses(const Rights& rights) {
  return rights.addresses.value_or(std::vector<InterfaceAddress>{});
}

/// Why an interface must not be taken; being down is no reason.
std::string use_of(const Tree& tree, InterfaceFacts facts, const Rights& rights) {
  facts.up = true;
  const auto free = check_free(facts, read_network_tables(tree.root() + "/proc"), known_addresses(rights));
  if (!free) return free.error().message;
  if (const std::string upper = stands_on(tree, facts.name); !upper.empty())
    return fmt::format("interface {} carries {}; take that away first: ip link delete {}", facts.name, upper,
                       upper);
  return {};
}

std::vector<PciFunction> others_in_group(const Tree& tree, const std::string& address) {
  std::vector<PciFunction> others;
  for (const std::string& other : tree.names(folder_of(address) + "/iommu_group/devices")) {
    auto function = read_function(tree.root(), other);
    if (other != address && function) others.push_back(std::move(*function));
  }
  return others;
}

Result<PatientPort> read_interface_port(const Tree& tree, const std::string& name, const Rights& rights) {
  const std::string interface = name.substr(kInterfacePrefix.size());
  auto facts = read_interface(tree.root() + "/sys", interface);
  if (!facts) return tl::make_unexpected(facts.error());
  PatientPort port{.name = name, .is_interface = true, .function = {}, .profile = {}, .interfaces = {*facts}};
  const auto free = check_free(*facts, read_network_tables(tree.root() + "/proc"), known_addresses(rights));
  if (!free) port.in_use = free.error().message;
  port.are_connections_known = rights.addresses.has_value();
  return port;
}

/// "01:00.0" is written without the domain by many tools.
std::string whole_address(const std::string& name) {
  constexpr std::size_t kWithoutDomain = 7;
  return name.size() == kWithoutDomain ? "0000:" + name : name;
}

void read_vfio(const Tree& tree, const Rights& rights, PatientPort& port) {
  port.group = tree.target(folder_of(port.function.address) + "/iommu_group");
  port.others_in_group = others_in_group(tree, port.function.address);
  if (port.function.driver != "vfio-pci" || port.group.empty()) return;
  const std::string without_iommu = "/dev/vfio/noiommu-" + port.group;
  port.vfio_file = tree.has(without_iommu) ? without_iommu : "/dev/vfio/" + port.group;
  port.may_use_vfio_file = rights.may_use(tree.root() + port.vfio_file);
}

}  // namespace

std::vector<std::string> port_names(const Tree& tree) {
  std::vector<std::string> names;
  constexpr std::string_view kEthernet = "0x0200";  // and not Wi-Fi, 0x0280
  for (PciFunction& function : network_functions(tree.root()))
    if (function.pci_class.starts_with(kEthernet)) names.push_back(std::move(function.address));
  return names;
}

Result<PatientPort> read_port(const Tree& tree, const std::string& name, const Wants& wants,
                              const Rights& rights) {
  if (name.starts_with(kInterfacePrefix)) return read_interface_port(tree, name, rights);
  auto function = read_function(tree.root(), whole_address(name));
  if (!function)
    return fail(ErrorKind::port, fmt::format("{}: there is no such PCI device; network devices here: {}",
                                             name, join(port_names(tree), ", ")));
  PatientPort port{.name = function->address, .are_connections_known = rights.addresses.has_value()};
  port.profile = profile_for(wants.profiles, function->id, "");
  port.function = std::move(*function);
  for (const std::string& interface : interfaces_on(tree, folder_of(port.function.address))) {
    auto facts = read_interface(tree.root() + "/sys", interface);
    if (!facts) continue;  // it went between two looks
    if (port.in_use.empty()) port.in_use = use_of(tree, *facts, rights);
    if (port.firmware.empty()) port.firmware = rights.firmware_of(interface);
    port.interfaces.push_back(std::move(*facts));
  }
  read_vfio(tree, rights, port);
  return port;
}

}  // namespace pktgen
