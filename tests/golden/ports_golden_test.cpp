// What `pktgen ports` says of whole machines, byte for byte. After a change that is meant, run this test once
// with PKTGEN_GOLDEN_UPDATE=1 and read the difference before you commit it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "report/ports_text.h"
#include "support/machine_tree.h"
#include "support/profiles.h"

namespace pktgen {
namespace {

class PortsOfMachine : public testing::TestWithParam<const char*> {};

TEST_P(PortsOfMachine, AreSaidAsBefore) {
  const std::string name = GetParam();
  const MachineTree machine = MachineTree::of(name);
  const std::string text = text_of(read_nics(machine.root().string(), built_ins()), false);
  const auto path = std::filesystem::path(__FILE__).parent_path() / "machines" / (name + ".ports.txt");
  if (std::getenv("PKTGEN_GOLDEN_UPDATE") != nullptr) std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " can't be read";
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(text, golden.str());
}

INSTANTIATE_TEST_SUITE_P(Twelve, PortsOfMachine,
                         testing::Values("good", "x2-slot", "x520-gen1", "no-iommu", "no-hugepages",
                                         "shared-iommu-group", "default-route", "bond-member",
                                         "aqc107-two-lanes", "x710-four-ports", "laptop", "vm"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace pktgen
