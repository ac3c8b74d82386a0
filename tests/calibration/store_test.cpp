#include "calibration/store.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "example.h"

namespace pktgen {
namespace {

namespace fs = std::filesystem;

class CalibrationStore : public testing::Test {
 protected:
  CalibrationStore() : folder_(testing::TempDir() + "calibration_store") { fs::remove_all(folder_); }
  ~CalibrationStore() override { fs::remove_all(folder_); }

  void store(const std::string& name, const Calibration& calibration) const {
    const auto saved = save_calibration(folder_ + "/deep/" + name, calibration);
    ASSERT_TRUE(saved) << saved.error().message;
  }
  StoredCalibration found() const {
    return find_calibration(folder_ + "/deep", example_calibration().tester);
  }

  std::string folder_;
};

TEST_F(CalibrationStore, FindsWhatWasStoredForThisVeryTester) {
  store("a.toml", example_calibration());
  EXPECT_EQ(found().calibration, example_calibration());
  EXPECT_EQ(found().file, folder_ + "/deep/a.toml");
}
TEST_F(CalibrationStore, LeavesNoOtherFileBehind) {
  store("a.toml", example_calibration());
  store("a.toml", example_calibration());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ + "/deep"), fs::directory_iterator()), 1);
}
TEST_F(CalibrationStore, NeverUsesThatOfAnotherTesterAndSaysInWhatItDiffers) {
  Calibration other = example_calibration();
  other.tester.ports[1].mtu = {9000};
  other.tester.ports[1].firmware = "";
  store("near.toml", other);
  other.tester.host.cpu = "Another";
  store("far.toml", other);
  const StoredCalibration stored = found();
  EXPECT_FALSE(stored.calibration);
  EXPECT_EQ(stored.file, folder_ + "/deep/near.toml");
  EXPECT_EQ(stored.differences,
            (std::vector<std::string>{"firmware of port b: not known there, 8.30 \"x\" here",
                                      "MTU of port b: 9000 there, 1500 here"}));
}
TEST_F(CalibrationStore, OfTwoForThisTesterTheNewerIsUsed) {
  Calibration newer = example_calibration();
  newer.calibrated_at = "2026-12-04T00:00:00Z";
  store("a.toml", newer);
  store("b.toml", example_calibration());
  EXPECT_EQ(found().calibration->calibrated_at, "2026-12-04T00:00:00Z");
}
TEST_F(CalibrationStore, ADamagedFileIsToldAndHindersNothing) {
  store("b.toml", example_calibration());
  std::ofstream(folder_ + "/deep/a.toml") << "schema = 1\n";
  const StoredCalibration stored = found();
  EXPECT_TRUE(stored.calibration);
  ASSERT_EQ(stored.complaints.size(), 1U);
  EXPECT_NE(stored.complaints[0].find("a.toml:1:10: schema: wants a string"), std::string::npos)
      << stored.complaints[0];
}
TEST_F(CalibrationStore, AMissingFolderHoldsNothing) {
  EXPECT_FALSE(found().calibration);
  EXPECT_TRUE(found().complaints.empty());
  EXPECT_FALSE(find_calibration("", example_calibration().tester).calibration);
}
TEST_F(CalibrationStore, WhereItCantBeWrittenIsSaidWithWhatToDo) {
  const auto saved = save_calibration("/proc/nowhere/a.toml", example_calibration());
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().kind, ErrorKind::environment);
  EXPECT_TRUE(saved.error().message.ends_with("say another place with --store")) << saved.error().message;
}

TEST(CalibrationName, IsPlainAndOfThisTesterAlone) {
  TesterIdentity tester = example_calibration().tester;
  tester.host.name = "lab/../1 \xc3\xa4";
  const std::string name = file_name(tester);
  EXPECT_EQ(name.substr(0, 12), "lab----1----");
  EXPECT_TRUE(name.ends_with(".toml"));
  tester.verifies_payload = false;
  EXPECT_NE(file_name(tester), name);
}
TEST(CalibrationFolder, FollowsTheXdgVariables) {
  const char* const before = std::getenv("XDG_STATE_HOME");
  const std::string kept = before == nullptr ? "" : before;
  setenv("XDG_STATE_HOME", "/state", 1);
  EXPECT_EQ(calibration_folder(), "/state/pktgen/calibration");
  setenv("XDG_STATE_HOME", "not/absolute", 1);
  setenv("HOME", "/home/somebody", 1);
  EXPECT_EQ(calibration_folder(), "/home/somebody/.local/state/pktgen/calibration");
  if (before == nullptr) unsetenv("XDG_STATE_HOME");
  else setenv("XDG_STATE_HOME", kept.c_str(), 1);
}

}  // namespace
}  // namespace pktgen
