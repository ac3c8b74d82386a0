// Facts from files: what is read where, and what isn't there.
#include <gtest/gtest.h>

#include "doctor/checks.h"
#include "doctor/patients.h"
#include "support/machine_tree.h"

namespace pktgen {
namespace {

using test::all_rights;
using test::wants;

using Names = std::vector<std::string>;

Machine read(const std::string& text, const Names& ports = {}, const Rights& rights = all_rights()) {
  const MachineTree tree(text);
  auto machine = read_machine(tree.root(), wants(ports), rights);
  EXPECT_TRUE(machine) << machine.error().message;
  return machine ? std::move(*machine) : Machine{};
}

const std::string kPort =
    "sys/bus/pci/devices/0000:01:00.0/class: 0x020000\n"
    "sys/bus/pci/devices/0000:01:00.0/vendor: 0x8086\n"
    "sys/bus/pci/devices/0000:01:00.0/device: 0x1572\n"
    "sys/bus/pci/devices/0000:01:00.0/numa_node: 1\n";

const std::string kEth1 =
    "sys/class/net/eth1/type: 1\nsys/class/net/eth1/flags: 0x1003\nsys/class/net/eth1/mtu: 1500\n";

TEST(ReadMachine, OfNothingKnowsNothingAndIsNotReady) {
  const Machine machine = read("proc/\n");
  EXPECT_TRUE(machine.ports.empty());
  for (const Check& check : diagnose(machine, wants()).checks) {
    const bool needs_no_file =
        check.name == "memlock" || check.name == "ports" || check.name == "no-IOMMU mode";
    EXPECT_TRUE(needs_no_file || check.state == State::unknown) << check.name << ": " << check.found;
  }
  EXPECT_FALSE(diagnose(machine, wants()).is_ready);
}

TEST(ReadMachine, TakesAllEthernetFunctionsAndNoWifi) {
  const Machine machine = read(kPort +
                               "sys/bus/pci/devices/0000:02:00.0/class: 0x028000\n"
                               "sys/bus/pci/devices/0000:02:00.0/vendor: 0x8086\n"
                               "sys/bus/pci/devices/0000:02:00.0/device: 0x24fd\n");
  ASSERT_EQ(machine.ports.size(), 1U);
  EXPECT_EQ(machine.ports[0].name, "0000:01:00.0");
  EXPECT_EQ(machine.ports[0].profile.name, "x710");
  EXPECT_EQ(machine.ports[0].numa_node(), 1);
}

TEST(ReadMachine, KnowsAPortWithoutItsDomain) {
  EXPECT_EQ(read(kPort, {"01:00.0"}).ports.at(0).name, "0000:01:00.0");
}

TEST(ReadMachine, NamesThePortsThatThereAre) {
  const MachineTree tree(kPort);
  const auto machine = read_machine(tree.root(), wants({"0000:09:00.0"}), all_rights());
  ASSERT_FALSE(machine);
  EXPECT_EQ(machine.error().kind, ErrorKind::port);
  EXPECT_EQ(machine.error().message,
            "0000:09:00.0: there is no such PCI device; network devices here: 0000:01:00.0");
}

TEST(ReadMachine, AKernelInterfaceNeedsNothingOfPci) {
  const Machine machine = read(kEth1, {"if:eth1"});
  EXPECT_FALSE(machine.wants_pci);
  const Diagnosis diagnosis = diagnose(machine, wants({"if:eth1"}));
  EXPECT_TRUE(diagnosis.is_ready);
  EXPECT_EQ(diagnosis.ready_ports, Names{"if:eth1"});
}

TEST(ReadMachine, SeesTheDefaultRouteTheBondAndTheVlanOnAnInterface) {
  const std::string eth1 = kPort + kEth1 + "sys/bus/pci/devices/0000:01:00.0/net/eth1/\n";
  EXPECT_EQ(read(eth1).ports.at(0).in_use, "");
  EXPECT_EQ(read(eth1 + "proc/net/route: Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\n"
                        "proc/net/route: eth1\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\n")
                .ports.at(0)
                .in_use,
            "interface eth1 carries the default route; traffic at line rate would cut this machine off: name "
            "another");
  EXPECT_EQ(
      read(eth1 + "sys/class/net/eth1/master -> ../bond0\n").ports.at(0).in_use,
      "interface eth1 belongs to bond0, which would forward what arrives; take it out first: ip link set "
      "eth1 nomaster");
  EXPECT_EQ(read(eth1 + "sys/class/net/eth1/upper_eth1.100/\n").ports.at(0).in_use,
            "interface eth1 carries eth1.100; take that away first: ip link delete eth1.100");
}

TEST(ReadMachine, FindsTheInterfaceOfAVirtioPortOneLevelDown) {
  const Machine machine = read(kPort + kEth1 + "sys/bus/pci/devices/0000:01:00.0/virtio0/net/eth1/\n");
  ASSERT_EQ(machine.ports.at(0).interfaces.size(), 1U);
  EXPECT_EQ(machine.ports[0].interfaces[0].name, "eth1");
}

TEST(ReadMachine, SeesTheGroupAndWhoIsInIt) {
  const Machine machine =
      read(kPort +
           "sys/bus/pci/devices/0000:01:00.0/driver -> ../../drivers/vfio-pci\n"
           "sys/bus/pci/devices/0000:01:00.0/iommu_group -> ../../../../kernel/iommu_groups/7\n"
           "sys/kernel/iommu_groups/7/devices/0000:01:00.0/\n"
           "sys/kernel/iommu_groups/7/devices/0000:02:00.0/\n"
           "sys/bus/pci/devices/0000:02:00.0/class: 0x010601\n"
           "sys/bus/pci/devices/0000:02:00.0/driver -> ../../drivers/ahci\n");
  const PatientPort& port = machine.ports.at(0);
  EXPECT_EQ(port.group, "7");
  EXPECT_EQ(port.vfio_file, "/dev/vfio/7");
  EXPECT_TRUE(port.may_use_vfio_file);
  ASSERT_EQ(port.others_in_group.size(), 1U);
  EXPECT_EQ(port.others_in_group[0].driver, "ahci");
  EXPECT_TRUE(machine.has_iommu());
}

TEST(ReadMachine, TakesNoGroupOfTheUnsafeModeForAnIommu) {
  const Machine machine = read(
      "sys/kernel/iommu_groups/0/name: vfio-noiommu\nsys/module/vfio/parameters/enable_unsafe_noiommu_mode: "
      "Y\n"
      "dev/vfio/noiommu-0:\n" +
      kPort +
      "sys/bus/pci/devices/0000:01:00.0/driver -> ../../drivers/vfio-pci\n"
      "sys/bus/pci/devices/0000:01:00.0/iommu_group -> ../../../../kernel/iommu_groups/0\n");
  EXPECT_FALSE(machine.has_iommu());
  EXPECT_EQ(machine.no_iommu, "Y");
  EXPECT_EQ(machine.ports.at(0).vfio_file, "/dev/vfio/noiommu-0");
}

TEST(ReadMachine, AddsUpPagesOfAllSizesOnEachNode) {
  const Machine machine = read(
      "sys/devices/system/node/node0/hugepages/hugepages-2048kB/free_hugepages: 128\n"
      "sys/devices/system/node/node1/hugepages/hugepages-2048kB/free_hugepages: 8\n"
      "sys/devices/system/node/node1/hugepages/hugepages-1048576kB/free_hugepages: 2\n"
      "sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages: 136\n"
      "proc/mounts: none /mnt/huge hugetlbfs rw 0 0\n");
  ASSERT_EQ(machine.hugepages_of_nodes.size(), 2U);
  EXPECT_EQ(machine.hugepages_of_nodes[0].free_megabytes, 256U);
  EXPECT_EQ(machine.hugepages_of_nodes[1].free_megabytes, 2064U);
  EXPECT_EQ(machine.free_hugepage_megabytes, 272U);
  EXPECT_EQ(machine.hugetlbfs_mounts, Names{"/mnt/huge"});
}

TEST(ReadMachine, AnIdleStateIsOffIfItIsOffOnEachCore) {
  const Machine machine = read(
      "sys/devices/system/cpu/cpu0/cpuidle/state2/latency: 133\n"
      "sys/devices/system/cpu/cpu0/cpuidle/state2/name: C6\n"
      "sys/devices/system/cpu/cpu0/cpuidle/state2/disable: 1\n"
      "sys/devices/system/cpu/cpu1/cpuidle/state2/latency: 133\n"
      "sys/devices/system/cpu/cpu1/cpuidle/state2/disable: 0\n"
      "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor: performance\n"
      "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor: performance\n"
      "sys/devices/system/cpu/isolated:\n"
      "sys/devices/system/cpu/nohz_full: (null)\n");
  ASSERT_EQ(machine.idle_states.size(), 1U);
  EXPECT_EQ(machine.idle_states[0].name, "C6");
  EXPECT_FALSE(machine.idle_states[0].is_off);
  EXPECT_EQ(machine.governors, Names{"performance"});
  EXPECT_EQ(machine.isolated, "");
  EXPECT_EQ(machine.tickless, "(null)");
}

TEST(ReadMachine, FindsOtherProcessesOfDpdkAndNotItself) {
  const Machine machine = read(
      "proc/self -> 10\n"
      "proc/10/maps: 7f00-7f01 r-xp 0 00:00 1 /usr/lib/librte_eal.so.23.0\n"
      "proc/20/maps: 7f00-7f01 r-xp 0 00:00 1 /usr/lib/librte_eal.so.23.0\n"
      "proc/20/comm: vpp_main\n"
      "proc/30/maps: 7f00-7f01 r-xp 0 00:00 1 /usr/bin/static\n"
      "proc/30/comm: static\n"
      "proc/30/fd/4 -> /dev/vfio/vfio\n"
      "proc/30/fd/5 -> /dev/vfio/14\n"
      "proc/40/comm: hidden\n"
      "proc/50/maps: 7f00-7f01 r-xp 0 00:00 1 /usr/bin/bash\n");
  ASSERT_EQ(machine.dpdk_processes.size(), 2U);
  EXPECT_EQ(machine.dpdk_processes[0].name, "vpp_main");
  EXPECT_EQ(machine.dpdk_processes[1].groups, Names{"14"});
  EXPECT_EQ(machine.processes, 4U);
  EXPECT_EQ(machine.hidden_processes, 1U);
}

TEST(ReadMachine, KnowsWhetherTheKernelHasTheModule) {
  const std::string release = "proc/sys/kernel/osrelease: 6.1.0\n";
  EXPECT_EQ(read(release).kernel_has_vfio_pci, std::nullopt);
  EXPECT_EQ(read(release + "lib/modules/6.1.0/modules.dep: kernel/drivers/vfio/pci/vfio-pci.ko: a.ko\n")
                .kernel_has_vfio_pci,
            true);
  EXPECT_EQ(read(release + "lib/modules/6.1.0/modules.dep: kernel/fs/ext4.ko: a.ko\n").kernel_has_vfio_pci,
            false);
}

TEST(ReadMachine, TakesTheChoiceInBrackets) {
  const Machine machine = read(
      "sys/kernel/security/lockdown: none [integrity] confidentiality\n"
      "sys/kernel/mm/transparent_hugepage/enabled: always [madvise] never\n"
      "proc/cpuinfo: vendor_id\t: AuthenticAMD\nproc/cpuinfo: flags\t\t: fpu hypervisor\n");
  EXPECT_EQ(machine.lockdown, "integrity");
  EXPECT_EQ(machine.transparent_hugepages, "madvise");
  EXPECT_EQ(machine.cpu_vendor, "AuthenticAMD");
  EXPECT_TRUE(machine.is_virtual);
}

}  // namespace
}  // namespace pktgen
