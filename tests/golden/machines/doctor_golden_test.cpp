// What the doctor says of whole machines, byte for byte. After a change that is meant, run this test once
// with PKTGEN_GOLDEN_UPDATE=1 and read the difference before you commit it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "doctor/checks.h"
#include "doctor/patients.h"
#include "doctor/tree.h"
#include "report/doctor_text.h"
#include "support/machine_tree.h"

namespace pktgen {
namespace {

/// Root's on that machine, from outside: neither addresses nor limits are known, firmware is as ethtool -i
/// said.
Rights rights_on(const std::filesystem::path& root) {
  Rights rights = test::all_rights();
  rights.addresses.reset();
  rights.may_use = [](const std::string& path) { return std::filesystem::exists(path); };
  rights.firmware_of = [root](const std::string& interface) {
    return value_of(Tree(root).text("ethtool-i/" + interface).value_or(""), "firmware-version");
  };
  return rights;
}

class OfMachine : public testing::TestWithParam<const char*> {};

TEST_P(OfMachine, TheDoctorSays) {
  const MachineTree tree = MachineTree::of(GetParam());
  const Wants wants = test::wants();
  const auto machine = read_machine(tree.root(), wants, rights_on(tree.root()));
  ASSERT_TRUE(machine) << machine.error().message;
  const std::string text = text_of(diagnose(*machine, wants));
  const std::filesystem::path path =
      std::filesystem::path(__FILE__).parent_path() / (std::string(GetParam()) + ".doctor.txt");
  if (std::getenv("PKTGEN_GOLDEN_UPDATE") != nullptr) std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " can't be read";
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(text, golden.str());
}

INSTANTIATE_TEST_SUITE_P(Golden, OfMachine,
                         testing::Values("good", "x2-slot", "x520-gen1", "no-iommu", "no-hugepages",
                                         "shared-iommu-group", "default-route", "bond-member",
                                         "aqc107-two-lanes", "x710-four-ports", "laptop", "vm"));

}  // namespace
}  // namespace pktgen
