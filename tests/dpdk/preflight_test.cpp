// What is checked before anything is touched, on machines made of files.
#include <gtest/gtest.h>

#include "host/hugepages.h"
#include "dpdk/pci.h"
#include "support/fake_sysfs.h"

namespace pktgen {
namespace {

const std::string kPages = "/sys/kernel/mm/hugepages/hugepages-2048kB/";
const std::string kDevices = "/sys/bus/pci/devices/";

class PciPreflight : public testing::Test {
 protected:
  void add(const std::string& address, const std::string& driver, const std::string& pci_class = "0x020000") {
    root_.write(kDevices + address + "/class", pci_class);
    root_.write(kDevices + address + "/vendor", "0x8086");
    root_.write(kDevices + address + "/device", "0x1572");
    if (!driver.empty()) root_.link(kDevices + address + "/driver", "../../drivers/" + driver);
  }
  Error refusal(const std::string& address) {
    const auto function = check_pci_port(root_.path(), address);
    EXPECT_FALSE(function);
    return function ? Error{} : function.error();
  }
  test::FakeRoot root_;
};

TEST_F(PciPreflight, TakesAPortThatAUserspaceDriverHas) {
  add("0000:01:00.0", "igb_uio");
  const auto function = check_pci_port(root_.path(), "0000:01:00.0");
  ASSERT_TRUE(function) << function.error().message;
  EXPECT_EQ(function->id, "8086:1572");
  EXPECT_EQ(function->driver, "igb_uio");
}

TEST_F(PciPreflight, NamesTheKernelDriverAndTheLineThatBinds) {
  add("0000:00:03.0", "e1000e");
  const Error error = refusal("0000:00:03.0");
  EXPECT_EQ(error.kind, ErrorKind::port);
  EXPECT_EQ(error.message,
            "0000:00:03.0 is bound to the kernel driver e1000e; bind it with: pktgen bind 0000:00:03.0");
}

TEST_F(PciPreflight, SaysHowToBindAPortWithoutADriver) {
  add("0000:00:03.0", "");
  EXPECT_EQ(refusal("0000:00:03.0").message,
            "0000:00:03.0 is bound to no driver; bind it with: pktgen bind 0000:00:03.0");
}

TEST_F(PciPreflight, NamesTheNetworkDevicesThatThereAre) {
  add("0000:02:00.1", "");
  add("0000:02:00.0", "ixgbe");
  add("0000:00:1f.0", "ahci", "0x010601");
  const Error error = refusal("0000:09:00.0");
  EXPECT_EQ(error.kind, ErrorKind::port);
  EXPECT_EQ(error.message,
            "0000:09:00.0: there is no such PCI device; network devices here: 0000:02:00.0 "
            "(ixgbe), 0000:02:00.1 (no driver)");
}

TEST_F(PciPreflight, SaysSoWhereThereIsNoNetworkDevice) {
  EXPECT_NE(refusal("0000:09:00.0").message.find("network devices here: none"), std::string::npos);
}

TEST_F(PciPreflight, WantsAccessToTheVfioGroup) {
  add("0000:01:00.0", "vfio-pci");
  root_.link(kDevices + "0000:01:00.0/iommu_group", "../../../../kernel/iommu_groups/12");
  const Error error = refusal("0000:01:00.0");
  EXPECT_EQ(error.kind, ErrorKind::environment);
  EXPECT_NE(error.message.find("/dev/vfio/12; run as root, or give it to this user: chown"),
            std::string::npos)
      << error.message;
  root_.write("/dev/vfio/12", "");
  EXPECT_TRUE(check_pci_port(root_.path(), "0000:01:00.0"));
}

TEST(Hugepages, AddUpOverAllSizes) {
  const test::FakeRoot root;
  root.write(kPages + "free_hugepages", "100");
  root.write("/sys/kernel/mm/hugepages/hugepages-1048576kB/free_hugepages", "2");
  EXPECT_EQ(free_hugepage_megabytes(root.path()), 2248u);
}

TEST(Hugepages, AreNoneOnAMachineThatKnowsNone) {
  const test::FakeRoot root;
  EXPECT_EQ(free_hugepage_megabytes(root.path()), 0u);
}

TEST(Hugepages, AreEnoughWhenAsManyAreFree) {
  const test::FakeRoot root;
  root.write(kPages + "free_hugepages", "64");
  EXPECT_TRUE(check_hugepages(root.path(), 128));
}

TEST(Hugepages, ThatAreMissingComeWithTheLineThatReservesThem) {
  const test::FakeRoot root;
  root.write(kPages + "free_hugepages", "10");
  root.write(kPages + "nr_hugepages", "40");
  const auto enough = check_hugepages(root.path(), 128);
  ASSERT_FALSE(enough);
  EXPECT_EQ(enough.error().kind, ErrorKind::environment);
  EXPECT_EQ(enough.error().message,
            "PCI ports need 128 MB of free hugepages, 20 MB are free; reserve them: echo 256 > "
            "/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages");
}

TEST(Hugepages, ThatOthersHoldAreAskedForOnTop) {
  const test::FakeRoot root;
  root.write(kPages + "free_hugepages", "0");
  root.write(kPages + "nr_hugepages", "1000");
  const auto enough = check_hugepages(root.path(), 100);
  ASSERT_FALSE(enough);
  EXPECT_NE(enough.error().message.find("echo 1050 >"), std::string::npos) << enough.error().message;
}

}  // namespace
}  // namespace pktgen
