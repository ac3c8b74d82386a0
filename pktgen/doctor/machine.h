#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/core_places.h"
#include "host/interface.h"
#include "host/interface_use.h"
#include "host/pci_function.h"
#include "plan/profile.h"

namespace pktgen {

/// What the kernel allows this process: no file says so, so it is handed in.
struct Rights {
  bool is_root = false;
  std::string user;                            ///< by whom lines are to be run: "1000"
  std::optional<std::uint64_t> memlock_bytes;  ///< RLIMIT_MEMLOCK; all ones: no limit
  bool may_lock_all = false;                   ///< CAP_IPC_LOCK
  bool may_set_interfaces = false;             ///< CAP_NET_ADMIN and CAP_NET_RAW
  std::optional<bool> maps_hugepages{};        ///< whether it got one when it tried
  /// Whether it may read and write a file of this machine.
  std::function<bool(const std::string&)> may_use = [](const std::string&) { return false; };
  /// The firmware behind an interface, as its driver puts it; empty: it doesn't say.
  std::function<std::string(const std::string&)> firmware_of = [](const std::string&) {
    return std::string{};
  };
  std::optional<std::vector<InterfaceAddress>> addresses{};  ///< of interfaces
};

/// Those of this process. `is_this_machine` is false where the root is another's: then hugepages, firmware
/// and addresses aren't asked for.
Rights read_rights(bool is_this_machine);

/// What the measurement wants.
struct Wants {
  std::vector<std::string> ports{};    ///< "0000:01:00.0", "if:eth1"; empty: all PCI network functions
  std::size_t hugepage_megabytes = 0;  ///< free
  std::size_t worker_cores = 4;        ///< beside one for control
  std::string dpdk_version{};          ///< "22.11.11"
  std::vector<PmdProfile> profiles{};  ///< built_in_profiles() or more
};

struct HugepagesOfNode {
  unsigned node = 0;
  std::size_t free_megabytes = 0;
};

struct IdleState {
  unsigned number = 0;
  std::string name{};
  std::uint64_t latency_us = 0;  ///< to come out of it
  bool is_off = false;
};

/// A port that the doctor looks at.
struct PatientPort {
  std::string name{};  ///< as it was asked for
  bool is_interface = false;
  PciFunction function{};  ///< of a PCI port
  PmdProfile profile{};
  std::vector<InterfaceFacts> interfaces{};  ///< of the kernel, on it
  bool are_connections_known = true;
  std::string in_use{};    ///< why traffic on it would cut somebody off; empty: it wouldn't
  std::string firmware{};  ///< empty: not known
  std::string group{};     ///< IOMMU group, "12"; empty: none
  std::vector<PciFunction> others_in_group{};  ///< devices that go wherever this one goes
  std::string vfio_file{};                     ///< "/dev/vfio/12"; empty unless vfio-pci has it
  bool may_use_vfio_file = false;
  int numa_node() const;  ///< -1: not known
};

/// A process that has DPDK in it.
struct DpdkProcess {
  unsigned pid = 0;
  std::string name{};
  std::vector<std::string> groups{};  ///< of IOMMU, that it has open: "12"
};

/// What is known of a machine. A missing optional: there is no such file, or it can't be read.
struct Machine {
  Rights rights;
  std::vector<PatientPort> ports;
  bool wants_pci = true;  ///< a PCI port was asked for, or none was asked for by name
  /// The nodes of the ports that nobody else uses; -1 among them: one isn't known.
  std::set<int> port_nodes() const;

  bool has_hugepages_folder = false;
  std::size_t free_hugepage_megabytes = 0, hugepages_to_reserve = 0;
  std::vector<HugepagesOfNode> hugepages_of_nodes;
  std::optional<std::vector<std::string>> hugetlbfs_mounts;

  bool has_pci = false;             ///< the tree shows PCI devices
  std::vector<std::string> iommus;  ///< "dmar0"
  bool has_iommu_groups = false;    ///< other than those of the mode without an IOMMU
  bool has_iommu() const { return !iommus.empty() || has_iommu_groups; }
  std::optional<std::string> no_iommu;  ///< "Y", "N"
  bool has_vfio_pci = false;            ///< the driver is loaded
  std::optional<bool> kernel_has_vfio_pci;
  std::optional<std::string> lockdown;  ///< "none", "integrity", "confidentiality"
  std::optional<std::string> command_line;
  std::string cpu_vendor;  ///< "GenuineIntel"
  bool is_virtual = false;

  std::vector<CorePlace> cores;
  std::vector<int> nodes;
  std::optional<std::string> isolated, tickless;  ///< lists as the kernel prints them
  std::optional<std::string> smt_active;          ///< "0", "1"
  std::vector<std::string> governors;             ///< each once; empty: cpufreq has nothing to say
  std::vector<IdleState> idle_states;
  std::string idle_driver;  ///< empty: none

  std::optional<std::string> transparent_hugepages, same_page_merging, numa_balancing, watchdog, aspm,
      clock_source;

  std::vector<DpdkProcess> dpdk_processes;
  std::size_t processes = 0, hidden_processes = 0;  ///< hidden: what they have open can't be read
};

/// Reads a machine below `root` ("" for this one). Fails (port) if a port doesn't exist.
Result<Machine> read_machine(const std::string& root, const Wants& wants, Rights rights);

}  // namespace pktgen
