#include "report/run_directory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <sstream>

namespace pktgen {
namespace {

namespace fs = std::filesystem;

/// An empty directory of the test's own.
class RunDirectoryTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "pktgen-run-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string place() const { return (root_ / "out" / "demo").string(); }
  static std::string text_of(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  std::size_t entries(const fs::path& path) const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {}));
  }
  void make_run(const std::string& result, bool force = false) {
    auto run = RunDirectory::create(place(), force);
    ASSERT_TRUE(run) << run.error().message;
    ASSERT_TRUE(run->write("result.json", result));
    ASSERT_TRUE(run->commit());
  }

  fs::path root_;
};

TEST_F(RunDirectoryTest, AppearsOnlyWithTheCommit) {
  auto run = RunDirectory::create(place(), false);
  ASSERT_TRUE(run);
  ASSERT_TRUE(run->write("result.json", "{}"));
  EXPECT_TRUE(fs::is_directory(run->samples()));
  EXPECT_FALSE(fs::exists(place()));
  ASSERT_TRUE(run->commit());
  EXPECT_EQ(text_of(fs::path(place()) / "result.json"), "{}");
  EXPECT_EQ(entries(root_ / "out"), 1u);
}

TEST_F(RunDirectoryTest, LeavesNothingBehindWithoutACommit) {
  {
    auto run = RunDirectory::create(place(), false);
    ASSERT_TRUE(run);
    ASSERT_TRUE(run->write("result.json", "{}"));
  }
  EXPECT_EQ(entries(root_ / "out"), 0u);
}

TEST_F(RunDirectoryTest, NeverReplacesARunWithoutForce) {
  make_run("old");
  const auto again = RunDirectory::create(place(), false);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::usage);
  EXPECT_EQ(again.error().message, place() +
                                       ": holds a run already; choose another --out directory, or "
                                       "replace that run with --force");
  EXPECT_EQ(text_of(fs::path(place()) / "result.json"), "old");
}

TEST_F(RunDirectoryTest, ForceReplacesTheOldRunAsAWhole) {
  make_run("old");
  std::ofstream(fs::path(place()) / "left.pcap") << "x";
  make_run("new", true);
  EXPECT_EQ(text_of(fs::path(place()) / "result.json"), "new");
  EXPECT_FALSE(fs::exists(fs::path(place()) / "left.pcap"));
  EXPECT_EQ(entries(root_ / "out"), 1u);
}

TEST_F(RunDirectoryTest, ForceReplacesNothingThatIsNoRun) {
  fs::create_directories(place());
  std::ofstream(fs::path(place()) / "thesis.txt") << "x";
  const auto run = RunDirectory::create(place(), true);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().kind, ErrorKind::usage);
  EXPECT_TRUE(fs::exists(fs::path(place()) / "thesis.txt"));
}

TEST_F(RunDirectoryTest, ARunThatCameInTheMeantimeIsKept) {
  auto late = RunDirectory::create(place(), false);
  ASSERT_TRUE(late);
  fs::create_directories(place());
  std::ofstream(fs::path(place()) / "result.json") << "first";
  const auto committed = late->commit();
  ASSERT_FALSE(committed);
  EXPECT_EQ(committed.error().kind, ErrorKind::usage);
  EXPECT_EQ(text_of(fs::path(place()) / "result.json"), "first");
}

TEST_F(RunDirectoryTest, TakesAnEmptyDirectoryAndATrailingSlash) {
  fs::create_directories(place());
  auto run = RunDirectory::create(place() + "/", false);
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_TRUE(run->write("result.json", "{}"));
  ASSERT_TRUE(run->commit());
  EXPECT_EQ(entries(root_ / "out"), 1u);
}

TEST_F(RunDirectoryTest, AFileInTheWayIsSaidInOneLine) {
  fs::create_directories(root_ / "out");
  std::ofstream(fs::path(place())) << "x";
  const auto run = RunDirectory::create(place(), true);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().kind, ErrorKind::usage);
  const auto below = RunDirectory::create(place() + "/more", false);
  ASSERT_FALSE(below);
  EXPECT_EQ(below.error().kind, ErrorKind::environment);
  EXPECT_EQ(below.error().message.find('\n'), std::string::npos);
}

TEST_F(RunDirectoryTest, AFullDiskIsAnErrorOfTheEnvironmentAndLeavesNoRun) {
  {
    auto run = RunDirectory::create(place(), false);
    ASSERT_TRUE(run);
    // A limit on the size of a file fails the write as a full disk does, and needs no disk to fill.
    ASSERT_NE(std::signal(SIGXFSZ, SIG_IGN), SIG_ERR);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{.rlim_cur = 1'000, .rlim_max = before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto written = run->write("result.json", std::string(10'000, 'x'));
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::environment);
    EXPECT_EQ(exit_code(written.error().kind), 4);
    EXPECT_EQ(written.error().message, place() +
                                           ": can't write result.json: File too large; choose another "
                                           "--out directory or make room and rights for this one");
  }
  EXPECT_EQ(entries(root_ / "out"), 0u);
}

}  // namespace
}  // namespace pktgen
