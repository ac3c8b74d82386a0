#include "app/command_ports.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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

PortsRequest request_of(const std::vector<const char*>& words) {
  const Parsed parsed = parse(words);
  const auto* const request = std::get_if<PortsRequest>(&parsed);
  EXPECT_NE(request, nullptr);
  return request == nullptr ? PortsRequest{} : *request;
}

TEST(PortsCommandLine, TakesARootAndJson) {
  EXPECT_EQ(request_of({"ports"}).root, "");
  EXPECT_FALSE(request_of({"ports"}).json);
  EXPECT_TRUE(request_of({"ports", "--root", "a", "--json"}).json);
  EXPECT_EQ(request_of({"ports", "--root", "a/b/"}).root, "a/b");
  EXPECT_EQ(request_of({"ports", "--root=a"}).root, "a");
  EXPECT_EQ(request_of({"ports", "--root", "/"}).root, "");
}

TEST(PortsCommandLine, RefusesWhatElseThereIs) {
  EXPECT_EQ(mistake({"ports", "--jsn"}),
            "unknown option \"--jsn\"; the nearest is --json, and pktgen ports --help lists all");
  EXPECT_EQ(mistake({"ports", "0000:01:00.0"}),
            "wants no plan and no port, found \"0000:01:00.0\"; pktgen ports lists all");
  EXPECT_EQ(mistake({"ports", "--root"}),
            "--root wants a folder that holds a machine's sys and proc, found none");
  EXPECT_EQ(mistake({"ports", "--root", "a", "--root", "b"}), "--root is there twice; keep one of them");
}

TEST(PortsCommandLine, HasItsHelp) {
  const Parsed parsed = parse({"ports", "--help"});
  ASSERT_TRUE(std::holds_alternative<Say>(parsed));
  EXPECT_TRUE(std::get<Say>(parsed).text.starts_with("pktgen ports:"));
}

TEST(PortsCommand, PrintsJsonAndNothingElse) {
  const MachineTree machine = MachineTree::of("x2-slot");
  ::testing::internal::CaptureStdout();
  const auto done = run_ports({.root = machine.root().string(), .json = true});
  const auto json = nlohmann::json::parse(::testing::internal::GetCapturedStdout(), nullptr, false);
  ASSERT_TRUE(done);
  EXPECT_EQ(*done, 0);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["schema"], "pktgen.ports/1");
  const auto& port = json["ports"][0];
  EXPECT_EQ(port["address"], "0000:03:00.0");
  EXPECT_EQ(port["pcie"]["now"]["lanes"], 2);
  EXPECT_EQ(port["pcie"]["encoded_bits_per_second"], 8'000'000'000);
  EXPECT_EQ(port["pcie"]["findings"][0]["because"],
            "Gen2 x2 caps this port at about 7 Gb/s; it needs 10 Gb/s");
  EXPECT_EQ(port["interfaces"][0]["firmware"], "9.20 0x8000d8c5 1.3353.0");
  EXPECT_EQ(port["interfaces"][0]["link_bits_per_second"], 10'000'000'000);
  EXPECT_TRUE(port["numa_node"].is_null());
  EXPECT_EQ(port["take"], "forced");
}

TEST(PortsCommand, SaysThatThereIsNoMachine) {
  const auto done = run_ports({.root = "/nonexistent"});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::environment);
  EXPECT_EQ(done.error().message,
            "there is no folder /nonexistent/sys; name one that holds a machine's sys and proc");
}

}  // namespace
}  // namespace pktgen
