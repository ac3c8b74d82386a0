#include <algorithm>
#include <map>
#include <gtest/gtest.h>

#include "base/text.h"
#include "plan/settings.h"
#include "plan/validate.h"

namespace pktgen {
namespace {

Result<Plan> plan_of(std::string_view text) {
  const auto file = parse_plan(text, "plan.toml", "sweep");
  if (!file) return tl::make_unexpected(file.error());
  return make_plan("sweep", file->asked, file->streams);
}

std::string message(std::string_view text) {
  const auto plan = plan_of(text);
  if (plan) return "no error";
  EXPECT_EQ(plan.error().kind, ErrorKind::plan);
  EXPECT_EQ(plan.error().message.find('\n'), std::string::npos);
  return plan.error().message;
}

constexpr std::string_view kEveryKey = R"(
ports = ["vdev:net_tap0,iface=x", "vdev:net_null0"]
device = "wires/device.toml"
sizes = [512, "64-128:64"]
load = "1.5Mfps"
duration = "500ms"
direction = "b>a"
stack = "udp6"
vlan = 100
src_mac = "02:00:00:00:00:01"
dst_mac = "02:00:00:00:00:02"
src_ip = "2001:2::5"
dst_ip = "2001:2::6"
src_port = 1
dst_port = 2
sample = 3
drain = "1s"
tolerance = "0.5%"
link_timeout = "5s"
seed = 9223372036854775807
verify_payload = true
real_time = true
lcores = [2, "4-5"]
tx_queues = 2
rx_queues = 3
pmd_config = "profiles"
json = true
csv = true
out = "a \"b\" \\ c"
force = true
calibration = "tester.toml"
link_speed = "10G"
advertise = ["2.5G", "5G"]
link_speeds = ["5G", "1G"]
fec = "rs"
pause = "rx"
mtu = 9000
dom_interval = "2s"
)";

TEST(PlanFile, EveryKeyReachesThePlan) {
  const auto plan = plan_of(kEveryKey);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->ports[0].name, "net_tap0,iface=x");
  EXPECT_EQ(plan->device_file, "wires/device.toml");
  EXPECT_EQ(plan->sizes, (std::vector<FrameBytes>{{64}, {128}, {512}}));
  EXPECT_EQ(plan->load, (Load{Load::Unit::frames_per_second, 1'500'000}));
  EXPECT_EQ(plan->duration, std::chrono::milliseconds(500));
  EXPECT_EQ(plan->directions, (std::vector{Direction::b_to_a}));
  EXPECT_EQ(plan->stack, Stack::udp6);
  EXPECT_EQ(plan->vlan, 100);
  EXPECT_EQ(plan->src_mac, (MacAddress{2, 0, 0, 0, 0, 1}));
  EXPECT_EQ(plan->dst_mac, (MacAddress{2, 0, 0, 0, 0, 2}));
  EXPECT_EQ(plan->src_ipv6[15], 5);
  EXPECT_EQ(plan->dst_ipv6[15], 6);
  EXPECT_EQ(plan->src_ipv4, (Ipv4Address{198, 18, 0, 1}));
  EXPECT_EQ(plan->src_port, 1);
  EXPECT_EQ(plan->dst_port, 2);
  EXPECT_EQ(plan->sample_frames, 3U);
  EXPECT_EQ(plan->drain, std::chrono::seconds(1));
  EXPECT_EQ(plan->tolerance_percent, 0.5);
  EXPECT_EQ(plan->link_timeout, std::chrono::seconds(5));
  EXPECT_EQ(plan->seed, 9223372036854775807U);
  EXPECT_TRUE(plan->verify_payload && plan->real_time && plan->json && plan->csv && plan->force);
  EXPECT_EQ(plan->lcores, (std::vector<unsigned>{2, 4, 5}));
  EXPECT_EQ(plan->tx_queues, 2U);
  EXPECT_EQ(plan->rx_queues, 3U);
  EXPECT_EQ(plan->pmd_config_directory, "profiles");
  EXPECT_EQ(plan->out_directory, "a \"b\" \\ c");
  EXPECT_EQ(plan->calibration, "tester.toml");
  EXPECT_EQ(plan->link.speed, LinkBitsPerSecond{10'000'000'000});
  EXPECT_EQ(plan->link.advertised, (std::vector<LinkBitsPerSecond>{{2'500'000'000}, {5'000'000'000}}));
  EXPECT_EQ(plan->link_speeds, (std::vector<LinkBitsPerSecond>{{5'000'000'000}, {1'000'000'000}}));
  EXPECT_EQ(plan->link.fec, FecMode::rs);
  EXPECT_EQ(plan->link.pause, PauseMode::rx);
  EXPECT_EQ(plan->link.mtu, MtuBytes{9000});
  EXPECT_EQ(plan->dom_interval, std::chrono::seconds(2));
  const auto of_sweep = [](const Setting& setting) { return takes("sweep", setting); };
  EXPECT_EQ(plan->origins.size(), std::ranges::count_if(settings(), of_sweep))
      << "a setting is missing in kEveryKey";
  EXPECT_EQ(plan->origins.at("src-mac"), Origin::file);
}
TEST(PlanFile, WhatIsPrintedReadsBackToTheSameText) {
  const std::string printed = print_plan(*plan_of(kEveryKey));
  EXPECT_NE(printed.find("out = \"a \\\"b\\\" \\\\ c\"  # plan file\n"), std::string::npos) << printed;
  const auto again = plan_of(printed);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(print_plan(*again), printed);
}
TEST(PlanFile, AnEmptyOneIsTheDefaults) {
  const auto plan = plan_of("");
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->origins.empty());
  EXPECT_EQ(print_plan(*plan).substr(0, 37), "ports = [\"emu:a\", \"emu:b\"]  # default");
  EXPECT_NE(print_plan(*plan).find("# vlan is not set\n"), std::string::npos);
}
TEST(PlanFile, EveryExampleInTheTableIsReadable) {
  // What one key means differs by the command.
  const std::map<std::pair<std::string_view, std::string_view>, std::string> others{
      {{"step", "service"}, R"("60s")"}, {{"tests", "lag"}, R"("capacity,failover")"}};
  for (const Setting& setting : settings()) {
    for (const std::string_view command : split(setting.commands, ' ')) {
      const auto other = others.find({setting.name, command});
      const std::string text =
          toml_key(setting) + " = " + (other != others.end() ? other->second : std::string(setting.example));
      // A key of TCP needs a stack that has it.
      const std::string stack = setting.name == "flags" ? "stack = \"eth/ipv4/tcp\"\n" : "";
      const auto file = parse_plan(stack + text, "plan.toml", command);
      ASSERT_TRUE(file) << text;
      const auto plan = make_plan(command, file->asked);
      EXPECT_TRUE(plan) << plan.error().message;
    }
    EXPECT_FALSE(setting.help.empty());
  }
}
TEST(PlanFile, AKeyOfAnotherCommandIsRefusedWithItsPlace) {
  const auto plan = plan_of("speed = \"2\"");
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().message,
            "plan.toml:1:9: speed: speed is for pktgen replay, not for sweep; leave it out");
}
TEST(PlanFile, AByteOrderMarkAndCarriageReturnsAreFine) {
  const auto plan = plan_of("\xef\xbb\xbfload = \"50%\"\r\nsample = 3\r\n");
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->sample_frames, 3U);
}
TEST(PlanFile, PathsOfWhatIsReadAreSeenFromItsFolder) {
  const auto file =
      parse_plan("device = \"d.toml\"\nout = \"o\"\npmd_config = \"/abs\"", "/lab/plan.toml", "sweep");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->asked[0].text, "/lab/d.toml");
  EXPECT_EQ(file->asked[1].text, "o");
  EXPECT_EQ(file->asked[2].text, "/abs");
}
TEST(PlanFile, AnUnknownKeyIsNamedWithItsPlaceAndTheNearest) {
  EXPECT_EQ(message("seed = 1\n framesize = 64"),
            "plan.toml:2:2: unknown key \"framesize\"; the nearest known key is \"sizes\"");
  EXPECT_EQ(message("src-mac = \"x\""),
            "plan.toml:1:1: unknown key \"src-mac\"; the nearest known key is \"src_mac\"");
  EXPECT_EQ(message("[loads]"), "plan.toml:1:2: unknown table \"loads\"; the nearest known key is \"load\"");
  EXPECT_EQ(message("[load]\nx = 1"), "plan.toml:1:1: load wants a string like \"50%\", found a table");
}
TEST(PlanFile, AWrongTypeSaysWhatIsWanted) {
  EXPECT_EQ(message("duration = 10"),
            "plan.toml:1:12: duration wants a string like \"10s\", found the integer 10");
  EXPECT_EQ(message("sizes = \"64\""),
            "plan.toml:1:9: sizes wants an array of integers, and strings for ranges like [64, 512, "
            "\"1024-1518:64\"], found the string \"64\"");
  EXPECT_EQ(message("sizes = [64.0]"),
            "plan.toml:1:10: sizes wants an array of integers, and strings for ranges like [64, 512, "
            "\"1024-1518:64\"], found the number 64");
  EXPECT_EQ(
      message("ports = [1, 2]"),
      "plan.toml:1:10: ports wants an array of strings like [\"emu:a\", \"emu:b\"], found the integer 1");
  EXPECT_EQ(message("json = 1"), "plan.toml:1:8: json wants true or false like true, found the integer 1");
  EXPECT_EQ(message("seed = 2026-01-01"),
            "plan.toml:1:8: seed wants an integer like 1, found a date or time");
}
TEST(PlanFile, AValueThatCantBeIsNamedWithItsPlace) {
  EXPECT_EQ(message("\nload = \"101%\""),
            "plan.toml:2:8: load: \"101%\" is more than the link carries; say 100% or less");
  EXPECT_EQ(message("sizes = []"),
            "plan.toml:1:9: sizes: wants frame sizes like 64,512 or 64-1518:64, found \"\"");
  EXPECT_EQ(message("vlan = -1"), "plan.toml:1:8: vlan: wants a whole number from 1 to 4094, found \"-1\"");
}
TEST(PlanFile, AKeyThatIsThereTwiceIsRefused) {
  EXPECT_EQ(message("load = \"50%\"\nload = \"60%\"").substr(0, 61),
            "plan.toml:2:8: this key is there twice; keep one of them (Err");
}
TEST(PlanFile, WhatIsNoTomlIsNamedByItsKind) {
  EXPECT_EQ(message(std::string_view("\xd4\xc3\xb2\xa1\x02\x00\x04\x00", 8)),
            "plan.toml: isn't a TOML file: it starts with pcap magic; give a text file of key = value lines");
  EXPECT_EQ(message("\x4d\x3c\xb2\xa1"),
            "plan.toml: isn't a TOML file: it starts with pcap magic; give a text file of key = value lines");
  EXPECT_EQ(message(std::string_view("load\0", 5)),
            "plan.toml: isn't a TOML file: it holds binary bytes; give a text file of key = value lines");
  EXPECT_EQ(message("load = ").substr(0, 12), "plan.toml:1:");
}
TEST(PlanFile, ATypoTheTomlLibraryTripsOverIsOneLineToo) {
  EXPECT_EQ(message("[&load]").substr(0, 16), "plan.toml:1:2: E");
  EXPECT_EQ(message("a.& = 1").substr(0, 12), "plan.toml:1:");
}
TEST(PlanFile, LettersBeyondAsciiAreForStringsAndComments) {
  EXPECT_EQ(message("load = \xe2\x80\x9c"
                    "50%\xe2\x80\x9d")
                .substr(0, 14),
            "plan.toml:1:8:");
  EXPECT_EQ(message("ll\xd1\x97"
                    "ad = 1")
                .substr(0, 14),
            "plan.toml:1:3:");
  EXPECT_EQ(message("out = \"\xd1\x97\"  # \xd1\x97"), "no error");
}
TEST(PlanFile, ADeepNestIsRefusedAndNotFollowed) {
  std::string key = "a";
  for (int i = 0; i < 100'000; ++i) key += ".a";
  EXPECT_EQ(message(key + " = 1"), "plan.toml: a key nests too deeply");
  std::string arrays = "sizes = ";
  arrays.append(100'000, '[');
  EXPECT_NE(message(arrays), "no error");
}
TEST(PlanFile, ThatIsNotThereIsTheEnvironmentsError) {
  const auto asked = load_plan("/nowhere/plan.toml", "sweep");
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().kind, ErrorKind::environment);
  EXPECT_EQ(asked.error().message,
            "/nowhere/plan.toml: can't be read: No such file or directory; check the path");
}

TEST(Settings, TheLaterValueWinsAndTheStackIsAppliedFirst) {
  const std::vector<Asked> asked{{find_setting("load"), "50%", "plan.toml:1:8: load", Origin::file},
                                 {find_setting("src-ip"), "2001:2::9", "--src-ip", Origin::command_line},
                                 {find_setting("load"), "25%", "--load", Origin::command_line},
                                 {find_setting("stack"), "udp6", "--stack", Origin::command_line}};
  const auto plan = make_plan("sweep", asked);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->load, (Load{Load::Unit::percent, 25}));
  EXPECT_EQ(plan->origins.at("load"), Origin::command_line);
  EXPECT_EQ(plan->src_ipv6[15], 9);
}
TEST(Settings, AnAddressOfTheWrongFamilyNamesTheStack) {
  EXPECT_EQ(
      message("src_ip = \"10.0.0.1\"\nstack = \"udp6\""),
      "plan.toml:1:10: src_ip: wants an IPv6 address like 2001:2::1, found \"10.0.0.1\" (the stack is udp6)");
  EXPECT_EQ(
      message("dst_port = 7\nstack = \"eth\""),
      "plan.toml:1:12: dst_port: stack eth has no UDP ports; leave it out, or choose stack udp4 or udp6");
}

}  // namespace
}  // namespace pktgen
