// What stands between a port and a program.
#include <gtest/gtest.h>

#include "doctor/checks.h"
#include "doctor/patients.h"

namespace pktgen {
namespace {

using test::all_rights;
using test::bound_port;
using test::few_rights;
using test::machine_of;

Machine with_iommu() {
  Machine machine = machine_of(1);
  machine.iommus = {"dmar0"};
  return machine;
}

PatientPort port_of(const std::string& id, const std::string& firmware) {
  PatientPort port = bound_port();
  port.function.id = id;
  port.profile = profile_for(test::wants().profiles, id, "");
  port.firmware = firmware;
  return port;
}

TEST(Iommu, IsGoodIfTheKernelHasOne) {
  EXPECT_EQ(check_iommu(with_iommu()).state, State::good);
  EXPECT_EQ(check_iommu(with_iommu()).found, "on: dmar0");
}
TEST(Iommu, BlocksWithoutOneWithTheLinesOfTheProcessor) {
  Machine machine = machine_of(1);
  machine.cpu_vendor = "GenuineIntel";
  machine.no_iommu = "N";
  const Check check = check_iommu(machine);
  EXPECT_EQ(check.state, State::blocks);
  EXPECT_EQ(
      check.mend_now,
      "modprobe vfio && echo Y > /sys/module/vfio/parameters/enable_unsafe_noiommu_mode   # a NIC may then "
      "write to any memory");
  EXPECT_EQ(
      check.mend_for_good,
      "echo 'GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX intel_iommu=on iommu=pt\"' > "
      "/etc/default/grub.d/pktgen-iommu.cfg && update-grub   # then reboot, with VT-d switched on in the "
      "BIOS");
  machine.command_line = "root=/dev/sda1 intel_iommu=on";
  EXPECT_EQ(check_iommu(machine).mend_for_good,
            "switch on VT-d in the BIOS, for the kernel's command line asks for it already");
  machine.cpu_vendor = "AuthenticAMD";
  EXPECT_EQ(check_iommu(machine).mend_for_good.find("switch on AMD-Vi (IOMMU) in the BIOS"), 0U);
}
TEST(Iommu, HasNoUnsafeWayRoundItOnALockedDownKernel) {
  Machine machine = machine_of(1);
  machine.lockdown = "integrity";
  EXPECT_EQ(check_iommu(machine).mend_now, "");
}
TEST(Iommu, OnlyHurtsOnceTheUnsafeModeIsOn) {
  Machine machine = machine_of(1);
  machine.no_iommu = "Y";
  EXPECT_EQ(check_iommu(machine).state, State::hurts);
  EXPECT_EQ(check_no_iommu_mode(machine).state, State::hurts);
  EXPECT_EQ(check_no_iommu_mode(machine).mend_now, "") << "it is all that there is";
}
TEST(Iommu, IsUnknownIfNothingOfPciCanBeRead) {
  Machine machine = machine_of(1);
  machine.has_pci = false;
  EXPECT_EQ(check_iommu(machine).state, State::unknown);
}

TEST(NoIommuMode, HurtsBesideAnIommu) {
  Machine machine = with_iommu();
  EXPECT_EQ(check_no_iommu_mode(machine).state, State::good);
  machine.no_iommu = "Y";
  const Check check = check_no_iommu_mode(machine);
  EXPECT_EQ(check.state, State::hurts);
  EXPECT_EQ(check.mend_now, "echo N > /sys/module/vfio/parameters/enable_unsafe_noiommu_mode");
}

TEST(VfioPci, BlocksUntilItIsLoaded) {
  Machine machine = with_iommu();
  machine.kernel_has_vfio_pci = true;
  EXPECT_EQ(check_vfio_pci(machine).state, State::blocks);
  EXPECT_EQ(check_vfio_pci(machine).mend_now, "modprobe vfio-pci");
  machine.kernel_has_vfio_pci = false;
  EXPECT_EQ(check_vfio_pci(machine).mend_now, "");
  EXPECT_EQ(check_vfio_pci(machine).found, "not loaded, and this kernel doesn't have it");
  machine.has_vfio_pci = true;
  EXPECT_EQ(check_vfio_pci(machine).state, State::good);
}

TEST(Lockdown, BlocksOnlyWithoutAnIommu) {
  Machine machine = with_iommu();
  EXPECT_EQ(check_lockdown(machine).state, State::unknown);
  machine.lockdown = "integrity";
  EXPECT_EQ(check_lockdown(machine).state, State::good);
  machine.iommus.clear();
  EXPECT_EQ(check_lockdown(machine).state, State::blocks);
  machine.lockdown = "none";
  EXPECT_EQ(check_lockdown(machine).state, State::good);
}

TEST(Group, IsGoodAloneOrWithABridge) {
  PatientPort port = bound_port();
  EXPECT_EQ(check_group(port).found, "14, alone");
  port.others_in_group = {
      {.address = "0000:00:01.0", .id = "8086:1572", .driver = "pcieport", .pci_class = "0x060400"}};
  EXPECT_EQ(check_group(port).state, State::good);
}
TEST(Group, IsBoundAsAWholeIfAllOfItAreNetworkCards) {
  PatientPort port = bound_port();
  port.others_in_group = {
      {.address = "0000:01:00.1", .id = "8086:1572", .driver = "i40e", .pci_class = "0x020000"}};
  const Check check = check_group(port);
  EXPECT_EQ(check.state, State::blocks);
  EXPECT_EQ(check.found, "14, with 0000:01:00.1 (i40e)");
  EXPECT_EQ(check.mend_now, "pktgen bind 0000:01:00.0 0000:01:00.1");
}
TEST(Group, HasNoLineThatTakesADisksController) {
  PatientPort port = bound_port();
  port.others_in_group = {
      {.address = "0000:02:00.0", .id = "8086:1572", .driver = "ahci", .pci_class = "0x010601"}};
  EXPECT_EQ(check_group(port).state, State::blocks);
  EXPECT_EQ(check_group(port).mend_now, "");
  EXPECT_EQ(check_group(port).mend_for_good, "put the card into another slot");
}
TEST(Group, BlocksIfAnIommuLeavesTheSlotOut) {
  PatientPort port = bound_port();
  port.group.clear();
  EXPECT_EQ(check_group(port).state, State::blocks);
}

TEST(Driver, BlocksIfItIsTheKernels) {
  PatientPort port = bound_port();
  EXPECT_EQ(check_driver(port).state, State::good);
  port.function.driver = "i40e";
  const Check check = check_driver(port);
  EXPECT_EQ(check.state, State::blocks);
  EXPECT_EQ(check.found, "i40e, of the kernel");
  EXPECT_EQ(check.mend_now, "pktgen bind 0000:01:00.0");
  EXPECT_EQ(check.mend_for_good, "driverctl set-override 0000:01:00.0 vfio-pci   # apt install driverctl");
}
TEST(Driver, IsLeftAloneWhileThePortIsInUse) {
  PatientPort port = bound_port();
  port.function.driver = "i40e";
  port.in_use = "interface eth0 carries the default route";
  EXPECT_EQ(check_driver(port).mend_now, "");
}
TEST(Driver, BlocksIfTheProfileKnowsThatItDoesNotWork) {
  PatientPort port = port_of("8086:1563", "");  // an X550 has no working INTx
  port.function.driver = "uio_pci_generic";
  EXPECT_EQ(check_driver(port).state, State::blocks);
  EXPECT_EQ(check_driver(port).found, "uio_pci_generic, with which an x550 doesn't work");
}

TEST(Firmware, OfAnX710HurtsIfItCannotBeKeptFromLldp) {
  EXPECT_EQ(check_firmware(port_of("8086:1572", "5.05 0x80002927 1.1313.0"), "22.11.11").state, State::hurts);
  EXPECT_EQ(check_firmware(port_of("8086:1572", "6.01 0x80003484 1.1747.0"), "22.11.11").state, State::good);
  EXPECT_EQ(check_firmware(port_of("8086:1572", "9.01 0x8000d8c5 1.3353.0"), "22.11.11").state, State::good);
}
TEST(Firmware, NewerThanWhatWasTestedIsUnknown) {
  const Check check = check_firmware(port_of("8086:1572", "9.20 0x8000d8c5 1.3353.0"), "22.11.11");
  EXPECT_EQ(check.state, State::unknown);
  EXPECT_EQ(
      check.found,
      "DPDK 22.11.11, firmware 9.20 0x8000d8c5 1.3353.0, newer than 9.01, with which DPDK 22.11 was tested");
}
TEST(Firmware, OfAnAqc107IsOfVersionsOneToThree) {
  EXPECT_EQ(check_firmware(port_of("1d6a:07b1", "3.1.121"), "22.11.11").state, State::good);
  EXPECT_EQ(check_firmware(port_of("1d6a:07b1", "4.0.1"), "22.11.11").state, State::blocks);
}
TEST(Firmware, IsUnknownIfNobodyTellsIt) {
  EXPECT_EQ(check_firmware(port_of("8086:1572", ""), "22.11.11").state, State::unknown);
}
TEST(Firmware, DevicesThatDpdkLacksADriverForBlock) {
  const Check check = check_firmware(port_of("1d6a:94c0", ""), "22.11.11");
  EXPECT_EQ(check.state, State::blocks);
  EXPECT_EQ(check.found, "DPDK 22.11.11 has no driver for 1d6a:94c0");
}
TEST(Firmware, DevicesThatNoProfileListsAreUnknown) {
  EXPECT_EQ(check_firmware(port_of("15b3:1017", ""), "22.11.11").state, State::unknown);
}

TEST(Permission, IsTheGroupsFile) {
  PatientPort port = bound_port();
  EXPECT_EQ(check_permission(port, few_rights()).state, State::good);
  port.may_use_vfio_file = false;
  const Check check = check_permission(port, few_rights());
  EXPECT_EQ(check.state, State::blocks);
  EXPECT_EQ(check.mend_now, "chown 1000 /dev/vfio/14");
  EXPECT_EQ(check.mend_for_good,
            "echo 'SUBSYSTEM==\"vfio\", OWNER=\"1000\"' > /etc/udev/rules.d/60-pktgen.rules");
}
TEST(Permission, IsForRootAloneWithoutAnIommu) {
  PatientPort port = bound_port();
  port.vfio_file = "/dev/vfio/noiommu-14";
  EXPECT_EQ(check_permission(port, few_rights()).state, State::blocks);
  EXPECT_EQ(check_permission(port, all_rights()).state, State::good);
}
TEST(Permission, OfAKernelInterfaceIsACapability) {
  const PatientPort port{.name = "if:eth1", .is_interface = true};
  EXPECT_EQ(check_permission(port, all_rights()).state, State::good);
  EXPECT_EQ(check_permission(port, few_rights()).state, State::blocks);
}

TEST(Owner, BlocksIfAnotherProcessHasTheGroupOpen) {
  const std::vector<DpdkProcess> processes{{.pid = 4711, .name = "dpdk-testpmd", .groups = {"14"}}};
  EXPECT_EQ(check_owner(bound_port(), processes).state, State::blocks);
  EXPECT_EQ(check_owner(bound_port(), processes).found, "dpdk-testpmd (process 4711) has it");
  PatientPort other = bound_port();
  other.group = "15";
  EXPECT_EQ(check_owner(other, processes).state, State::good);
}

TEST(Use, IsUnknownIfConnectionsAre) {
  PatientPort port = bound_port();
  EXPECT_EQ(check_use(port).state, State::good);
  port.interfaces.emplace_back().name = "eth1";
  EXPECT_EQ(check_use(port).found, "nobody's way goes through eth1");
  port.are_connections_known = false;
  EXPECT_EQ(check_use(port).state, State::unknown);
  port.in_use = "interface eth1 carries the default route";
  EXPECT_EQ(check_use(port).state, State::blocks);
}

}  // namespace
}  // namespace pktgen
