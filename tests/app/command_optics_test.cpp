#include "app/command_optics.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "app/cli.h"
#include "support/module_bytes.h"

namespace pktgen {
namespace {

Parsed parse(std::vector<const char*> words) {
  words.insert(words.begin(), "pktgen");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

std::string mistake(const std::vector<const char*>& words) {
  const Parsed parsed = parse(words);
  const auto* const error = std::get_if<Error>(&parsed);
  if (error == nullptr) return "no error";
  EXPECT_EQ(error->kind, ErrorKind::usage);
  return error->message;
}

/// A dump in a file that goes with the test.
class OpticsCommand : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  /// What is printed of these bytes; exit code or error in `code`.
  std::string run(const std::vector<std::uint8_t>& bytes, bool json = false) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    ::testing::internal::CaptureStdout();
    const auto done = run_optics({.file = path_, .json = json});
    code = done ? *done : exit_code(done.error().kind);
    const std::string printed = ::testing::internal::GetCapturedStdout();
    return done ? printed : done.error().message;
  }

  int code = -1;
  const std::string path_ = ::testing::TempDir() + "module_" + std::to_string(::getpid()) + ".bin";
};

TEST(OpticsCommandLine, TakesAFileAndJson) {
  for (const auto& words : std::vector<std::vector<const char*>>{{"optics", "--json", "module.bin"},
                                                                 {"optics", "module.bin", "--json"}}) {
    const Parsed parsed = parse(words);
    ASSERT_TRUE(std::holds_alternative<OpticsRequest>(parsed));
    EXPECT_EQ(std::get<OpticsRequest>(parsed).file, "module.bin");
    EXPECT_TRUE(std::get<OpticsRequest>(parsed).json);
  }
  EXPECT_EQ(std::get<OpticsRequest>(parse({"optics", "--", "--json"})).file, "--json");
}

TEST(OpticsCommandLine, TakesAPortForAPort) {
  const Parsed parsed = parse({"optics", "emu:b", "--device", "cable.toml"});
  ASSERT_TRUE(std::holds_alternative<OpticsRequest>(parsed));
  EXPECT_EQ(std::get<OpticsRequest>(parsed).port, (PortName{PortName::Kind::emulated, "emu:b", "b"}));
  EXPECT_EQ(std::get<OpticsRequest>(parsed).device_file, "cable.toml");
  EXPECT_EQ(std::get<OpticsRequest>(parse({"optics", "--device=x.toml", "emu:a"})).device_file, "x.toml");
  EXPECT_EQ(std::get<OpticsRequest>(parse({"optics", "01:00.0"})).port,
            (PortName{PortName::Kind::pci, "01:00.0", "0000:01:00.0"}));
  EXPECT_EQ(std::get<OpticsRequest>(parse({"optics", "--", "if:eth1"})).file, "if:eth1");
  EXPECT_FALSE(std::get<OpticsRequest>(parse({"optics", "./if:eth1"})).port);
}

TEST(OpticsCommandLine, RefusesWhatIsNoFileOrTwo) {
  EXPECT_EQ(mistake({"optics"}),
            "wants a port or the dump of a module, like pktgen optics if:eth1 or pktgen optics module.bin; "
            "make one "
            "with ethtool -m IFACE raw on > module.bin");
  EXPECT_EQ(mistake({"optics", "a", "b"}), "wants one file or port, found \"b\" too");
  EXPECT_EQ(mistake({"optics", "emu:a", "b"}), "wants one file or port, found \"b\" too");
  EXPECT_EQ(mistake({"optics", "--device"}), "--device wants the file of an emulated device, found none");
  EXPECT_EQ(mistake({"optics", "if:eth1", "--device", "x.toml"}),
            "--device is for emu:a and emu:b alone; leave it out");
  EXPECT_EQ(mistake({"optics", "--jsn", "a"}),
            "unknown option \"--jsn\"; the nearest is --json, and pktgen optics --help lists all");
}

TEST(OpticsCommandLine, HasItsHelp) {
  const Parsed parsed = parse({"optics", "--help"});
  ASSERT_TRUE(std::holds_alternative<Say>(parsed));
  EXPECT_TRUE(std::get<Say>(parsed).text.starts_with("pktgen optics:"));
}

TEST_F(OpticsCommand, FailsWithAnAlarmAndPassesWithout) {
  const std::string dark = run(memory_of(sr_a0h(), sr_a2h()).flat);
  EXPECT_EQ(code, 1);
  EXPECT_NE(dark.find("rx power        0.00040 mW -33.98 dBm"), std::string::npos);
  EXPECT_EQ(run(cable_a0h().bytes()).substr(0, 16), "module       SFP");
  EXPECT_EQ(code, 0);
}

TEST_F(OpticsCommand, PrintsJsonAndNothingElse) {
  const std::string json = run(cable_a0h().bytes(), true);
  EXPECT_TRUE(json.starts_with("{\n  \"schema\": \"pktgen.module/1\","));
  EXPECT_TRUE(json.ends_with("}\n"));
}

TEST_F(OpticsCommand, SaysWhereThereIsNoModule) {
  EXPECT_EQ(
      run(std::vector<std::uint8_t>(256, 0xff)),
      path_ +
          ": module unreadable: of its bytes all read 0xff; see that it is plugged in fully, then read it "
          "again");
  EXPECT_EQ(code, 6);
  run({'n', 'o', 't', 'h', 'i', 'n', 'g'});
  EXPECT_EQ(code, 3);
}

TEST_F(OpticsCommand, SaysThatAFileIsMissing) {
  const auto done = run_optics({.file = path_});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::environment);
}

}  // namespace
}  // namespace pktgen
