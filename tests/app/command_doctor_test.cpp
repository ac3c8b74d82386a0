#include "app/command_doctor.h"

#include <gtest/gtest.h>

#include <vector>

#include "app/cli.h"
#include "support/machine_tree.h"

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

struct Ran {
  int code = -1;
  std::string text;
};

Ran run(const DoctorRequest& request) {
  ::testing::internal::CaptureStdout();
  const auto done = run_doctor(request);
  const std::string printed = ::testing::internal::GetCapturedStdout();
  if (!done) return {exit_code(done.error().kind), done.error().message};
  return {*done, printed};
}

TEST(DoctorCommandLine, TakesPortsARootAndJson) {
  const Parsed parsed = parse({"doctor", "0000:01:00.0", "--json", "if:eth1", "--root", "/host"});
  ASSERT_TRUE(std::holds_alternative<DoctorRequest>(parsed));
  const auto& request = std::get<DoctorRequest>(parsed);
  EXPECT_EQ(request.ports, (std::vector<std::string>{"0000:01:00.0", "if:eth1"}));
  EXPECT_EQ(request.root, "/host");
  EXPECT_TRUE(request.json);
  EXPECT_EQ(std::get<DoctorRequest>(parse({"doctor", "--root=/host"})).root, "/host");
  EXPECT_TRUE(std::get<DoctorRequest>(parse({"doctor"})).ports.empty());
}

TEST(DoctorCommandLine, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(mistake({"doctor", "--jsno"}),
            "unknown option \"--jsno\"; the nearest is --json, and pktgen doctor --help lists all");
  EXPECT_EQ(mistake({"doctor", "eth1"}),
            "\"eth1\" is no port; wants a PCI address like 0000:01:00.0, or a kernel interface like if:eth1");
  EXPECT_EQ(mistake({"doctor", "--root"}), "--root wants a folder with proc and sys in it, found none");
  EXPECT_EQ(mistake({"doctor", "if:eth1", "if:eth1"}), "the port if:eth1 is given twice; keep one of them");
}

TEST(DoctorCommand, EndsWithZeroIfTheMachineIsReadyAndWithFourIfNot) {
  const MachineTree good = MachineTree::of("good"), bare = MachineTree::of("no-hugepages");
  const Ran ready = run({.ports = {"0000:01:00.0", "0000:01:00.1"}, .root = good.root()});
  EXPECT_EQ(ready.code, 0);
  EXPECT_NE(ready.text.find("ready: 0000:01:00.0, 0000:01:00.1\n"), std::string::npos) << ready.text;
  EXPECT_EQ(run({.ports = {}, .root = bare.root()}).code, 4);
}

TEST(DoctorCommand, EndsWithFiveIfThereIsNoSuchPortAndWithFourIfThereIsNoRoot) {
  const MachineTree good = MachineTree::of("good");
  EXPECT_EQ(run({.ports = {"0000:09:00.0"}, .root = good.root()}).code, 5);
  const Ran ran = run({.ports = {}, .root = "/no/such/folder"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(ran.text, "--root wants a folder with proc and sys in it, found none at \"/no/such/folder\"");
}

TEST(DoctorCommand, PrintsOneDocumentForScripts) {
  const MachineTree good = MachineTree::of("good");
  const Ran ran = run({.ports = {"0000:01:00.0"}, .root = good.root(), .json = true});
  EXPECT_EQ(ran.text.find("{\n  \"schema\": \"pktgen.doctor/1\",\n  \"ready\": true,"), 0U) << ran.text;
}

}  // namespace
}  // namespace pktgen
