#include "inventory/nic.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <system_error>

#include "host/pci_function.h"
#include "inventory/identity.h"
#include "inventory/obstacles.h"
#include "inventory/sysfs_text.h"

namespace pktgen {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

/// Below the function itself; a virtio port has its interfaces one level down.
std::vector<std::string> interfaces_of(const std::string& folder) {
  std::vector<std::string> names = names_in(folder + "/net");
  for (const std::string& below : names_in(folder))
    if (below.starts_with("virtio"))
      for (std::string& name : names_in(fmt::format("{}/{}/net", folder, below)))
        names.push_back(std::move(name));
  return names;
}

}  // namespace

std::vector<std::string> interfaces_of_function(const std::string& root, const std::string& address) {
  return interfaces_of(folder_of_function(root, address));
}

namespace {

bool is_wireless(const std::string& root, const std::string& interface) {
  const std::string folder = root + "/sys/class/net/" + interface;
  return exists(folder + "/wireless") || exists(folder + "/phy80211");
}

NicInterface describe_interface(const std::string& root, const InterfaceFacts& facts,
                                const HostNetwork& network) {
  NicInterface interface {
    .facts = facts, .firmware = read_firmware(root, facts.name),
    .attached = attachments(root, facts.name, network), .refusal = ""
  };
  if (auto free = check_free(facts, network.tables, network.addresses); !free)
    interface.refusal = free.error().message;
  return interface;
}

void add_interfaces(const std::string& root, const std::vector<std::string>& names,
                    const HostNetwork& network, Nic& nic) {
  for (const std::string& name : names) {
    const auto facts = read_interface(root + "/sys", name);
    if (!facts) continue;
    nic.interfaces.push_back(describe_interface(root, *facts, network));
    nic.fastest = std::max(nic.fastest, facts->link);
    if (is_wireless(root, name)) nic.kind = Nic::Kind::wireless;
  }
}

/// A profile says how fast its devices are only if it lists this one: others of the driver may be faster.
void add_profile(std::span<const PmdProfile> profiles, Nic& nic) {
  const PmdProfile& profile = profile_for(profiles, nic.id, dpdk_driver_of(nic.driver));
  nic.profile = profile.name;
  if (std::ranges::find(profile.match.pci_ids, nic.id) == profile.match.pci_ids.end()) return;
  if (nic.name.empty()) nic.name = profile.summary;
  for (const LinkBitsPerSecond speed : profile.link.speeds) nic.fastest = std::max(nic.fastest, speed);
}

Nic read_nic(const std::string& root, const PciFunction& function, const HostNetwork& network,
             std::span<const PmdProfile> profiles) {
  const std::string folder = folder_of_function(root, function.address);
  Nic nic;
  nic.address = function.address;
  nic.bus = "pci";
  nic.kind = function.pci_class.starts_with("0x0200") ? Nic::Kind::ethernet : Nic::Kind::other;
  nic.id = function.id;
  nic.name = name_of_device(root, function.id);
  nic.driver = function.driver;
  nic.numa_node = function.numa_node;
  nic.physical_function = link_name(folder + "/physfn");
  nic.slot = read_pcie_slot(root, function.address);
  add_interfaces(root, interfaces_of(folder), network, nic);
  add_profile(profiles, nic);
  nic.obstacles = find_obstacles(root, nic, network);
  nic.take = judge_take(nic);
  return nic;
}

/// Interfaces of hardware that isn't on PCI: USB, platform.
void add_others(const std::string& root, const HostNetwork& network, std::vector<Nic>& nics) {
  std::set<std::string> known;
  for (const Nic& nic : nics)
    for (const NicInterface& interface : nic.interfaces) known.insert(interface.facts.name);
  for (const std::string& name : interface_names(root + "/sys")) {
    std::error_code error;
    const fs::path device = fs::canonical(fmt::format("{}/sys/class/net/{}/device", root, name), error);
    if (error || known.contains(name)) continue;
    Nic nic;
    nic.address = device.filename().string();
    nic.bus = link_name(device.string() + "/subsystem");
    if (nic.bus.empty()) nic.bus = "an unknown bus";
    nic.driver = link_name(device.string() + "/driver");
    nic.profile = "generic";
    add_interfaces(root, {name}, network, nic);
    nic.numa_node = nic.interfaces.empty() ? -1 : nic.interfaces.front().facts.numa_node;
    nic.obstacles = find_obstacles(root, nic, network);
    nic.take = judge_take(nic);
    nics.push_back(std::move(nic));
  }
}

/// The functions of one card stand at one bus and device, and share its link; virtual ones send nothing of
/// their own over the wire.
unsigned ports_beside(const Nic& nic, const std::vector<Nic>& nics) {
  const auto card = [](const Nic& one) { return one.address.substr(0, one.address.rfind('.')); };
  return static_cast<unsigned>(std::ranges::count_if(nics, [&](const Nic& other) {
    return other.bus == "pci" && other.physical_function.empty() && card(other) == card(nic);
  }));
}

unsigned rx_descriptor_bytes(const Nic& nic, std::span<const PmdProfile> profiles) {
  constexpr unsigned kUsual = 16, kI40e = 32;
  const PmdProfile& profile = profile_for(profiles, nic.id, dpdk_driver_of(nic.driver));
  return profile.match.driver == "net_i40e" ? kI40e : kUsual;
}

}  // namespace

std::vector<Nic> read_nics(const std::string& root, std::span<const PmdProfile> profiles) {
  const HostNetwork network = read_network(root);
  std::vector<Nic> nics;
  for (const PciFunction& function : network_functions(root))
    nics.push_back(read_nic(root, function, network, profiles));
  for (Nic& nic : nics)
    nic.pcie = judge_slot(nic.slot, nic.fastest, ports_beside(nic, nics), rx_descriptor_bytes(nic, profiles));
  add_others(root, network, nics);
  return nics;
}

}  // namespace pktgen
