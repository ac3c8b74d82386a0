#include <fmt/format.h>

#include "base/text.h"
#include "doctor/checks.h"
#include "doctor/mend.h"

namespace pktgen {
namespace {

/// A switch of the kernel: the text it has, and whether that is the one that does no harm.
struct Switch {
  std::string_view name, path, why;
  bool does_harm = false;
  std::string mend_now, mend_for_good;
};

Check check_of(const Switch& one, const std::optional<std::string>& value) {
  Check check{.name = std::string(one.name), .is_vital = false};
  check.why = one.why;
  check.state = !value ? State::unknown : one.does_harm ? State::hurts : State::good;
  check.found = value ? *value : fmt::format("/{} can't be read", one.path);
  if (check.state != State::hurts) return check;
  check.mend_now = one.mend_now;
  check.mend_for_good = one.mend_for_good;
  return check;
}

/// The line for a file of sysfs, and that for each boot.
Switch in_sysfs(std::string_view name, std::string_view path, std::string_view wanted,
                std::string_view file) {
  Switch one;
  one.name = name;
  one.path = path;
  one.mend_now = fmt::format("echo {} > /{}", wanted, path);
  one.mend_for_good = mend::at_boot(file, fmt::format("/{}", path), wanted);
  return one;
}

Check check_transparent_hugepages(const Machine& machine) {
  Switch one =
      in_sysfs("transparent hugepages", "sys/kernel/mm/transparent_hugepage/enabled", "madvise", "thp");
  one.why = "the kernel stops a process for up to milliseconds to put small pages together";
  one.does_harm = machine.transparent_hugepages == "always";
  return check_of(one, machine.transparent_hugepages);
}

Check check_same_page_merging(const Machine& machine) {
  Switch one = in_sysfs("same-page merging", "sys/kernel/mm/ksm/run", "2", "ksm");
  one.why = "the kernel compares and remaps pages while frames fly";
  one.does_harm = machine.same_page_merging == "1";
  return check_of(one, machine.same_page_merging);
}

Check check_numa_balancing(const Machine& machine) {
  Switch one;
  one.name = "NUMA balancing";
  one.path = "proc/sys/kernel/numa_balancing";
  one.why = "the kernel takes pages away for a moment to see who uses them";
  one.does_harm = machine.numa_balancing && *machine.numa_balancing != "0";
  one.mend_now = "sysctl kernel.numa_balancing=0";
  one.mend_for_good = mend::sysctl("numa", "kernel.numa_balancing = 0");
  return check_of(one, machine.numa_balancing);
}

Check check_watchdog(const Machine& machine) {
  Switch one;
  one.name = "NMI watchdog";
  one.path = "proc/sys/kernel/nmi_watchdog";
  one.why = "it interrupts each core that isn't tickless, workers too";
  const bool are_spared = !cores_of_list(machine.tickless.value_or("")).empty();
  one.does_harm = machine.watchdog == "1" && !are_spared;
  one.mend_now = "sysctl kernel.nmi_watchdog=0";
  one.mend_for_good = mend::sysctl("watchdog", "kernel.nmi_watchdog = 0");
  Check check = check_of(one, machine.watchdog);
  if (machine.watchdog == "1" && are_spared) check.found += ", but not on tickless cores";
  return check;
}

Check check_aspm(const Machine& machine) {
  Switch one = in_sysfs("PCIe power saving", "sys/module/pcie_aspm/parameters/policy", "performance", "aspm");
  one.why = "a PCIe link that sleeps when idle adds microseconds to the next frame";
  one.does_harm = machine.aspm && machine.aspm->starts_with("power");
  return check_of(one, machine.aspm);
}

Check check_clock(const Machine& machine) {
  Switch one;
  one.name = "clock";
  one.path = "sys/devices/system/clocksource/clocksource0/current_clocksource";
  one.why = "times are read from the processor's counter; the kernel leaves it only if it found it wrong";
  one.does_harm = machine.clock_source && *machine.clock_source != "tsc" && !machine.is_virtual;
  Check check = check_of(one, machine.clock_source);
  const bool is_untold = machine.is_virtual && machine.clock_source && *machine.clock_source != "tsc";
  if (!is_untold) return check;
  check.state = State::unknown;
  check.found += ": a virtual machine's own clock, which says nothing of the counter";
  return check;
}

}  // namespace

std::vector<Check> check_kernel_switches(const Machine& machine) {
  return {check_transparent_hugepages(machine),
          check_same_page_merging(machine),
          check_numa_balancing(machine),
          check_watchdog(machine),
          check_aspm(machine),
          check_clock(machine)};
}

Check check_dpdk_processes(const Machine& machine) {
  Check check{.name = "other DPDK processes", .is_vital = false};
  check.why = "they share cores, hugepages and the bus with the measurement";
  std::vector<std::string> names;
  for (const DpdkProcess& process : machine.dpdk_processes)
    names.push_back(fmt::format("{} (process {})", process.name, process.pid));
  if (!names.empty()) {
    check.state = State::hurts;
    check.found = join(names, ", ");
    for (const DpdkProcess& process : machine.dpdk_processes)
      check.mend_now += fmt::format("{}{}", check.mend_now.empty() ? "kill " : " ", process.pid);
  } else if (machine.processes == 0) {
    check.found = "no process can be seen";
  } else if (machine.hidden_processes > 0) {
    check.found = fmt::format("none seen, but {} of {} processes can't be looked into",
                              machine.hidden_processes, machine.processes);
  } else {
    check.state = State::good;
    check.found = "none";
  }
  return check;
}

}  // namespace pktgen
