// Which cores are near the ports and which share a physical one, on machines made of files.
#include "host/core_places.h"

#include <gtest/gtest.h>

#include "support/fake_sysfs.h"

namespace pktgen {
namespace {

using Cores = std::vector<unsigned>;

class CorePlaces : public testing::Test {
 protected:
  void add(unsigned core, int node, const std::string& siblings) {
    const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(core);
    root_.write(folder + "/topology/thread_siblings_list", siblings + "\n");
    root_.write(folder + "/node" + std::to_string(node) + "/cpulist", "");
  }
  /// Two nodes of two physical cores with two threads each, numbered as Linux does.
  void add_two_nodes() {
    for (unsigned core = 0; core < 8; ++core)
      add(core, core % 4 < 2 ? 0 : 1, std::to_string(core % 4) + "," + std::to_string(core % 4 + 4));
  }
  std::vector<CorePlace> places(const Cores& cores) const { return core_places(root_.path(), cores); }
  test::FakeRoot root_;
};

TEST_F(CorePlaces, AreReadFromSysfs) {
  add(2, 1, "2-3,6");
  const auto found = places({2});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].node, 1);
  EXPECT_EQ(found[0].siblings, (Cores{2, 3, 6}));
}

TEST_F(CorePlaces, OfAMachineThatSaysNothingAreUnknownAndNoted) {
  const auto found = places({0, 1});
  EXPECT_EQ(found[1].node, -1);
  EXPECT_TRUE(found[1].siblings.empty());
  EXPECT_TRUE(placement_notes(found, std::vector<PortPlace>{{"emu:a", -1}}).empty());
  EXPECT_EQ(best_first(found, 1), (Cores{0, 1}));
}

TEST_F(CorePlaces, NearAndUnsharedComeFirst) {
  add_two_nodes();
  const Cores all{0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(best_first(places(all), 1), (Cores{0, 2, 3, 6, 7, 1, 4, 5}));
  EXPECT_EQ(best_first(places(all), 0), (Cores{0, 1, 4, 5, 2, 3, 6, 7}));
  EXPECT_EQ(best_first(places(all), -1), (Cores{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(CorePlaces, FarFromAPortAreTold) {
  add_two_nodes();
  const std::vector<PortPlace> ports{{"0000:81:00.0", 1}};
  EXPECT_TRUE(placement_notes(places({2, 3}), ports).empty());
  EXPECT_EQ(
      placement_notes(places({1, 2}), ports),
      (std::vector<std::string>{"core 1 is on NUMA node 0 and 0000:81:00.0 on node 1: each frame crosses "
                                "between them; choose cores of node 1 with --lcores"}));
}

TEST_F(CorePlaces, OnOnePhysicalCoreAreTold) {
  add_two_nodes();
  EXPECT_EQ(
      placement_notes(places({1, 2, 5}), {}),
      (std::vector<std::string>{"workers on cores 1 and 5 share one physical core, so each has about half "
                                "of it; choose others with --lcores"}));
}

}  // namespace
}  // namespace pktgen
