#include "app/cli.h"

#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>

#include "base/embedded_file.h"
#include "plan/settings.h"

namespace pktgen {
namespace {

Parsed parse(std::vector<const char*> words) {
  words.insert(words.begin(), "pktgen");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

std::string message(const std::vector<const char*>& words, ErrorKind kind) {
  const Parsed parsed = parse(words);
  const auto* const error = std::get_if<Error>(&parsed);
  if (error == nullptr) return "no error";
  EXPECT_EQ(error->kind, kind);
  return error->message;
}

std::string_view help(std::string_view name) {
  for (const EmbeddedFile& file : help_files())
    if (file.name == name) return file.text;
  return "";
}

TEST(CommandLine, OptionsReachThePlan) {
  const Parsed parsed =
      parse({"sweep", "--load=50%", "--sizes", "64,128", "--json", "--src-mac", "02:00:00:00:00:07"});
  const auto* const checked = std::get_if<CheckedPlan>(&parsed);
  ASSERT_NE(checked, nullptr);
  EXPECT_EQ(checked->plan.command, "sweep");
  EXPECT_EQ(checked->plan.load, (Load{Load::Unit::percent, 50}));
  EXPECT_EQ(checked->plan.sizes, (std::vector<FrameBytes>{{64}, {128}}));
  EXPECT_TRUE(checked->plan.json);
  EXPECT_EQ(checked->plan.origins.at("src-mac"), Origin::command_line);
  EXPECT_EQ(checked->plan.origins.size(), 4U);
}
TEST(CommandLine, AFlagCanBeTurnedOff) {
  const Parsed parsed = parse({"sweep", "--json=false"});
  ASSERT_TRUE(std::holds_alternative<CheckedPlan>(parsed));
  EXPECT_FALSE(std::get<CheckedPlan>(parsed).plan.json);
  EXPECT_EQ(message({"sweep", "--json=maybe"}, ErrorKind::plan),
            "--json: wants true or false, found \"maybe\"");
}
TEST(CommandLine, HelpAndVersionAreTexts) {
  for (const auto& words : std::vector<std::vector<const char*>>{{"--help"}, {"-h"}, {"help"}}) {
    const Parsed parsed = parse(words);
    ASSERT_TRUE(std::holds_alternative<Say>(parsed));
    EXPECT_EQ(std::get<Say>(parsed).text, help("pktgen.txt"));
    EXPECT_EQ(std::get<Say>(parsed).exit_code, 0);
  }
  for (const auto& words : std::vector<std::vector<const char*>>{
           {"sweep", "--help"}, {"sweep", "--load", "1%", "-h"}, {"help", "sweep"}}) {
    const Parsed parsed = parse(words);
    ASSERT_TRUE(std::holds_alternative<Say>(parsed));
    EXPECT_EQ(std::get<Say>(parsed).text, help("sweep.txt"));
  }
  EXPECT_TRUE(std::get<Say>(parse({"--version"})).text.starts_with("pktgen "));
  EXPECT_EQ(std::get<Say>(parse({})).exit_code, 2);
}
TEST(CommandLine, UnknownWordsNameTheNearest) {
  EXPECT_EQ(message({"swep"}, ErrorKind::usage),
            "unknown command \"swep\"; the nearest is \"sweep\", of these: sweep, throughput, "
            "latency, loss, burst, recovery, reset, mlr, rfc2544, switch, lag, service, soak, send, receive, "
            "replay, ports, "
            "optics, "
            "doctor, bind, unbind, calibrate");
  EXPECT_EQ(
      message({"--load", "50%"}, ErrorKind::usage),
      "wants a command before \"--load\", like pktgen sweep --load; the commands are: sweep, "
      "throughput, latency, loss, burst, recovery, reset, mlr, rfc2544, switch, lag, service, soak, send, "
      "receive, "
      "replay, "
      "ports, optics, "
      "doctor, bind, unbind, calibrate");
  for (const auto& words :
       std::vector<std::vector<const char*>>{{"sweep", "--laod", "50%"}, {"sweep", "--laod=50%"}})
    EXPECT_EQ(message(words, ErrorKind::usage),
              "unknown option \"--laod\"; the nearest is --load, and pktgen sweep --help lists all");
}
TEST(CommandLine, AnOptionWithoutAValueOrTwiceIsRefused) {
  const std::string wanted = "--load wants a value (what is sent, in each direction), found none";
  EXPECT_EQ(message({"sweep", "--load"}, ErrorKind::usage), wanted);
  EXPECT_EQ(message({"sweep", "--load=", "--json"}, ErrorKind::usage), wanted);
  EXPECT_EQ(message({"sweep", "--load", "1%", "--load", "2%"}, ErrorKind::usage),
            "--load is there twice; keep one of them");
  EXPECT_EQ(message({"sweep", "--json", "--json"}, ErrorKind::usage),
            "--json is there twice; keep one of them");
  EXPECT_EQ(message({"sweep", "a", "b"}, ErrorKind::usage),
            "wants one plan file at most, found \"a\" and \"b\"; a list is written with commas");
}
TEST(CommandLine, AnOptionOfAnotherCommandNamesTheCommandsThatTakeIt) {
  EXPECT_EQ(message({"sweep", "--frames", "3"}, ErrorKind::usage),
            "--frames is for pktgen send, not for sweep; leave it out");
  EXPECT_EQ(message({"replay", "a.pcap", "--stack", "udp4"}, ErrorKind::usage),
            "--stack is for pktgen sweep, throughput, latency, loss, burst, recovery, reset, mlr, rfc2544, "
            "switch, lag, "
            "service, "
            "soak, send, calibrate, not for "
            "replay; leave it out");
  EXPECT_EQ(message({"sweep", "--modify", "vlan.id=7,9", "--modify", "ipv4.src=random"}, ErrorKind::usage),
            "--modify is for pktgen send, service, soak, not for sweep; leave it out")
      << "not that it is there twice, which it may be";
}
TEST(CommandLine, AValueThatCantBeIsThePlansErrorAndNamesItsOption) {
  EXPECT_EQ(message({"sweep", "--sizes", "63"}, ErrorKind::plan),
            "--sizes: size 63 is too small: the smallest Ethernet frame is 64 bytes, counted with its FCS");
  EXPECT_EQ(message({"sweep", "--load", "-1%"}, ErrorKind::plan).substr(0, 29),
            "--load: \"-1%\" sends nothing; ");
  EXPECT_EQ(message({"sweep", "--seed", "-1"}, ErrorKind::plan).substr(0, 27), "--seed: wants a whole numbe");
  EXPECT_EQ(message({"sweep", "--ports", "emu:a,emu:a"}, ErrorKind::plan).substr(0, 28),
            "ports: \"emu:a\" is there twic");
}
TEST(CommandLine, APlanFileThatIsNotThereIsTheEnvironmentsError) {
  EXPECT_EQ(message({"sweep", "/nowhere/plan.toml"}, ErrorKind::environment),
            "plan file /nowhere/plan.toml: can't be read: No such file or directory; check the path");
}
TEST(CommandLine, WinsOverThePlanFile) {
  const std::string path = testing::TempDir() + "cli_test_plan.toml";
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  ASSERT_NE(file, nullptr);
  std::fputs("load = \"50%\"\nduration = \"3s\"\n", file);
  std::fclose(file);
  const Parsed parsed = parse({"sweep", path.c_str(), "--load", "25%"});
  std::remove(path.c_str());
  ASSERT_TRUE(std::holds_alternative<CheckedPlan>(parsed));
  const Plan& plan = std::get<CheckedPlan>(parsed).plan;
  EXPECT_EQ(plan.load, (Load{Load::Unit::percent, 25}));
  EXPECT_EQ(plan.duration, std::chrono::seconds(3));
  EXPECT_EQ(plan.origins.at("duration"), Origin::file);
}

/// The "--words" of a text.
std::vector<std::string> options_in(std::string_view text) {
  std::vector<std::string> found;
  const std::string letters = "abcdefghijklmnopqrstuvwxyz-";
  for (std::size_t at = text.find("--"); at != std::string_view::npos; at = text.find("--", at)) {
    const std::size_t end = std::min(text.find_first_not_of(letters, at), text.size());
    found.emplace_back(text.substr(at + 2, end - at - 2));
    at = end;
  }
  return found;
}

TEST(Manual, EverySettingIsInItAndEveryOptionInItIsASetting) {
  for (const std::string command :
       {"sweep", "throughput", "latency", "loss", "burst", "recovery", "reset", "mlr", "rfc2544", "replay",
        "switch", "lag", "service", "soak", "calibrate"}) {
    const std::vector<std::string> options =
        options_in(std::get<Say>(parse({command.c_str(), "--help"})).text);
    for (const Setting& setting : settings()) {
      if (!takes(command, setting)) continue;
      EXPECT_NE(std::ranges::find(options, setting.name), options.end()) << command << ": " << setting.name;
    }
    for (const std::string& option : options)
      EXPECT_TRUE(option == "help" || find_setting(option) != nullptr) << command << ": " << option;
  }
}
TEST(Manual, StatesTheDefaultsThatThePlanHas) {
  const std::string_view manual = help("sweep.txt");
  const Plan plan;
  for (const char* name : {"load", "duration", "stack", "sample", "drain", "tolerance", "link-timeout",
                           "seed", "src-ip", "dst-ip", "src-port", "dst-port", "direction"})
    EXPECT_NE(manual.find("default " + find_setting(name)->print(plan)), std::string_view::npos) << name;
}
TEST(Manual, FitsAHundredColumns) {
  for (const EmbeddedFile& file : help_files()) {
    std::size_t column = 0;
    for (const char c : file.text) {
      column = c == '\n' ? 0 : column + 1;
      ASSERT_LE(column, 100U) << file.name;
    }
    EXPECT_TRUE(file.text.ends_with('\n')) << file.name;
  }
}
TEST(Manual, ListsTheExitCodeOfEveryKindOfError) {
  const std::string_view codes = help("exit_codes.txt");
  for (const ErrorKind kind : {ErrorKind::usage, ErrorKind::plan, ErrorKind::environment, ErrorKind::port,
                               ErrorKind::not_measured, ErrorKind::internal})
    EXPECT_NE(codes.find("\n    " + std::to_string(exit_code(kind)) + " "), std::string_view::npos);
}

}  // namespace
}  // namespace pktgen
