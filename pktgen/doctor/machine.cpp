#include "doctor/machine.h"

#include <algorithm>

#include "doctor/read_parts.h"

namespace pktgen {

int PatientPort::numa_node() const {
  if (!is_interface) return function.numa_node;
  return interfaces.empty() ? -1 : interfaces.front().numa_node;
}

std::set<int> Machine::port_nodes() const {
  std::set<int> found;
  for (const PatientPort& port : ports)
    if (port.in_use.empty()) found.insert(port.numa_node());
  return found;
}

Result<Machine> read_machine(const std::string& root, const Wants& wants, Rights rights) {
  const Tree tree(root);
  Machine machine;
  for (const std::string& name : wants.ports.empty() ? port_names(tree) : wants.ports) {
    auto port = read_port(tree, name, wants, rights);
    if (!port) return tl::make_unexpected(port.error());
    machine.ports.push_back(std::move(*port));
  }
  const auto is_pci = [](const PatientPort& port) { return !port.is_interface; };
  machine.wants_pci = wants.ports.empty() || std::ranges::any_of(machine.ports, is_pci);
  machine.rights = std::move(rights);
  read_memory(tree, wants.hugepage_megabytes, machine);
  read_guards(tree, machine);
  read_cores(tree, machine);
  read_processes(tree, machine);
  return machine;
}

}  // namespace pktgen
