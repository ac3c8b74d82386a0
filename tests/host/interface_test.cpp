#include "host/interface.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace pktgen {
namespace {

namespace fs = std::filesystem;

/// A sysfs of two interfaces: eth1, a NIC of a bridge, and tun0, which is no Ethernet.
class Interface : public ::testing::Test {
 protected:
  void SetUp() override {
    sysfs_ = fs::path(::testing::TempDir()) / ("sysfs_" + std::to_string(::getpid()));
    fs::remove_all(sysfs_);
    const fs::path eth1 = sysfs_ / "class/net/eth1";
    write(eth1 / "flags", "0x1103");
    write(eth1 / "carrier", "1");
    write(eth1 / "carrier_down_count", "3");
    write(eth1 / "type", "1");
    write(eth1 / "mtu", "1500");
    write(eth1 / "speed", "2500");
    write(eth1 / "address", "02:00:00:00:00:01");
    write(eth1 / "device/numa_node", "1");
    write(eth1 / "device/vendor", "0x8086");
    write(eth1 / "device/device", "0x15f2");
    write(eth1 / "statistics/rx_packets", "18446744073");
    write(eth1 / "statistics/tx_packets", "7");
    write(eth1 / "statistics/tx_dropped", "3");
    write(eth1 / "statistics/rx_crc_errors", "2");
    write(eth1 / "statistics/rx_missed_errors", "5");
    fs::create_directories(sysfs_ / "drivers/igc");
    fs::create_symlink(sysfs_ / "drivers/igc", eth1 / "device/driver");
    fs::create_symlink("../br0", eth1 / "master");
    write(sysfs_ / "class/net/tun0/flags", "0x1002");
    write(sysfs_ / "class/net/tun0/type", "65534");
    write(sysfs_ / "class/net/tun0/speed", "-1");
  }
  void TearDown() override { fs::remove_all(sysfs_); }

  static void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text << '\n';
  }

  std::string sysfs() const { return sysfs_.string(); }
  fs::path sysfs_;
};

TEST_F(Interface, IsWhatSysfsSaysOfIt) {
  const auto facts = read_interface(sysfs(), "eth1");
  ASSERT_TRUE(facts) << facts.error().message;
  EXPECT_EQ(facts->name, "eth1");
  EXPECT_TRUE(facts->up);
  EXPECT_TRUE(facts->carrier);
  EXPECT_EQ(facts->carrier_downs, 3u);
  EXPECT_TRUE(facts->is_ethernet);
  EXPECT_EQ(facts->mtu.count, 1500u);
  EXPECT_EQ(facts->link.count, 2'500'000'000u);
  EXPECT_EQ(facts->mac, "02:00:00:00:00:01");
  EXPECT_EQ(facts->driver, "igc");
  EXPECT_EQ(facts->master, "br0");
  EXPECT_EQ(facts->numa_node, 1);
  EXPECT_EQ(facts->pci_id, "8086:15f2");
}

TEST_F(Interface, HasNoSpeedWhereTheDriverSaysMinusOneOrNothing) {
  EXPECT_EQ(read_interface(sysfs(), "tun0")->link.count, 0u);
  fs::remove(sysfs_ / "class/net/eth1/speed");
  EXPECT_EQ(read_interface(sysfs(), "eth1")->link.count, 0u);
}

TEST_F(Interface, IsDownAndWithoutCarrierUnlessSysfsSaysOtherwise) {
  const auto facts = read_interface(sysfs(), "tun0");
  EXPECT_FALSE(facts->up);
  EXPECT_FALSE(facts->carrier);
  EXPECT_FALSE(facts->is_ethernet);
  EXPECT_EQ(facts->numa_node, -1);
  EXPECT_EQ(facts->pci_id, "");
  EXPECT_FALSE(has_carrier(sysfs(), "tun0"));
  EXPECT_TRUE(has_carrier(sysfs(), "eth1"));
}

TEST_F(Interface, ThatDoesNotExistIsToldWithTheNearestName) {
  const auto facts = read_interface(sysfs(), "eth2");
  ASSERT_FALSE(facts);
  EXPECT_EQ(facts.error().kind, ErrorKind::port);
  EXPECT_EQ(facts.error().message, "no interface \"eth2\"; did you mean eth1? there are: eth1, tun0");
}

TEST_F(Interface, NamesAreNoPaths) {
  EXPECT_FALSE(read_interface(sysfs(), "../net/eth1"));
  EXPECT_FALSE(read_interface(sysfs(), ""));
}

TEST_F(Interface, CountsAreTheKernels) {
  const auto counters = read_interface_counters(sysfs(), "eth1");
  ASSERT_TRUE(counters);
  EXPECT_EQ(*counters, (InterfaceCounters{.rx_frames = 18446744073u,
                                          .tx_frames = 7,
                                          .rx_dropped = 0,
                                          .tx_dropped = 3,
                                          .rx_errors = 0,
                                          .tx_errors = 0,
                                          .rx_crc_errors = 2,
                                          .rx_missed = 5}));
  EXPECT_FALSE(read_interface_counters(sysfs(), "eth9"));
}

}  // namespace
}  // namespace pktgen
