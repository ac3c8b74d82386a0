#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "doctor/check.h"
#include "doctor/machine.h"

namespace pktgen {

/// Each function is one check: facts in, a finding out. docs/cli/doctor.txt lists them for people.

// Memory.
Check check_hugepages(const Machine& machine, const Wants& wants);
/// That the pages lie on the ports' NUMA node.
Check check_hugepage_nodes(const Machine& machine, const Wants& wants);
Check check_hugetlbfs(const Machine& machine);
Check check_memlock(const Machine& machine, const Wants& wants);

// What stands between a port and this process.
Check check_iommu(const Machine& machine);
Check check_no_iommu_mode(const Machine& machine);
Check check_vfio_pci(const Machine& machine);
Check check_lockdown(const Machine& machine);

// Cores.
Check check_isolated_cores(const Machine& machine, const Wants& wants);
Check check_governor(const Machine& machine);
Check check_idle_states(const Machine& machine);
Check check_smt(const Machine& machine);
Check check_numa(const Machine& machine);

// Switches of the kernel that cost time while frames fly.
std::vector<Check> check_kernel_switches(const Machine& machine);
Check check_dpdk_processes(const Machine& machine);

// Of one port.
Check check_use(const PatientPort& port);
Check check_driver(const PatientPort& port);
/// That this DPDK has a driver for it that gets along with its firmware.
Check check_firmware(const PatientPort& port, std::string_view dpdk_version);
/// Of a port on a machine with an IOMMU, or in a group all the same.
Check check_group(const PatientPort& port);
Check check_permission(const PatientPort& port, const Rights& rights);
/// That no other process has it.
Check check_owner(const PatientPort& port, std::span<const DpdkProcess> processes);

/// The lines that bind a port, and the ports that go with it, to vfio-pci; none if something goes with it
/// that is no network card.
void mend_binding(const PatientPort& port, Check& check);

/// The cores of a list as the kernel prints it ("0-1,4"); "(null)" is none.
std::vector<unsigned> cores_of_list(std::string_view text);

/// The cores to keep for workers: on the ports' node, whole physical cores, not those of core 0. Fewer than
/// wanted if there are no more.
std::vector<unsigned> cores_to_isolate(const Machine& machine, std::size_t workers);

/// All of them that matter for these ports, the machine's before the ports', judged.
Diagnosis diagnose(const Machine& machine, const Wants& wants);

}  // namespace pktgen
