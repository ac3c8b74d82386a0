#include "app/kernel_witness.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace pktgen {
namespace {

namespace fs = std::filesystem;

class Witness : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(place_); }
  void TearDown() override { fs::remove_all(sysfs_); }

  void kernel_says(const char* counter, std::uint64_t count) {
    std::ofstream(place_ / counter) << count << '\n';
  }
  static PortCounters ours(std::uint64_t tx, std::uint64_t rx) {
    PortCounters counters;
    counters.tx_frames = tx;
    counters.rx_frames = rx;
    counters.counts_tx = false;
    return counters;
  }

  fs::path sysfs_ = fs::path(::testing::TempDir()) / ("witness_" + std::to_string(::getpid()));
  fs::path place_ = sysfs_ / "class/net/eth1/statistics";
  KernelWitness witness_{sysfs_.string(), "eth1"};
};

TEST_F(Witness, KnowsWhichFramesReallyLeft) {
  kernel_says("tx_packets", 1000);
  const PortCounters before = witness_(ours(0, 0));
  kernel_says("tx_packets", 1090);
  const PortCounters counted = witness_(ours(100, 0)).since(before);
  EXPECT_EQ(counted.tx_frames, 90u);
  EXPECT_TRUE(counted.counts_tx);
}

TEST_F(Witness, CountsWhatReachedTheMachineAndNotUsAsMissed) {
  kernel_says("rx_packets", 500);
  const PortCounters before = witness_(ours(0, 7));
  kernel_says("rx_packets", 600);
  const PortCounters counted = witness_(ours(0, 7 + 88)).since(before);
  EXPECT_EQ(counted.rx_frames, 88u);
  EXPECT_EQ(counted.rx_missed, 12u);
}

TEST_F(Witness, DoesNotCountAMissTwiceThatTheDriverKnowsOf) {
  kernel_says("rx_packets", 0);
  const PortCounters before = witness_(ours(0, 0));
  kernel_says("rx_packets", 100);
  PortCounters now = ours(0, 90);
  now.rx_missed = 10;
  EXPECT_EQ(witness_(now).since(before).rx_missed, 10u);
}

TEST_F(Witness, AddsWhatTheDeviceDropped) {
  const PortCounters before = witness_(ours(0, 0));
  kernel_says("rx_missed_errors", 4);
  kernel_says("rx_crc_errors", 3);
  const PortCounters counted = witness_(ours(0, 0)).since(before);
  EXPECT_EQ(counted.rx_missed, 4u);
  EXPECT_EQ(counted.rx_crc_errors, 3u);
}

TEST_F(Witness, SeesNoMissInFramesOfOtherProgramsOnThisMachine) {
  kernel_says("rx_packets", 0);
  const PortCounters before = witness_(ours(0, 0));
  kernel_says("rx_packets", 10);
  EXPECT_EQ(witness_(ours(0, 12)).since(before).rx_missed, 0u);
}

TEST_F(Witness, IsSilentOfAnInterfaceThatIsGone) {
  fs::remove_all(sysfs_);
  EXPECT_EQ(witness_(ours(5, 6)), ours(5, 6));
}

}  // namespace
}  // namespace pktgen
