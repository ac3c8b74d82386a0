#include <fmt/format.h>

#include "base/text.h"
#include "doctor/checks.h"
#include "doctor/mend.h"

namespace pktgen {
namespace {

constexpr std::string_view kNoIommuSwitch = "/sys/module/vfio/parameters/enable_unsafe_noiommu_mode";

bool is_without_iommu(const Machine& machine) {
  return machine.no_iommu && (*machine.no_iommu == "Y" || *machine.no_iommu == "1");
}

/// The line that lets vfio-pci work without an IOMMU; a locked-down kernel has none.
std::string unsafe_line(const Machine& machine) {
  if (machine.lockdown && *machine.lockdown != "none") return {};
  return fmt::format("modprobe vfio && echo Y > {}   # a NIC may then write to any memory", kNoIommuSwitch);
}

std::string iommu_line(const Machine& machine) {
  const std::string asked = machine.command_line.value_or("");
  if (machine.is_virtual)
    return "on the host: give this machine an IOMMU; QEMU: -machine q35,kernel-irqchip=split "
           "-device intel-iommu,intremap=on, and intel_iommu=on on this kernel's command line";
  if (machine.cpu_vendor == "AuthenticAMD")
    return "switch on AMD-Vi (IOMMU) in the BIOS, for this kernel uses one that it finds";
  if (asked.find("intel_iommu=on") != std::string::npos)
    return "switch on VT-d in the BIOS, for the kernel's command line asks for it already";
  return mend::kernel_parameter("iommu", "intel_iommu=on iommu=pt") + ", with VT-d switched on in the BIOS";
}

std::string list_of(const std::vector<PciFunction>& functions) {
  std::vector<std::string> all;
  for (const PciFunction& one : functions)
    all.push_back(fmt::format("{} ({})", one.address, one.driver.empty() ? "no driver" : one.driver));
  return join(all, ", ");
}

/// Those of the group that a driver of the kernel uses; bridges may stay with theirs.
std::vector<PciFunction> in_the_way(const PatientPort& port) {
  std::vector<PciFunction> others;
  for (const PciFunction& other : port.others_in_group) {
    const bool is_bridge = other.pci_class.starts_with("0x0604");
    const bool is_free = other.driver.empty() || is_for_userspace(other.driver) || other.driver == "pci-stub";
    if (!is_bridge && !is_free) others.push_back(other);
  }
  return others;
}

}  // namespace

Check check_iommu(const Machine& machine) {
  Check check{.name = "IOMMU"};
  check.why =
      "vfio-pci gives a NIC to a program only behind an IOMMU, which bounds what the NIC may write to";
  if (machine.has_iommu()) {
    check.state = State::good;
    check.found = machine.iommus.empty() ? "on" : "on: " + join(machine.iommus, ", ");
    return check;
  }
  if (!machine.has_pci) {
    check.found = "/sys/bus/pci can't be read";
    return check;
  }
  check.mend_for_good = iommu_line(machine);
  if (is_without_iommu(machine)) {
    check.state = State::hurts;
    check.found = "none; vfio's mode without an IOMMU is on";
    return check;
  }
  check.state = State::blocks;
  check.found = "none";
  check.mend_now = unsafe_line(machine);
  return check;
}

Check check_no_iommu_mode(const Machine& machine) {
  Check check{.name = "no-IOMMU mode", .is_vital = false};
  check.why =
      "it takes away the guard of memory, wants root, and has DPDK use physical addresses for all ports";
  if (!is_without_iommu(machine)) {
    check.state = State::good;
    check.found = machine.no_iommu ? "off" : "off: vfio isn't loaded, or its kernel has no such mode";
    return check;
  }
  check.state = State::hurts;
  check.found = machine.has_iommu() ? "on, although there is an IOMMU" : "on";
  if (!machine.has_iommu()) return check;  // the check of the IOMMU has the line
  check.mend_now = fmt::format("echo N > {}", kNoIommuSwitch);
  check.mend_for_good =
      "grep -rl enable_unsafe_noiommu_mode /etc/modprobe.d /etc/default/grub*   # and delete it there";
  return check;
}

Check check_vfio_pci(const Machine& machine) {
  Check check{.name = "vfio-pci"};
  check.why = "the kernel's driver through which a port is given away";
  if (machine.has_vfio_pci) {
    check.state = State::good;
    check.found = "loaded";
    return check;
  }
  if (!machine.has_pci) {
    check.found = "/sys/bus/pci can't be read";
    return check;
  }
  check.state = State::blocks;
  if (machine.kernel_has_vfio_pci == false) {
    check.found = "not loaded, and this kernel doesn't have it";
    check.mend_for_good = "apt install linux-image-amd64 && reboot   # the full kernel, not a cloud's";
    return check;
  }
  check.found =
      machine.kernel_has_vfio_pci ? "not loaded" : "not loaded; whether the kernel has it isn't known";
  check.mend_now = "modprobe vfio-pci";
  check.mend_for_good = "echo vfio-pci > /etc/modules-load.d/pktgen-vfio.conf";
  return check;
}

Check check_lockdown(const Machine& machine) {
  Check check{.name = "kernel lockdown", .is_vital = false};
  check.why = "a locked-down kernel (Secure Boot) leaves only vfio-pci behind an IOMMU";
  if (!machine.lockdown) {
    check.found = "/sys/kernel/security/lockdown can't be read";
    return check;
  }
  check.found = *machine.lockdown == "none" ? "none" : "on: " + *machine.lockdown;
  check.state = *machine.lockdown == "none" || machine.has_iommu() ? State::good : State::blocks;
  if (check.state == State::good) return check;
  check.found += ", and there is no IOMMU";
  check.mend_for_good = "mokutil --disable-validation && reboot   # or switch off Secure Boot in the BIOS";
  return check;
}

Check check_group(const PatientPort& port) {
  Check check{.name = "IOMMU group", .port = port.name};
  check.why = "an IOMMU can't part the devices of a group, so all of them go to the program, or none";
  if (port.group.empty()) {
    check.state = State::blocks;
    check.found = "none, although there is an IOMMU: the firmware leaves this slot out of it";
    check.mend_for_good = "put the card into another slot";
    return check;
  }
  const std::vector<PciFunction> others = in_the_way(port);
  check.state = others.empty() ? State::good : State::blocks;
  const std::vector<PciFunction>& named = others.empty() ? port.others_in_group : others;
  check.found =
      named.empty() ? port.group + ", alone" : fmt::format("{}, with {}", port.group, list_of(named));
  if (others.empty()) return check;
  mend_binding(port, check);
  if (check.mend_now.empty()) check.mend_for_good = "put the card into another slot";
  return check;
}

void mend_binding(const PatientPort& port, Check& check) {
  std::string addresses = port.function.address;
  for (const PciFunction& other : in_the_way(port)) {
    if (!other.pci_class.starts_with("0x02")) return;  // a disk's controller isn't ours to take away
    addresses += " " + other.address;
  }
  check.mend_now = "pktgen bind " + addresses;
  check.mend_for_good = fmt::format(
      "for p in {}; do driverctl set-override $p vfio-pci; done   # apt install driverctl", addresses);
  if (addresses == port.function.address)
    check.mend_for_good =
        fmt::format("driverctl set-override {} vfio-pci   # apt install driverctl", addresses);
}

}  // namespace pktgen
