// One small machine after another: a port, and one thing in its way.
#include "inventory/nic.h"

#include <gtest/gtest.h>

#include "inventory/identity.h"
#include "support/machine_tree.h"
#include "support/profiles.h"

namespace pktgen {
namespace {

const std::string kPort = "sys/bus/pci/devices/0000:01:00.0";
const std::string kCard = kPort + "/class: 0x020000\n" + kPort + "/vendor: 0x8086\n" + kPort +
                          "/device: 0x1572\n" + kPort + "/numa_node: 1\n";
const std::string kGroup = kPort +
                           "/iommu_group -> ../../../../kernel/iommu_groups/7\n"
                           "sys/kernel/iommu_groups/7/devices/0000:01:00.0/\n";
const std::string kKernel = kPort + "/driver -> ../../../../bus/pci/drivers/i40e\n";
const std::string kEth = "sys/class/net/eth1/";
const std::string kInterface = kPort + "/net/eth1/\n" + kEth + "type: 1\n" + kEth + "flags: 0x1003\n" + kEth +
                               "carrier: 1\n" + kEth + "speed: 10000\n" + kEth + "mtu: 1500\n" + kEth +
                               "address: 02:00:00:00:00:01\n";
const std::string kRoutes = "proc/net/route: Iface Destination Gateway Flags RefCnt Use Metric Mask\n";

std::vector<Nic> nics_of(const std::string& files) {
  return read_nics(MachineTree(files).root().string(), built_ins());
}

Nic nic_of(const std::string& files) {
  const std::vector<Nic> nics = nics_of(files);
  EXPECT_EQ(nics.size(), 1U);
  return nics.empty() ? Nic{} : nics.front();
}

/// The only obstacle: "because: next step".
std::string obstacle(const Nic& nic) {
  EXPECT_EQ(nic.obstacles.size(), 1U);
  return nic.obstacles.empty() ? "" : nic.obstacles[0].because + ": " + nic.obstacles[0].next_step;
}

TEST(Nic, IsKnownWithItsProfileNodeAndInterface) {
  const Nic nic = nic_of(kCard + kGroup + kKernel + kInterface);
  EXPECT_EQ(nic.address, "0000:01:00.0");
  EXPECT_EQ(nic.id, "8086:1572");
  EXPECT_EQ(nic.driver, "i40e");
  EXPECT_EQ(nic.profile, "x710");
  EXPECT_EQ(nic.name, "Intel X710, XL710, XXV710 and X722");
  EXPECT_EQ(nic.numa_node, 1);
  EXPECT_EQ(nic.fastest, 10_Gbps);
  ASSERT_EQ(nic.interfaces.size(), 1U);
  EXPECT_EQ(nic.interfaces[0].facts.mac, "02:00:00:00:00:01");
  EXPECT_EQ(nic.interfaces[0].facts.link, 10_Gbps);
  EXPECT_EQ(nic.interfaces[0].refusal, "");
  EXPECT_EQ(nic.take, Nic::Take::free);
}

TEST(Nic, IsFoundWithoutADriver) {
  const Nic nic = nic_of(kCard + kGroup);
  EXPECT_EQ(nic.driver, "");
  EXPECT_TRUE(nic.interfaces.empty());
  EXPECT_EQ(nic.take, Nic::Take::free);
}

TEST(Nic, IsReadyWhenBoundToVfio) {
  EXPECT_EQ(nic_of(kCard + kGroup + kPort + "/driver -> ../../../drivers/vfio-pci\n").take, Nic::Take::ready);
}

TEST(Nic, BoundForUioWantsNoIommu) {
  EXPECT_EQ(nic_of(kCard + kPort + "/driver -> ../../../drivers/igb_uio\n").take, Nic::Take::ready);
}

TEST(Nic, OfAnUnlistedDeviceHasTheDriversProfileButNoSpeedOfIt) {
  const std::string files = kPort + "/class: 0x020000\n" + kPort + "/vendor: 0x8086\n" + kPort +
                            "/device: 0x1583\n" + kKernel + kGroup;
  const Nic nic = nic_of(files);  // XL710: 40 Gb/s, which the profile's speeds don't say
  EXPECT_EQ(nic.profile, "x710");
  EXPECT_EQ(nic.fastest, LinkBitsPerSecond{});
  EXPECT_EQ(nic.name, "");
}

TEST(Nic, WantsAnIommu) {
  const Nic nic = nic_of(kCard + kKernel);
  EXPECT_EQ(nic.take, Nic::Take::refused);
  EXPECT_EQ(obstacle(nic).substr(0, 36), "vfio-pci wants an IOMMU, found none:");
}

TEST(Nic, TakesTheUnsafeModeForAnIommu) {
  EXPECT_EQ(nic_of(kCard + "sys/module/vfio/parameters/enable_unsafe_noiommu_mode: Y\n").take,
            Nic::Take::free);
  EXPECT_EQ(nic_of(kCard + "sys/module/vfio/parameters/enable_unsafe_noiommu_mode: N\n").take,
            Nic::Take::refused);
}

TEST(Nic, SharesItsGroupWithNobodyWhomAKernelDriverHas) {
  const std::string other = "sys/bus/pci/devices/0000:02:00.0";
  const std::string beside = other + "/class: 0x010601\nsys/kernel/iommu_groups/7/devices/0000:02:00.0/\n";
  const Nic nic = nic_of(kCard + kGroup + beside + other + "/driver -> ../../../drivers/ahci\n");
  EXPECT_EQ(nic.take, Nic::Take::refused);
  EXPECT_EQ(
      obstacle(nic),
      "shares its IOMMU group with 0000:02:00.0, which the driver ahci uses: bind that too, or put the card "
      "into another slot");
  EXPECT_EQ(nic_of(kCard + kGroup + beside).take, Nic::Take::free);
  EXPECT_EQ(nic_of(kCard + kGroup + beside + other + "/driver -> ../../../drivers/vfio-pci\n").take,
            Nic::Take::free);
}

TEST(Nic, MayShareItsGroupWithABridge) {
  const std::string other = "sys/bus/pci/devices/0000:00:01.0";
  EXPECT_EQ(nic_of(kCard + kGroup + other + "/class: 0x060400\n" + other +
                   "/driver -> ../../../drivers/pcieport\nsys/kernel/iommu_groups/7/devices/0000:00:01.0/\n")
                .take,
            Nic::Take::free);
}

TEST(Nic, HasNoVirtualFunctions) {
  EXPECT_EQ(obstacle(nic_of(kCard + kGroup + kPort + "/sriov_numvfs: 2\n")),
            "has 2 virtual functions: echo 0 > /sys/bus/pci/devices/0000:01:00.0/sriov_numvfs");
  EXPECT_EQ(nic_of(kCard + kGroup + kPort + "/sriov_numvfs: 0\n").take, Nic::Take::free);
}

TEST(Nic, CarriesNoDefaultRoute) {
  const Nic nic = nic_of(kCard + kGroup + kKernel + kInterface + kRoutes +
                         "proc/net/route: eth1 00000000 010200C0 0003 0 0 0 00000000\n");
  EXPECT_EQ(nic.take, Nic::Take::refused);
  EXPECT_EQ(nic.obstacles[0].because, "the default route goes through eth1 on it");
  EXPECT_EQ(nic.interfaces[0].attached[0].routes, std::vector<std::string>{"default via 192.0.2.1"});
}

TEST(Nic, CarriesNoDefaultRouteThroughWhatLiesOverIt) {
  const Nic nic = nic_of(kCard + kGroup + kKernel + kInterface + kEth + "master -> ../br0\n" + kEth +
                         "upper_br0/\nsys/class/net/br0/uevent: DEVTYPE=bridge\n" + kRoutes +
                         "proc/net/route: br0 00000000 010200C0 0003 0 0 0 00000000\n");
  ASSERT_EQ(nic.obstacles.size(), 2U);
  EXPECT_EQ(nic.obstacles[0].because, "the default route goes through br0 on it");
  EXPECT_EQ(nic.obstacles[1].because, "its interface eth1 is part of br0");
  ASSERT_EQ(nic.interfaces[0].attached.size(), 2U);
  EXPECT_EQ(nic.interfaces[0].attached[1].kind, "bridge");
}

TEST(Nic, WithAnAddressOfItsOwnIsTakenOnlyByForce) {
  const Nic nic = nic_of(kCard + kGroup + kKernel + kInterface + kRoutes +
                         "proc/net/route: eth1 000200C0 00000000 0001 0 0 0 00FFFFFF\n"
                         "proc/net/fib_trie:         |-- 192.0.2.10\n"
                         "proc/net/fib_trie:            /32 host LOCAL\n");
  EXPECT_EQ(nic.take, Nic::Take::forced);
  EXPECT_EQ(obstacle(nic),
            "its interface eth1 has the address 192.0.2.10: ip addr flush dev eth1 && ip link set eth1 down");
}

TEST(Nic, WithARouteAloneIsTakenOnlyByForce) {
  const Nic nic = nic_of(kCard + kGroup + kKernel + kInterface + kRoutes +
                         "proc/net/route: eth1 000200C0 00000000 0001 0 0 0 00FFFFFF\n");
  EXPECT_EQ(nic.take, Nic::Take::forced);
  EXPECT_EQ(obstacle(nic), "its interface eth1 has the route '192.0.2.0/24': ip link set eth1 down");
}

TEST(Nic, OfSshStaysEvenWithForce) {
  const std::string on = kCard + kGroup + kKernel + kInterface +
                         "proc/net/if_inet6: 20010db8000000000000000000000010 02 40 00 80 eth1\n"
                         "proc/net/tcp6: 0: B80D0120000000000000000010000000:";
  const std::string peer = " B80D0120000000000000000011000000:C350 01 0:0 0:0 0 0 0 1\n";
  const Nic ssh = nic_of(on + "0016" + peer);
  EXPECT_EQ(ssh.take, Nic::Take::refused);
  EXPECT_EQ(ssh.obstacles[0].because, "an ssh session with 2001:db8::11 goes through eth1 on it");
  EXPECT_EQ(nic_of(on + "0050" + peer).take, Nic::Take::forced);
}

TEST(Nic, IsTakenByNobodyWhileAProcessHasIt) {
  const Nic nic = nic_of(kCard + kGroup + kPort + "/driver -> ../../../drivers/vfio-pci\n" +
                         "proc/4711/fd/9 -> /dev/vfio/7\nproc/4712/fd/9 -> /dev/vfio/71\n");
  EXPECT_EQ(obstacle(nic), "process 4711 uses it now: end that first");
}

TEST(Nic, OfVirtioHasItsInterfaceOneLevelDown) {
  const Nic nic = nic_of(kPort + "/class: 0x020000\n" + kPort + "/vendor: 0x1af4\n" + kPort +
                         "/device: 0x1000\n" + kPort + "/virtio0/net/eth1/\n" + kEth + "type: 1\n");
  ASSERT_EQ(nic.interfaces.size(), 1U);
  EXPECT_EQ(nic.interfaces[0].facts.name, "eth1");
  EXPECT_EQ(nic.profile, "virtio");
}

TEST(Nic, OfUsbIsListedAndLeftToTheKernel) {
  const std::string usb = "sys/devices/usb1/1-1/1-1:1.0";
  const Nic nic =
      nic_of("sys/class/net/eth1 -> ../../devices/usb1/1-1/1-1:1.0/net/eth1\n" + usb + "/net/eth1/type: 1\n" +
             usb + "/net/eth1/device -> ../../../1-1:1.0\n" + usb +
             "/driver -> ../../../../bus/usb/drivers/r8152\n" + usb + "/subsystem -> ../../../../bus/usb\n");
  EXPECT_EQ(nic.address, "1-1:1.0");
  EXPECT_EQ(nic.driver, "r8152");
  EXPECT_EQ(obstacle(nic), "vfio-pci takes PCI devices only, and this one is on usb: use it as if:eth1");
}

TEST(Nic, OfWifiIsTakenByNobody) {
  const Nic nic = nic_of(kCard + kGroup + kPort + "/net/eth1/\n" + kEth + "type: 1\n" + kEth + "phy80211/\n");
  EXPECT_EQ(nic.kind, Nic::Kind::wireless);
  EXPECT_EQ(nic.take, Nic::Take::refused);
}

TEST(Nic, AreNoneOnAMachineWithoutAny) {
  EXPECT_TRUE(
      nics_of("sys/bus/pci/devices/0000:00:1f.0/class: 0x010601\nsys/class/net/lo/type: 772\n").empty());
}

TEST(Nic, CountsThePortsOfItsCardWithoutVirtualFunctions) {
  const std::string second = "sys/bus/pci/devices/0000:01:00.1";
  const auto nics = nics_of(kCard + second + "/class: 0x020000\n" + second + "/physfn -> ../0000:01:00.0\n" +
                            "sys/bus/pci/devices/0000:01:00.2/class: 0x020000\n"
                            "sys/bus/pci/devices/0000:02:00.0/class: 0x020000\n");
  ASSERT_EQ(nics.size(), 4U);
  EXPECT_EQ(nics[0].pcie.ports, 2U);
  EXPECT_EQ(nics[1].physical_function, "0000:01:00.0");
  EXPECT_EQ(nics[3].pcie.ports, 1U);
}

TEST(Identity, IsOfTheListOfDevices) {
  const MachineTree machine(
      "usr/share/misc/pci.ids: 8085  Other\nusr/share/misc/pci.ids: \t1572  Wrong\n"
      "usr/share/misc/pci.ids: 8086  Intel Corporation\n"
      "usr/share/misc/pci.ids: \t10fb  82599ES\n"
      "usr/share/misc/pci.ids: \t\t8086 1572  A board\n"
      "usr/share/misc/pci.ids: \t1572  Ethernet Controller X710\n"
      "usr/share/misc/pci.ids: 8087  Intel Corp.\n"
      "usr/share/misc/pci.ids: \t1573  Wrong\n");
  EXPECT_EQ(name_of_device(machine.root().string(), "8086:1572"), "Ethernet Controller X710");
  EXPECT_EQ(name_of_device(machine.root().string(), "8086:1573"), "");
  EXPECT_EQ(name_of_device(machine.root().string(), "8086"), "");
}

TEST(Identity, ReadsWhatEthtoolPrinted) {
  const MachineTree machine(
      "ethtool-i/eth1: driver: i40e\nethtool-i/eth1: firmware-version: 9.20 0x8000d8c5\n");
  EXPECT_EQ(read_firmware(machine.root().string(), "eth1"), "9.20 0x8000d8c5");
  EXPECT_EQ(read_firmware(machine.root().string(), "eth2"), "");
}

}  // namespace
}  // namespace pktgen
