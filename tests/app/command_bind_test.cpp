#include "app/command_bind.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/cli.h"
#include "app/confirmation.h"
#include "bind/record_store.h"
#include "support/fake_kernel.h"

namespace pktgen {
namespace {

const std::string kA = "0000:01:00.0";

Parsed parse(std::vector<const char*> words) {
  words.insert(words.begin(), "pktgen");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

std::string mistake(const std::vector<const char*>& words, ErrorKind kind = ErrorKind::usage) {
  const Parsed parsed = parse(words);
  const auto* const error = std::get_if<Error>(&parsed);
  if (error == nullptr) return "no error";
  EXPECT_EQ(error->kind, kind);
  return error->message;
}

/// What a command printed on standard output.
template <class Run>
std::string said(Run run, int code = 0) {
  ::testing::internal::CaptureStdout();
  const auto done = run();
  std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_TRUE(done) << done.error().message;
  EXPECT_EQ(done.value_or(-1), code);
  return text;
}

TEST(BindCommandLine, TakesItsOptions) {
  const Parsed parsed =
      parse({"bind", "eth1", "01:00.1", "--driver", "uio_pci_generic", "--force=address,group",
             "--confirm-within", "60s", "--persistent", "--dry-run", "--json", "--root", "a/"});
  const auto* const request = std::get_if<BindRequest>(&parsed);
  ASSERT_NE(request, nullptr);
  EXPECT_EQ(request->ports, (std::vector<std::string>{"eth1", "01:00.1"}));
  EXPECT_EQ(request->wish.driver, "uio_pci_generic");
  EXPECT_EQ(request->wish.force, (std::vector<std::string>{"address", "group"}));
  EXPECT_EQ(request->confirm_within, std::chrono::seconds(60));
  EXPECT_TRUE(request->persistent && request->dry_run && request->json);
  EXPECT_EQ(request->root, "a");
}

TEST(BindCommandLine, SaysWhatItWants) {
  EXPECT_EQ(mistake({"bind"}),
            "wants a port, a PCI address like 0000:01:00.0 or an interface like eth1; pktgen "
            "ports lists all");
  EXPECT_EQ(mistake({"bind", "eth1", "--forse", "address"}),
            "unknown option \"--forse\"; the nearest is --force, and pktgen bind --help lists all");
  EXPECT_EQ(mistake({"bind", "eth1", "--force"}),
            "--force wants what to override, such as address,route, found "
            "none");
  EXPECT_EQ(mistake({"bind", "eth1", "--force", "adress"}, ErrorKind::plan),
            "--force: unknown obstacle \"adress\"; the nearest is address, of these: default-route, session, "
            "member, address, route, group, driver");
  EXPECT_EQ(
      mistake({"bind", "eth1", "--driver", "i40e"}, ErrorKind::plan),
      "--driver: wants vfio-pci, uio_pci_generic or igb_uio, found \"i40e\"; pktgen unbind gives a port "
      "back to the kernel");
  EXPECT_EQ(mistake({"bind", "eth1", "eth1"}), "the port eth1 is given twice; keep one of them");
  EXPECT_EQ(mistake({"unbind"}),
            "wants either ports or --all, found neither; pktgen unbind --all gives back each "
            "port that pktgen bind bound");
  EXPECT_EQ(mistake({"unbind", "eth1", "--all"}).substr(0, 42), "wants either ports or --all, found both; p");
}

TEST(BindCommand, BindsAndUnbinds) {
  FakeKernel fake{MachineTree(kBindMachine)};
  const auto before = fake.files("sys");
  const BindRequest bind{.ports = {"eth1", "01:00.1"}, .root = fake.root()};
  EXPECT_EQ(said([&] { return run_bind(bind, fake.kernel()); }),
            "0000:01:00.0: i40e -> vfio-pci (eth1)\n0000:01:00.1: i40e -> vfio-pci (eth2)\n");
  const BindRequest again{.ports = {kA}, .root = fake.root()};
  EXPECT_EQ(said([&] { return run_bind(again, fake.kernel()); }),
            "0000:01:00.0: already bound to vfio-pci\n");
  EXPECT_EQ(said([&] { return run_unbind({.ports = {"eth1"}, .root = fake.root()}, fake.kernel()); }),
            "0000:01:00.0: vfio-pci -> i40e (eth1)\n");
  EXPECT_EQ(said([&] { return run_unbind({.ports = {"eth1"}, .root = fake.root()}, fake.kernel()); }),
            "0000:01:00.0: nothing to give back, i40e has it (eth1)\n");
  EXPECT_EQ(said([&] { return run_unbind({.ports = {}, .all = true, .root = fake.root()}, fake.kernel()); }),
            "0000:01:00.1: vfio-pci -> i40e (eth2)\n");
  EXPECT_EQ(said([&] { return run_unbind({.ports = {}, .all = true, .root = fake.root()}, fake.kernel()); }),
            "no port is bound by pktgen bind\n");
  EXPECT_EQ(fake.files("sys"), before);
}

TEST(BindCommand, ADryRunChangesNothing) {
  FakeKernel fake{MachineTree(kBindMachine)};
  const auto before = fake.files("");
  const BindRequest bind{.ports = {"eth1"}, .dry_run = true, .root = fake.root()};
  EXPECT_EQ(said([&] { return run_bind(bind, fake.kernel()); }),
            "0000:01:00.0: i40e (eth1), as it would be done:\n"
            "    echo vfio-pci > /sys/bus/pci/devices/0000:01:00.0/driver_override\n"
            "    echo 0000:01:00.0 > /sys/bus/pci/devices/0000:01:00.0/driver/unbind\n"
            "    echo 0000:01:00.0 > /sys/bus/pci/drivers_probe\n");
  EXPECT_EQ(fake.files(""), before);
  EXPECT_TRUE(fake.asked().empty());
}

TEST(BindCommand, PrintsJsonAndNothingElse) {
  FakeKernel fake{MachineTree(kBindMachine)};
  const BindRequest bind{.ports = {kA}, .json = true, .root = fake.root()};
  const auto json =
      nlohmann::json::parse(said([&] { return run_bind(bind, fake.kernel()); }), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["schema"], "pktgen.bind/1");
  EXPECT_EQ(json["ports"][0]["outcome"], "bound");
  EXPECT_EQ(json["ports"][0]["driver_before"], "i40e");
  EXPECT_EQ(json["ports"][0]["interfaces"][0], "eth1");
}

TEST(BindCommand, GivesBackWhatNobodyConfirms) {
  FakeKernel fake{MachineTree(kBindMachine)};
  const auto before = fake.files("sys");
  const BindRequest bind{.ports = {kA}, .confirm_within = std::chrono::milliseconds(1), .root = fake.root()};
  const auto done = run_bind(bind, fake.kernel());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::port);
  EXPECT_EQ(done.error().message, "nobody confirmed within 1ms; all was given back");
  EXPECT_EQ(fake.files("sys"), before);
  EXPECT_TRUE(fake.files("run").empty());
}

TEST(BindCommand, ConfirmsOnlyWhatWaits) {
  FakeKernel fake{MachineTree(kBindMachine + "run/pktgen/bind/\n")};
  const BindRequest confirm{.ports = {kA}, .confirm = true, .root = fake.root()};
  const auto none = run_bind(confirm, fake.kernel());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message,
            "0000:01:00.0: no bind waits for a word on it; pktgen ports says who has it");
  ASSERT_TRUE(RecordStore(fake.root()).mark_waiting(kA));
  EXPECT_EQ(said([&] { return run_bind(confirm, fake.kernel()); }), "0000:01:00.0: confirmed\n");
}

TEST(Confirmation, IsAMarkTakenAwayOrAStopOrTheEndOfTime) {
  const MachineTree machine("run/pktgen/bind/");
  const RecordStore store(machine.root().string());
  const std::vector<std::string> addresses{kA};
  std::stop_source stop;
  EXPECT_EQ(wait_for_confirmation(store, addresses, std::chrono::hours(1), stop.get_token()),
            Confirmation::given);
  ASSERT_TRUE(store.mark_waiting(kA));
  EXPECT_EQ(wait_for_confirmation(store, addresses, Nanoseconds(0), stop.get_token()), Confirmation::missing);
  stop.request_stop();
  EXPECT_EQ(wait_for_confirmation(store, addresses, std::chrono::hours(1), stop.get_token()),
            Confirmation::interrupted);
}

TEST(BindCommand, WithoutDriverctlTheBindingStaysUntilTheReboot) {
  FakeKernel fake{MachineTree(kBindMachine)};
  const BindRequest bind{.ports = {kA}, .persistent = true, .root = fake.root()};
  ::testing::internal::CaptureStderr();
  said([&] { return run_bind(bind, fake.kernel()); });
  EXPECT_EQ(fake.asked().back(), "driverctl set-override 0000:01:00.0 vfio-pci");
  const std::string warned = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(warned.find("apt install driverctl && driverctl set-override 0000:01:00.0 vfio-pci"),
            std::string::npos)
      << warned;
}

TEST(BindCommand, RefusesBeforeAnythingIsWritten) {
  FakeKernel fake{
      MachineTree(kBindMachine + "proc/net/if_inet6: 20010db8000000000000000000000010 02 40 00 80 eth2\n")};
  const auto before = fake.files("");
  const BindRequest bind{.ports = {"eth1", "eth2"}, .root = fake.root()};
  const auto done = run_bind(bind, fake.kernel());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::port);
  EXPECT_EQ(fake.files(""), before);
}

}  // namespace
}  // namespace pktgen
