// A port to vfio-pci and back on a kernel of files, and a crash after each step of it.
#include "bind/bind_port.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "bind/give_back.h"
#include "support/fake_kernel.h"
#include "support/profiles.h"

namespace pktgen {
namespace {

using Lines = std::vector<std::string>;
const std::string kA = "0000:01:00.0", kB = "0000:01:00.1";
const std::string kSys = "/sys/bus/pci/devices/";

std::vector<Nic> nics_of(const FakeKernel& fake, std::size_t count = 1) {
  std::vector<Nic> nics = read_nics(fake.root(), built_ins());
  nics.resize(count);
  return nics;
}

std::string driver_of(const FakeKernel& fake, const std::string& address) {
  std::error_code error;
  return std::filesystem::read_symlink(fake.root() + kSys + address + "/driver", error).filename().string();
}

Result<void> bind(FakeKernel& fake, std::size_t count = 1, const std::string& driver = "vfio-pci") {
  return bind_ports(fake.kernel(), nics_of(fake, count), driver);
}

void give_all_back(FakeKernel& fake) {
  for (const std::string& address : RecordStore(fake.root()).addresses()) {
    const auto given = give_back_port(fake.kernel(), address);
    EXPECT_TRUE(given) << given.error().message;
  }
}

TEST(BindPort, WritesTheOverrideThenLetsGoThenProbes) {
  FakeKernel fake{MachineTree(kBindMachine)};
  ASSERT_TRUE(bind(fake));
  EXPECT_EQ(driver_of(fake, kA), "vfio-pci");
  EXPECT_EQ(driver_of(fake, kB), "i40e");
  EXPECT_EQ(fake.asked(), (Lines{"echo vfio-pci > " + kSys + kA + "/driver_override",
                                 "echo 0000:01:00.0 > " + kSys + kA + "/driver/unbind",
                                 "echo 0000:01:00.0 > /sys/bus/pci/drivers_probe"}));
}

TEST(BindPort, GivesBackNameMtuAndState) {
  FakeKernel fake{MachineTree(kBindMachine)};
  const auto before = fake.files("sys");
  ASSERT_TRUE(bind(fake));
  EXPECT_NE(fake.files("sys"), before);
  fake.forget();
  ASSERT_TRUE(give_back_port(fake.kernel(), kA));
  EXPECT_EQ(fake.files("sys"), before);
  EXPECT_EQ(fake.asked(), (Lines{"echo i40e > " + kSys + kA + "/driver_override",
                                 "echo 0000:01:00.0 > " + kSys + kA + "/driver/unbind",
                                 "echo 0000:01:00.0 > /sys/bus/pci/drivers_probe",
                                 "echo > " + kSys + kA + "/driver_override", "ip link set dev eth0 name eth1",
                                 "ip link set dev eth1 mtu 9000", "ip link set dev eth1 up"}));
  EXPECT_TRUE(RecordStore(fake.root()).addresses().empty());
}

TEST(BindPort, GivesBackAddressesAndRoutesThatDontComeByThemselves) {
  FakeKernel fake{MachineTree(
      kBindMachine +
      "proc/net/route: Iface Destination Gateway Flags RefCnt Use Metric Mask\n"
      "proc/net/route: eth1 00000000 010200C0 0003 0 0 100 00000000\n"
      "proc/net/route: eth1 000200C0 00000000 0001 0 0 0 00FFFFFF\n"
      "proc/net/route: eth1 006433C6 00000000 0001 0 0 0 00FFFFFF\n"
      "proc/net/fib_trie:         |-- 192.0.2.10\nproc/net/fib_trie:            /32 host LOCAL\n"
      "proc/net/if_inet6: fe8000000000000002005efffe000500 02 40 20 80 eth1\n"
      "proc/net/if_inet6: 20010db8000000000000000000000010 02 40 00 80 eth1\n"
      "proc/net/if_inet6: 20010db8000000000000000000000011 02 40 00 00 eth1\n"
      "proc/net/ipv6_route: 20010db8000000000000000000000000 40 0 00 00000000000000000000000000000000 "
      "00000100 1 0 00000001 eth1\n"
      "proc/net/ipv6_route: 20010db8000100000000000000000000 30 0 00 20010db8000000000000000000000001 "
      "00000400 1 0 00000003 eth1\n"
      "proc/net/ipv6_route: 00000000000000000000000000000000 00 0 00 fe800000000000000000000000000001 "
      "00000400 1 0 00040003 eth1\n")};
  const PortBefore before = read_before(fake.root(), nics_of(fake)[0], "vfio-pci");
  ASSERT_EQ(before.interfaces.size(), 1U);
  EXPECT_EQ(before.interfaces[0].addresses, (Lines{"192.0.2.10/24", "2001:db8::10/64"}));
  EXPECT_EQ(before.interfaces[0].routes, (Lines{"default via 192.0.2.1 metric 100", "198.51.100.0/24",
                                                "2001:db8:1::/48 via 2001:db8::1 metric 1024"}));
  ASSERT_TRUE(bind(fake));
  // the kernel drops them with the interface
  std::filesystem::remove_all(fake.root() + "/proc/net");
  fake.forget();
  ASSERT_TRUE(give_back_port(fake.kernel(), kA));
  const Lines& asked = fake.asked();
  ASSERT_EQ(asked.size(), 12U);
  EXPECT_EQ(Lines(asked.begin() + 7, asked.end()),
            (Lines{"ip address replace 192.0.2.10/24 dev eth1", "ip address replace 2001:db8::10/64 dev eth1",
                   "ip -4 route replace default via 192.0.2.1 metric 100 dev eth1",
                   "ip -4 route replace 198.51.100.0/24 dev eth1",
                   "ip -6 route replace 2001:db8:1::/48 via 2001:db8::1 metric 1024 dev eth1"}));
}

TEST(BindPort, ACrashAfterAnyStepIsUndoneByteForByte) {
  for (int steps = 0; steps < 6; ++steps) {
    FakeKernel fake{MachineTree(kBindMachine)};
    const auto before = fake.files("sys");
    fake.crash_after(steps);
    EXPECT_THROW(static_cast<void>(bind(fake, 2)), Crash) << steps;
    give_all_back(fake);
    EXPECT_EQ(fake.files("sys"), before) << steps;
    EXPECT_TRUE(fake.files("run").empty()) << steps;
  }
}

TEST(BindPort, ACrashWhileGivingBackIsUndoneTheNextTime) {
  for (int steps = 0; steps < 7; ++steps) {
    FakeKernel fake{MachineTree(kBindMachine)};
    const auto before = fake.files("sys");
    ASSERT_TRUE(bind(fake));
    fake.crash_after(steps);
    EXPECT_THROW(static_cast<void>(give_back_port(fake.kernel(), kA)), Crash) << steps;
    give_all_back(fake);
    EXPECT_EQ(fake.files("sys"), before) << steps;
    EXPECT_TRUE(fake.files("run").empty()) << steps;
  }
}

TEST(BindPort, OfADriverThatTakesNoneIsAsItWas) {
  FakeKernel fake{MachineTree(kBindMachine)};
  const auto before = fake.files("sys");
  fake.refuse("vfio-pci");
  const auto bound = bind(fake, 2);
  ASSERT_FALSE(bound);
  EXPECT_EQ(bound.error().kind, ErrorKind::port);
  EXPECT_EQ(bound.error().message,
            "0000:01:00.0: wanted the driver vfio-pci, found none; dmesg tells why; all was put back");
  EXPECT_EQ(fake.files("sys"), before);
  EXPECT_TRUE(fake.files("run").empty());
}

TEST(BindPort, ASecondBindToAnotherDriverKeepsWhatWasThereFirst) {
  FakeKernel fake{MachineTree(kBindMachine)};
  const auto before = fake.files("sys");
  ASSERT_TRUE(bind(fake));
  ASSERT_TRUE(bind(fake, 1, "uio_pci_generic"));
  EXPECT_EQ(driver_of(fake, kA), "uio_pci_generic");
  ASSERT_TRUE(give_back_port(fake.kernel(), kA));
  EXPECT_EQ(fake.files("sys"), before);
}

TEST(BindPort, AnOverrideOfBeforeComesBack) {
  FakeKernel fake{MachineTree(kBindMachine)};
  std::ofstream(fake.root() + kSys + kA + "/driver_override") << "i40e\n";
  const auto before = fake.files("sys");
  ASSERT_TRUE(bind(fake));
  ASSERT_TRUE(give_back_port(fake.kernel(), kA));
  EXPECT_EQ(fake.files("sys"), before);
}

TEST(BindPort, WithoutADriverBeforeHasNoneAfter) {
  FakeKernel fake{MachineTree(kBindMachine)};
  std::filesystem::remove(fake.root() + kSys + kA + "/driver");
  std::filesystem::remove_all(fake.root() + kSys + kA + "/net");
  std::filesystem::remove(fake.root() + "/sys/class/net/eth1");
  const auto before = fake.files("sys");
  ASSERT_TRUE(bind(fake));
  ASSERT_TRUE(give_back_port(fake.kernel(), kA));
  EXPECT_EQ(fake.files("sys"), before);
}

TEST(BindPort, WithoutARecordGoesToWhomTheKernelPicks) {
  FakeKernel fake{MachineTree(kBindMachine)};
  ASSERT_TRUE(bind(fake));
  RecordStore(fake.root()).remove(kA);
  ASSERT_TRUE(give_back_port(fake.kernel(), kA));
  EXPECT_EQ(driver_of(fake, kA), "i40e");
}

TEST(BindPort, ADriverThatIsGoneIsLoadedAgain) {
  FakeKernel fake{MachineTree(kBindMachine)};
  ASSERT_TRUE(bind(fake));
  std::filesystem::remove_all(fake.root() + "/sys/bus/pci/drivers/i40e");
  fake.forget();
  ASSERT_TRUE(give_back_port(fake.kernel(), kA));
  EXPECT_EQ(fake.asked().front(), "modprobe i40e");
}

TEST(BindPort, WaitsForAnInterfaceThatComesLate) {
  FakeKernel fake{MachineTree(kBindMachine)};
  const auto before = fake.files("sys");
  ASSERT_TRUE(bind(fake));
  fake.come_back_after(50);
  ASSERT_TRUE(give_back_port(fake.kernel(), kA));
  EXPECT_EQ(fake.files("sys"), before);
}

TEST(BindPort, AnInterfaceThatStaysAwayIsToldAndTheRecordStays) {
  FakeKernel fake{MachineTree(kBindMachine)};
  ASSERT_TRUE(bind(fake));
  fake.come_back_after(1000);
  const auto given = give_back_port(fake.kernel(), kA);
  ASSERT_FALSE(given);
  EXPECT_EQ(given.error().message,
            "0000:01:00.0: its interface eth1 didn't come back in 10 s; dmesg tells more, and pktgen unbind "
            "0000:01:00.0 tries again");
  EXPECT_EQ(RecordStore(fake.root()).addresses(), Lines{kA});
}

TEST(BindPort, OfACardThatWasPulledLeavesNoRecord) {
  FakeKernel fake{MachineTree(kBindMachine)};
  ASSERT_TRUE(bind(fake));
  std::filesystem::remove_all(fake.root() + kSys + kA);
  ASSERT_TRUE(give_back_port(fake.kernel(), kA));
  EXPECT_TRUE(RecordStore(fake.root()).addresses().empty());
}

TEST(BindPort, GivenBackByHandIsReadAnewByTheNextBind) {
  FakeKernel fake{MachineTree(kBindMachine)};
  const auto before = fake.files("sys");
  ASSERT_TRUE(bind(fake));
  const auto stale = RecordStore(fake.root()).load(kA);
  ASSERT_TRUE(give_back_port(fake.kernel(), kA));
  ASSERT_TRUE(stale && *stale && RecordStore(fake.root()).save(**stale));
  std::ofstream(fake.root() + "/sys/class/net/eth1/mtu") << "4000\n";
  ASSERT_TRUE(bind(fake));
  const auto record = RecordStore(fake.root()).load(kA);
  ASSERT_TRUE(record && *record);
  EXPECT_EQ((*record)->interfaces[0].mtu, MtuBytes{4000});
}

}  // namespace
}  // namespace pktgen
