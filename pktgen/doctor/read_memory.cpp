#include <charconv>
#include <fmt/format.h>
#include <sstream>

#include "base/text.h"
#include "doctor/read_parts.h"
#include "host/hugepages.h"

namespace pktgen {
namespace {

/// 1 of "node1"; nothing for other names.
std::optional<unsigned> number_after(std::string_view name, std::string_view prefix) {
  unsigned number = 0;
  if (!name.starts_with(prefix)) return std::nullopt;
  const char *const first = name.data() + prefix.size(), *const end = name.data() + name.size();
  const auto parsed = std::from_chars(first, end, number);
  if (parsed.ec != std::errc{} || parsed.ptr == first) return std::nullopt;
  return number;
}

std::size_t free_on_node(const Tree& tree, unsigned node) {
  std::size_t kilobytes = 0;
  const std::string folder = fmt::format("sys/devices/system/node/node{}/hugepages", node);
  for (const std::string& size : tree.names(folder))
    kilobytes += number_after(size, "hugepages-").value_or(0) *
                 tree.number(fmt::format("{}/{}/free_hugepages", folder, size)).value_or(0);
  return kilobytes / 1024;
}

std::optional<std::vector<std::string>> mounts_of(const Tree& tree) {
  const auto table = tree.text("proc/mounts");
  if (!table) return std::nullopt;
  std::vector<std::string> mounts;
  for (const std::string_view line : split(*table, '\n')) {
    const auto words = split(line, ' ');  // device, folder, kind, ...
    if (words.size() > 2 && words[2] == "hugetlbfs") mounts.emplace_back(words[1]);
  }
  return mounts;
}

/// The choice of a file with brackets.
std::optional<std::string> choice(const Tree& tree, std::string_view path) {
  const auto text = tree.text(path);
  return text ? std::optional(chosen(*text)) : std::nullopt;
}

}  // namespace

void read_memory(const Tree& tree, std::size_t wanted_megabytes, Machine& machine) {
  machine.has_hugepages_folder = !tree.names("sys/kernel/mm/hugepages").empty();
  machine.free_hugepage_megabytes = free_hugepage_megabytes(tree.root());
  machine.hugepages_to_reserve = hugepages_to_reserve(tree.root(), wanted_megabytes);
  for (const std::string& name : tree.names("sys/devices/system/node"))
    if (const auto node = number_after(name, "node")) {
      machine.nodes.push_back(static_cast<int>(*node));
      if (tree.has(fmt::format("sys/devices/system/node/{}/hugepages", name)))
        machine.hugepages_of_nodes.push_back({*node, free_on_node(tree, *node)});
    }
  machine.hugetlbfs_mounts = mounts_of(tree);
  machine.transparent_hugepages = choice(tree, "sys/kernel/mm/transparent_hugepage/enabled");
  machine.same_page_merging = tree.text("sys/kernel/mm/ksm/run");
  machine.numa_balancing = tree.text("proc/sys/kernel/numa_balancing");
  machine.watchdog = tree.text("proc/sys/kernel/nmi_watchdog");
  machine.aspm = choice(tree, "sys/module/pcie_aspm/parameters/policy");
  machine.clock_source = tree.text("sys/devices/system/clocksource/clocksource0/current_clocksource");
}

void read_guards(const Tree& tree, Machine& machine) {
  machine.has_pci = tree.has("sys/bus/pci/devices");
  machine.iommus = tree.names("sys/class/iommu");
  for (const std::string& group : tree.names("sys/kernel/iommu_groups"))
    if (tree.text(fmt::format("sys/kernel/iommu_groups/{}/name", group)).value_or("") != "vfio-noiommu")
      machine.has_iommu_groups = true;
  machine.no_iommu = tree.text("sys/module/vfio/parameters/enable_unsafe_noiommu_mode");
  machine.has_vfio_pci = tree.has("sys/bus/pci/drivers/vfio-pci");
  const std::string modules = "lib/modules/" + tree.text("proc/sys/kernel/osrelease").value_or("") + "/";
  const auto loadable = tree.text(modules + "modules.dep"), built_in = tree.text(modules + "modules.builtin");
  const auto names_it = [](const std::optional<std::string>& list) {
    return list && list->find("/vfio-pci.ko") != std::string::npos;
  };
  if (loadable || built_in) machine.kernel_has_vfio_pci = names_it(loadable) || names_it(built_in);
  machine.lockdown = choice(tree, "sys/kernel/security/lockdown");
  machine.command_line = tree.text("proc/cmdline");
  const std::string cpu = tree.text("proc/cpuinfo").value_or("");
  machine.cpu_vendor = value_of(cpu, "vendor_id");
  const std::string flags = " " + value_of(cpu, "flags") + " ";
  machine.is_virtual = flags.find(" hypervisor ") != std::string::npos;
}

}  // namespace pktgen
