#pragma once
#include "doctor/machine.h"

namespace pktgen::test {

/// Somebody to whom everything is allowed, on a machine where every interface's addresses are known.
inline Rights all_rights() {
  Rights rights;
  rights.is_root = true;
  rights.user = "0";
  rights.memlock_bytes = ~std::uint64_t{0};
  rights.may_lock_all = rights.may_set_interfaces = true;
  rights.may_use = [](const std::string&) { return true; };
  rights.addresses.emplace();
  return rights;
}

/// A user who may lock 8 MB and open no file.
inline Rights few_rights() {
  Rights rights;
  rights.user = "1000";
  rights.memlock_bytes = 8 * 1024 * 1024;
  rights.addresses.emplace();
  return rights;
}

inline Wants wants(std::vector<std::string> ports = {}) {
  return {.ports = std::move(ports),
          .hugepage_megabytes = 256,
          .worker_cores = 4,
          .dpdk_version = "22.11.11",
          .profiles = *built_in_profiles()};
}

/// A port of an X710 that vfio-pci has, in a group of its own on node 0.
inline PatientPort bound_port() {
  PatientPort port{.name = "0000:01:00.0"};
  port.function = {.address = "0000:01:00.0",
                   .id = "8086:1572",
                   .driver = "vfio-pci",
                   .numa_node = 0,
                   .pci_class = "0x020000"};
  port.profile = profile_for(wants().profiles, port.function.id, "");
  port.group = "14";
  port.vfio_file = "/dev/vfio/14";
  port.may_use_vfio_file = true;
  return port;
}

/// A machine of nodes with four cores each, one thread a core.
inline Machine machine_of(int nodes, const Rights& rights = all_rights()) {
  Machine machine;
  machine.rights = rights;
  machine.ports = {bound_port()};
  machine.has_pci = true;
  for (int node = 0; node < nodes; ++node) {
    machine.nodes.push_back(node);
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned core = static_cast<unsigned>(node) * 4 + i;
      machine.cores.push_back({.core = core, .node = node, .siblings = {core}});
    }
  }
  return machine;
}

}  // namespace pktgen::test
