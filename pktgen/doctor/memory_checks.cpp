#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/text.h"
#include "doctor/checks.h"
#include "doctor/mend.h"

namespace pktgen {
namespace {

constexpr std::string_view kPagesFile = "hugepages/hugepages-2048kB/nr_hugepages";

/// The nodes of the ports, as far as they are known.
std::set<unsigned> port_nodes(const Machine& machine) {
  std::set<unsigned> nodes;
  for (const int node : machine.port_nodes())
    if (node >= 0) nodes.insert(static_cast<unsigned>(node));
  return nodes;
}

std::size_t free_on(const Machine& machine, unsigned node) {
  const auto found = std::ranges::find(machine.hugepages_of_nodes, node, &HugepagesOfNode::node);
  return found == machine.hugepages_of_nodes.end() ? 0 : found->free_megabytes;
}

/// Where pages are reserved: on the ports' node where several nodes could have them.
std::string pages_file(const Machine& machine) {
  const std::set<unsigned> nodes = port_nodes(machine);
  if (machine.hugepages_of_nodes.size() > 1 && nodes.size() == 1)
    return fmt::format("/sys/devices/system/node/node{}/{}", *nodes.begin(), kPagesFile);
  return fmt::format("/sys/kernel/mm/{}", kPagesFile);
}

void mend_hugepages(const Machine& machine, Check& check) {
  const std::string file = pages_file(machine), pages = fmt::format("{}", machine.hugepages_to_reserve);
  check.mend_now = fmt::format("echo {} > {}", pages, file);
  check.mend_for_good = file.find("/node/") != std::string::npos
                            ? mend::at_boot("hugepages", file, pages)
                            : mend::sysctl("hugepages", "vm.nr_hugepages = " + pages);
}

}  // namespace

Check check_hugepages(const Machine& machine, const Wants& wants) {
  Check check{.name = "hugepages", .is_vital = machine.wants_pci};
  check.why = machine.wants_pci
                  ? "a NIC reads and writes frames in memory that must not move; DPDK takes hugepages for it"
                  : "without them a kernel interface works too, with slower memory";
  if (!machine.has_hugepages_folder) {
    check.found = "/sys/kernel/mm/hugepages can't be read";
    return check;
  }
  check.found = fmt::format("{} MB are free, {} MB are wanted", machine.free_hugepage_megabytes,
                            wants.hugepage_megabytes);
  check.state = State::good;
  if (machine.free_hugepage_megabytes < wants.hugepage_megabytes) {
    check.state = machine.wants_pci ? State::blocks : State::hurts;
    mend_hugepages(machine, check);
  } else if (machine.rights.maps_hugepages == false) {
    check.state = machine.wants_pci ? State::blocks : State::hurts;
    check.found += ", but this process could not map one: a container's limit (hugetlb.*.max of its cgroup)";
  }
  return check;
}

Check check_hugepage_nodes(const Machine& machine, const Wants& wants) {
  Check check{.name = "hugepages by node", .is_vital = false};
  check.why = "memory on another node than the port costs each frame a way between the processors";
  const std::set<unsigned> nodes = port_nodes(machine);
  if (machine.nodes.size() < 2) {
    check.found = machine.nodes.empty() ? "/sys/devices/system/node can't be read" : "there is one node";
    check.state = machine.nodes.empty() ? State::unknown : State::good;
    return check;
  }
  if (nodes.empty()) {
    check.found = fmt::format("the node of no port is known, and there are {}", machine.nodes.size());
    return check;
  }
  check.state = State::good;
  for (const unsigned node : nodes) {
    const std::size_t has = free_on(machine, node);
    check.found += fmt::format("{}{} MB are free on node {}", check.found.empty() ? "" : ", ", has, node);
    if (has >= wants.hugepage_megabytes) continue;
    const std::string file = fmt::format("/sys/devices/system/node/node{}/{}", node, kPagesFile);
    const std::string pages = fmt::format("{}", machine.hugepages_to_reserve);
    check.state = State::hurts;
    check.mend_now = fmt::format("echo {} > {}", pages, file);
    check.mend_for_good = mend::at_boot(fmt::format("hugepages-node{}", node), file, pages);
  }
  return check;
}

Check check_hugetlbfs(const Machine& machine) {
  Check check{.name = "hugetlbfs", .is_vital = false};
  check.why = "pktgen takes hugepages without it; other programs of DPDK want it mounted";
  if (!machine.hugetlbfs_mounts) {
    check.found = "/proc/mounts can't be read";
    return check;
  }
  check.state = State::good;
  check.found = machine.hugetlbfs_mounts->empty() ? "not mounted, and not needed"
                                                  : "mounted at " + join(*machine.hugetlbfs_mounts, ", ");
  return check;
}

Check check_memlock(const Machine& machine, const Wants& wants) {
  constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
  constexpr std::uint64_t kMegabyte = 1024 * 1024;
  const Rights& rights = machine.rights;
  Check check{.name = "memlock"};
  check.why = "vfio counts the memory that a NIC may reach as locked, and refuses beyond the limit";
  if (rights.may_lock_all) {
    check.state = State::good;
    check.found = "this process may lock any amount (CAP_IPC_LOCK)";
  } else if (!rights.memlock_bytes) {
    check.found = "the limit can't be read";
  } else if (*rights.memlock_bytes == kNoLimit) {
    check.state = State::good;
    check.found = "no limit";
  } else {
    const std::uint64_t wanted = wants.hugepage_megabytes * kMegabyte;
    check.found =
        fmt::format("{} kB may be locked, {} kB are wanted", *rights.memlock_bytes / 1024, wanted / 1024);
    check.state = *rights.memlock_bytes >= wanted ? State::good : State::blocks;
  }
  if (check.state != State::blocks) return check;
  check.mend_now = "prlimit --memlock=unlimited:unlimited --pid PID   # PID: of your shell, echo $$";
  check.mend_for_good = fmt::format(
      "echo '{} - memlock unlimited' > /etc/security/limits.d/pktgen.conf   # from the next login on",
      rights.user.empty() ? "*" : ":" + rights.user);
  return check;
}

}  // namespace pktgen
