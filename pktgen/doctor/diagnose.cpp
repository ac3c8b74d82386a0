#include <algorithm>

#include "doctor/checks.h"

namespace pktgen {
namespace {

using Checks = std::vector<Check>;

void add_machine_of_pci(const Machine& machine, const Wants& wants, Checks& checks) {
  if (!machine.wants_pci) return;
  checks.push_back(check_memlock(machine, wants));
  checks.push_back(check_iommu(machine));
  checks.push_back(check_no_iommu_mode(machine));
  checks.push_back(check_vfio_pci(machine));
  checks.push_back(check_lockdown(machine));
}

void add_port(const PatientPort& port, const Machine& machine, const Wants& wants, Checks& checks) {
  checks.push_back(check_use(port));
  // a port that nobody asked for and that the machine needs: what else it lacks is no news
  if (wants.ports.empty() && checks.back().state == State::blocks) return;
  if (port.is_interface) {
    checks.push_back(check_permission(port, machine.rights));
    return;
  }
  checks.push_back(check_driver(port));
  checks.push_back(check_firmware(port, wants.dpdk_version));
  if (machine.has_iommu() || !port.group.empty()) checks.push_back(check_group(port));
  if (!is_for_userspace(port.function.driver)) return;  // who may use it shows when it is bound
  checks.push_back(check_permission(port, machine.rights));
  checks.push_back(check_owner(port, machine.dpdk_processes));
}

Check no_port() {
  return {.name = "ports",
          .state = State::blocks,
          .found = "no PCI Ethernet port is in this machine",
          .why = "without one, pktgen measures over kernel interfaces (--ports if:eth1,if:eth2) or emulates"};
}

}  // namespace

Diagnosis diagnose(const Machine& machine, const Wants& wants) {
  Checks checks{check_hugepages(machine, wants), check_hugepage_nodes(machine, wants),
                check_hugetlbfs(machine)};
  add_machine_of_pci(machine, wants, checks);
  checks.push_back(check_isolated_cores(machine, wants));
  checks.push_back(check_governor(machine));
  checks.push_back(check_idle_states(machine));
  checks.push_back(check_smt(machine));
  checks.push_back(check_numa(machine));
  std::ranges::move(check_kernel_switches(machine), std::back_inserter(checks));
  checks.push_back(check_dpdk_processes(machine));
  if (machine.ports.empty()) checks.push_back(no_port());
  std::vector<std::string> names;
  for (const PatientPort& port : machine.ports) {
    add_port(port, machine, wants, checks);
    names.push_back(port.name);
  }
  return judge(std::move(checks), std::move(names), !wants.ports.empty());
}

}  // namespace pktgen
