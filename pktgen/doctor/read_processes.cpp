#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "doctor/read_parts.h"

namespace pktgen {
namespace {

std::optional<unsigned> pid_of(const std::string& name) {
  unsigned pid = 0;
  const auto parsed = std::from_chars(name.data(), name.data() + name.size(), pid);
  if (parsed.ec != std::errc{} || parsed.ptr != name.data() + name.size()) return std::nullopt;
  return pid;
}

/// The groups of IOMMU that a process has open: "12" of a link to "/dev/vfio/12".
std::vector<std::string> groups_of(const Tree& tree, const std::string& process) {
  constexpr std::string_view kFolder = "/dev/vfio/";
  std::vector<std::string> groups;
  for (const std::string& file : tree.names(process + "/fd")) {
    const std::string open = tree.link(fmt::format("{}/fd/{}", process, file));
    if (open.starts_with(kFolder) && open != "/dev/vfio/vfio") groups.push_back(open.substr(kFolder.size()));
  }
  return groups;
}

/// DPDK as a shared library, or by the names of its hugepages.
bool maps_dpdk(const std::string& maps) {
  return maps.find("/librte_eal.so") != std::string::npos || maps.find("/rtemap_") != std::string::npos;
}

}  // namespace

void read_processes(const Tree& tree, Machine& machine) {
  const std::string self = tree.target("proc/self");
  for (const std::string& name : tree.names("proc")) {
    const auto pid = pid_of(name);
    if (!pid || name == self) continue;
    const std::string process = "proc/" + name;
    ++machine.processes;
    const auto maps = tree.text(process + "/maps");
    if (!maps) ++machine.hidden_processes;
    DpdkProcess found{.pid = *pid,
                      .name = tree.text(process + "/comm").value_or("a process"),
                      .groups = groups_of(tree, process)};
    if (!found.groups.empty() || maps_dpdk(maps.value_or(""))) machine.dpdk_processes.push_back(found);
  }
}

}  // namespace pktgen
