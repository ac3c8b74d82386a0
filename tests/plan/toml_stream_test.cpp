#include "plan/toml_stream.h"

#include <cstdlib>
#include <gtest/gtest.h>

#include "plan/header_keys.h"
#include "plan/settings.h"

namespace pktgen {
namespace {

Result<Plan> plan_of(std::string_view text, std::string_view command = "send") {
  auto file = parse_plan(text, "plan.toml", command);
  if (!file) return tl::make_unexpected(file.error());
  return make_plan(command, file->asked, std::move(file->streams));
}

std::vector<StreamSpec> streams_in(std::string_view text) {
  auto plan = plan_of(text);
  EXPECT_TRUE(plan) << plan.error().message;
  return plan ? plan->streams : std::vector<StreamSpec>{};
}

std::string message(std::string_view text, std::string_view command = "send") {
  const auto plan = plan_of(text, command);
  if (plan) return "no error";
  EXPECT_EQ(plan.error().kind, ErrorKind::plan);
  EXPECT_EQ(plan.error().message.find('\n'), std::string::npos);
  return plan.error().message;
}

/// The message about a stream with one line in it, without the file and the stream's place.
std::string about(std::string_view line) {
  const std::string all = message("[[stream]]\n" + std::string(line));
  const std::string_view start = "plan.toml:2:";
  const std::size_t place = all.find(": stream[0]");
  return all.starts_with(start) && place != std::string::npos ? all.substr(start.size()) : all;
}

TEST(StreamTables, EveryKeyReachesTheStream) {
  const auto streams = streams_in(R"([[stream]]
name = "voice"
port = "b"
stack = "eth/vlan/ipv4/udp"
eth = { src = "02:00:00:00:00:01", dst = "02:00:00:00:00:02" }
vlan = { id = 7, priority = 5, drop_eligible = true, tpid = 0x88a8 }
ipv4 = { src = "198.18.0.9", dst = "198.19.0.9", dscp = 46, ecn = 1, ttl = 3, identification = 4, dont_fragment = true }
udp = { src_port = 5004, dst_port = 5005 }
sizes = [64, "594:4", "1000-1200:100"]
size_order = "random"
payload = "pattern:de ad"
load = "1000fps"
shape = "bursts:8"
seed = 9
start = "1s"
duration = "10s"
frames = 1000
)");
  ASSERT_EQ(streams.size(), 1U);
  const StreamSpec& voice = streams[0];
  EXPECT_EQ(voice.name, "voice");
  EXPECT_EQ(voice.place, "plan.toml:1:1: stream[0]");
  EXPECT_EQ(voice.port, 1U);
  EXPECT_EQ(std::get<EthernetHeader>(voice.headers[0]).dst, (MacAddress{2, 0, 0, 0, 0, 2}));
  const auto& tag = std::get<VlanTag>(voice.headers[1]);
  EXPECT_EQ(tag.id, 7);
  EXPECT_EQ(tag.priority, 5);
  EXPECT_TRUE(tag.drop_eligible);
  EXPECT_EQ(tag.tpid, 0x88a8);
  const auto& ip = std::get<Ipv4Header>(voice.headers[2]);
  EXPECT_EQ(ip.src, (Ipv4Address{198, 18, 0, 9}));
  EXPECT_EQ(ip.dscp, 46);
  EXPECT_EQ(ip.ecn, 1);
  EXPECT_EQ(ip.ttl, 3);
  EXPECT_EQ(ip.identification, 4);
  EXPECT_TRUE(ip.dont_fragment);
  EXPECT_EQ(std::get<UdpHeader>(voice.headers[3]).dst_port, 5005);
  ASSERT_EQ(voice.sizes.parts.size(), 5U);
  EXPECT_EQ(voice.sizes.parts[1].weight, 4U);
  EXPECT_EQ(voice.sizes.order, SizeMix::Order::random);
  EXPECT_EQ(voice.payload.bytes, (std::vector<std::uint8_t>{0xde, 0xad}));
  EXPECT_EQ(voice.payload.seed, 9U);
  EXPECT_EQ(voice.schedule.load, (Load{Load::Unit::frames_per_second, 1000}));
  EXPECT_EQ(voice.schedule.shape, Schedule::Shape::bursts);
  EXPECT_EQ(voice.schedule.seed, 9U);
  EXPECT_EQ(voice.schedule.start_offset, std::chrono::seconds(1));
  EXPECT_EQ(voice.schedule.duration, std::chrono::seconds(10));
  EXPECT_EQ(voice.schedule.frames, 1000U);
  EXPECT_EQ(voice.prebuilt, 0U);
}
TEST(StreamTables, AnEmptyOneIsUdpOf64BytesFromPortA) {
  const auto streams = streams_in("[[stream]]\n[[stream]]\n");
  ASSERT_EQ(streams.size(), 2U);
  EXPECT_EQ(streams[1].name, "stream[1]");
  EXPECT_EQ(streams[1].port, 0U);
  EXPECT_EQ(streams[1].headers.size(), 3U);
  EXPECT_EQ(streams[1].sizes.parts[0].size, 64_byte_frame);
  EXPECT_EQ(streams[1].schedule.load, (Load{Load::Unit::percent, 100}));
  EXPECT_FALSE(streams[1].schedule.duration);
  EXPECT_FALSE(streams[1].schedule.frames);
}
TEST(StreamTables, HeadersOfOneKindAreAnArrayFromTheFront) {
  const auto streams = streams_in(R"([[stream]]
stack = "eth/vlan/vlan/ipv4/udp"
[[stream.vlan]]
id = 100
[[stream.vlan]]
id = 7
[stream.ipv4]
ttl = 9
)");
  ASSERT_EQ(streams.size(), 1U);
  EXPECT_EQ(std::get<VlanTag>(streams[0].headers[1]).id, 100);
  EXPECT_EQ(std::get<VlanTag>(streams[0].headers[1]).tpid, 0x88a8);
  EXPECT_EQ(std::get<VlanTag>(streams[0].headers[2]).id, 7);
  EXPECT_EQ(std::get<Ipv4Header>(streams[0].headers[3]).ttl, 9);
}
TEST(StreamTables, ModifiersAreTablesOrWords) {
  const auto streams = streams_in(R"([[stream]]
modify = [{ field = "ipv4.src", count = 256, step = 2 }, { field = "ipv4.dst", list = ["10.0.0.1", 1], carries = true },
          { field = "udp.src_port", random = true }, "ipv4.ttl=64-1*4"]
)");
  ASSERT_EQ(streams.size(), 1U);
  ASSERT_EQ(streams[0].modifiers.size(), 4U);
  const Modifier &src = streams[0].modifiers[0], &dst = streams[0].modifiers[1],
                 &port = streams[0].modifiers[2];
  EXPECT_EQ(src.first, 0xc612'0001U) << "the header's own";
  EXPECT_EQ(src.step, 2);
  EXPECT_EQ(src.count, 256U);
  EXPECT_EQ(dst.kind, Modifier::Kind::list);
  EXPECT_EQ(dst.values, (std::vector<std::uint64_t>{0x0a00'0001, 1}));
  EXPECT_TRUE(dst.carries);
  EXPECT_EQ(port.kind, Modifier::Kind::random);
  EXPECT_EQ(port.seed, 3U) << "the stream's seed and its place, so that no two go hand in hand";
  EXPECT_EQ(streams[0].modifiers[3].step, -1);
}
TEST(StreamTables, APayloadsFileLiesBesideThePlan) {
  const auto file = parse_plan("[[stream]]\npayload = \"file:bytes.bin\"", "/lab/plan.toml", "send");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->streams[0].payload.file, "/lab/bytes.bin");
}
TEST(StreamTables, TheExampleReadsAndPrintsAsTheSamePlan) {
  const auto file =
      load_plan(std::string(std::getenv("PKTGEN_SOURCE_ROOT")) + "/docs/examples/streams.toml", "send");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->streams.size(), 5U);
  const auto plan = make_plan("send", file->asked, file->streams);
  ASSERT_TRUE(plan) << plan.error().message;
  const std::string printed = print_plan(*plan);
  auto again = plan_of(printed);
  ASSERT_TRUE(again) << again.error().message << printed;
  again->origins = plan->origins;  // all are of a file now
  EXPECT_EQ(print_plan(*again), printed);
  EXPECT_NE(printed.find(R"(vlan = { id = 7, priority = 5, drop_eligible = false, tpid = 0x8100 })"),
            std::string::npos);
  EXPECT_NE(
      printed.find("field = \"ipv4.dst\"\nstep = 1\nfirst = \"198.19.1.0\"\ncount = 16\ncarries = true\n"),
      std::string::npos)
      << printed;
  EXPECT_EQ(printed.find("shape = \"constant\"  #"), std::string::npos) << "that is each stream's own";
}
TEST(StreamTables, EveryHeaderPrintsAndReadsBack) {
  const std::string text = R"([[stream]]
stack = "eth/vlan/mpls/ipv4/ipv6/udp/tcp/icmp/vxlan/gre/arp"
tcp = { sequence = 4294967295, flags = "syn,ack" }
icmp = { reply = true }
gre = { key = 5 }
arp = { target_mac = "02:00:00:00:00:09" }
)";
  const std::string printed = print_streams(streams_in(text));
  EXPECT_EQ(print_streams(streams_in(printed)), printed);
  for (const char* part :
       {"mpls = { label = 16, traffic_class = 0, ttl = 64 }", "gre = { key = 5 }", R"(flags = "syn,ack")",
        "icmp = { reply = true, identifier = 0, sequence = 0 }", R"(target_mac = "02:00:00:00:00:09")"})
    EXPECT_NE(printed.find(part), std::string::npos) << printed;
}

TEST(StreamReference, NamesEveryHeaderAndEachOfItsKeys) {
  const auto text = load_text(std::string(std::getenv("PKTGEN_SOURCE_ROOT")) + "/docs/streams.md");
  ASSERT_TRUE(text) << text.error().message;
  for (const HeaderKey& key : header_keys()) {
    const std::size_t header = text->find("\n| `" + std::string(key.header) + "` |");
    ASSERT_NE(header, std::string::npos) << key.header;
    EXPECT_NE(text->find("`" + std::string(key.key) + "`", header), std::string::npos)
        << key.header << "." << key.key;
  }
  const std::string printed =
      print_streams(streams_in("[[stream]]\nduration = \"1s\"\nframes = 1\nprebuilt = 2"));
  for (const char* key : {"name", "port", "stack", "sizes", "size_order", "payload", "load", "shape", "seed",
                          "start", "duration", "frames", "prebuilt"}) {
    EXPECT_NE(printed.find(std::string("\n") + key + " = "), std::string::npos) << key;
    EXPECT_NE(text->find(std::string("\n| `") + key + "` |"), std::string::npos) << key;
  }
}

TEST(StreamMistakes, AnUnknownKeyNamesTheNearest) {
  EXPECT_EQ(about("lod = \"1%\""), "1: stream[0]: unknown key \"lod\"; the nearest known key is \"load\"");
  EXPECT_EQ(about("ipv4 = { sorce = \"10.0.0.1\" }"),
            "10: stream[0].ipv4: unknown key \"sorce\"; the nearest known key is \"src\"");
  EXPECT_EQ(about("modify = [{ feild = \"ipv4.src\" }]"),
            "13: stream[0].modify[0]: unknown key \"feild\"; the nearest known key is \"field\"");
  EXPECT_EQ(message("[[streams]]\n"),
            "plan.toml:1:3: unknown key \"streams\"; the nearest known key is \"stream\"");
}
TEST(StreamMistakes, AWrongTypeSaysWhatIsWanted) {
  EXPECT_EQ(about("load = 50"), "8: stream[0].load: wants a string like \"1000fps\", found the integer 50");
  EXPECT_EQ(about("frames = \"9\""),
            "10: stream[0].frames: wants an integer like 1000, found the string \"9\"");
  EXPECT_EQ(about("sizes = [64, 1.5]"),
            "14: stream[0].sizes: wants an integer like 218, an array, or a string like \"64-1518\", "
            "\"64:7,594:4,1518:1\" or \"imix\", found the number 1.5");
  EXPECT_EQ(about("ipv4 = 4"),
            "8: stream[0].ipv4: wants a table of the header's values, found the integer 4");
  EXPECT_EQ(about("ipv4 = { ttl = \"9\" }"),
            "16: stream[0].ipv4.ttl: wants an integer, found the string \"9\"");
  EXPECT_EQ(about("modify = 1"),
            "10: stream[0].modify: wants an array of tables, [[stream.modify]], or of strings, found the "
            "integer 1");
  EXPECT_EQ(
      about("modify = [1]"),
      "11: stream[0].modify[0]: wants a table like { field = \"ipv4.src\", count = 256 }, or a string like "
      "\"ipv4.src=198.18.0.1+1*256\", found the integer 1");
  EXPECT_EQ(message("[stream]\n"),
            "plan.toml:1:2: stream wants tables, each under [[stream]], found a table");
  EXPECT_EQ(message("[stream.ipv4]\nttl = 1"),
            "plan.toml:1:2: stream wants tables, each under [[stream]], found a table");
}
TEST(StreamMistakes, AValueThatCantBeIsNamedWithItsPlace) {
  EXPECT_EQ(about("load = \"5Gbps\"").substr(0, 44), "8: stream[0].load: \"5Gbps\" doesn't say which");
  EXPECT_EQ(about("ipv4 = { dscp = 64 }"),
            "17: stream[0].ipv4.dscp: wants a whole number from 0 to 63, found \"64\"");
  EXPECT_EQ(about("ipv4 = { ttl = -1 }"),
            "16: stream[0].ipv4.ttl: wants a whole number from 0 to 255, found \"-1\"");
  EXPECT_EQ(about("eth = { src = \"00:00:00:00:00:00\" }"),
            "15: stream[0].eth.src: 00:00:00:00:00:00 is nobody's address; leave it out for the port's own");
  EXPECT_EQ(about("sizes = \"64:0\""),
            "9: stream[0].sizes: the weight of \"64:0\": wants a whole number from 1 to 65535, found \"0\"");
  EXPECT_EQ(about("start = \"25h\""), "9: stream[0].start: wants a time up to 24h, found \"25h\"");
  EXPECT_EQ(about("duration = \"0s\""),
            "12: stream[0].duration: wants a time above zero, up to 24h, found \"0s\"");
  EXPECT_EQ(about("port = \"c\""), "8: stream[0].port: wants the port that sends, a or b, found \"c\"");
  EXPECT_EQ(about("name = \"\""), "8: stream[0].name: wants a name of 1 to 60 characters, found \"\"");
}
TEST(StreamMistakes, AHeaderThatTheStackHasNotIsRefused) {
  EXPECT_EQ(about("vlan = { id = 7 }"),
            "1: stream[0].vlan: the stack eth/ipv4/udp has no vlan; add it to stack, or leave this out");
  EXPECT_EQ(
      about("udp = [{}, {}]"),
      "1: stream[0].udp[1]: the stack eth/ipv4/udp has no more udp; add it to stack, or leave this out");
}
TEST(StreamMistakes, AModifierIsCheckedWithItsPlace) {
  EXPECT_EQ(
      about("modify = [\"ipv4.src=random:4\", { field = \"ipv4.dts\" }]"),
      "42: stream[0].modify[1].field: the headers have no field \"ipv4.dts\" that changes; the nearest is "
      "\"ipv4.dst\"");
  EXPECT_EQ(about("modify = [{ count = 4 }]"),
            "11: stream[0].modify[0]: wants to know which field changes; say field = \"ipv4.src\"");
  EXPECT_EQ(about("modify = [{ field = \"ipv4.ttl\", first = 256 }]"),
            "41: stream[0].modify[0].first: ipv4.ttl wants a whole number from 0 to 255, found \"256\"");
  EXPECT_EQ(about("modify = [{ field = \"ipv4.ttl\", count = 0 }]"),
            "41: stream[0].modify[0].count: wants an integer from 1 up, found the integer 0");
  EXPECT_EQ(about("modify = [{ field = \"ipv4.ttl\", step = 0 }]"),
            "11: stream[0].modify[0]: a step of 0 changes nothing; say 1, or another number");
  EXPECT_EQ(about("modify = [{ field = \"ipv4.ttl\", list = [] }]"),
            "11: stream[0].modify[0]: the list of ipv4.ttl is empty; give it values");
  EXPECT_EQ(about("modify = [{ field = \"ipv4.ttl\", list = [1], count = 2 }]"),
            "45: stream[0].modify[0].count: a list says all values; leave this out");
  EXPECT_EQ(about("modify = [{ field = \"ipv4.ttl\", random = true, step = 2 }]"),
            "48: stream[0].modify[0].step: random values have no step; leave this out");
  EXPECT_EQ(about("modify = [{ field = \"eth.src\", count = 4 }]").substr(0, 62),
            "11: stream[0].modify[0]: eth.src is the port's own address, no");
}
TEST(StreamMistakes, WhatCarriesNeedsSomethingBeforeItThatWraps) {
  EXPECT_EQ(about("modify = [{ field = \"ipv4.ttl\", carries = true }]"),
            "11: stream[0].modify[0].carries: there is no modifier before this one; put one there, or leave "
            "it out");
  EXPECT_EQ(about("modify = [\"ipv4.src=random\", { field = \"ipv4.ttl\", carries = true }]"),
            "30: stream[0].modify[1].carries: the modifier before this one is random, so it never wraps; let "
            "it count, "
            "or give a list");
}
TEST(StreamMistakes, ANameThatIsThereTwiceIsRefused) {
  EXPECT_EQ(message("[[stream]]\nname = \"a\"\n[[stream]]\nname = \"a\"\n"),
            "plan.toml:3:1: stream[1]: name: \"a\" is the name of another stream too, at plan.toml:1:1: "
            "stream[0]; choose "
            "another");
}

TEST(StreamCommands, OnlyThoseThatSendOrReceiveStreamsTakeThem) {
  EXPECT_EQ(message("seed = 1\n[[stream]]\n", "replay"),
            "plan.toml:2:1: stream[0]: streams aren't for pktgen replay; leave them out");
  EXPECT_EQ(message("[[stream]]\n", "receive"), "no error");
}
TEST(StreamCommands, AValueOfTheOneStreamBesideTablesIsRefused) {
  EXPECT_EQ(message("\nload = \"50%\"\n[[stream]]\n"),
            "plan.toml:2:8: load: each [[stream]] of the plan says this itself, the first at plan.toml:3:1: "
            "stream[0]; "
            "leave it out");
}
TEST(StreamCommands, OptionsDescribeTheOneStreamOfASendWithoutTables) {
  const auto plan = plan_of(R"(
stack = "eth/ipv6/tcp"
sizes = [64, "594:4"]
load = "10%"
vlan = 7
src_ip = "2001:2::9"
dst_port = 443
dscp = 46
ttl = 9
flags = "syn"
modify = ["ipv6.src=random:256", "tcp.src_port=random"]
payload = "zeros"
shape = "poisson"
frames = 3
seed = 5
)");
  ASSERT_TRUE(plan) << plan.error().message;
  const auto streams = streams_of(*plan);
  ASSERT_EQ(streams.size(), 1U);
  const StreamSpec& stream = streams[0];
  EXPECT_EQ(std::get<VlanTag>(stream.headers[1]).id, 7);
  const auto& ip = std::get<Ipv6Header>(stream.headers[2]);
  EXPECT_EQ(ip.src[15], 9);
  EXPECT_EQ(ip.dscp, 46);
  EXPECT_EQ(ip.hop_limit, 9);
  EXPECT_EQ(std::get<TcpHeader>(stream.headers[3]).dst_port, 443);
  EXPECT_EQ(std::get<TcpHeader>(stream.headers[3]).flags, 2);
  EXPECT_EQ(stream.sizes.parts[1].weight, 4U);
  EXPECT_EQ(stream.modifiers[0].first, 9U) << "whatever the order of the keys";
  EXPECT_EQ(stream.modifiers[1].seed, 6U);
  EXPECT_EQ(stream.payload.kind, PayloadSpec::Kind::zeros);
  EXPECT_EQ(stream.schedule.shape, Schedule::Shape::poisson);
  EXPECT_EQ(stream.schedule.load, (Load{Load::Unit::percent, 10}));
  EXPECT_EQ(stream.schedule.seed, 5U);
  EXPECT_EQ(stream.schedule.frames, 3U);
  const std::string printed = print_plan(*plan);
  EXPECT_NE(printed.find("sizes = [64, \"594:4\"]  # plan file\n"), std::string::npos) << printed;
  const auto again = plan_of(printed);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(print_streams(streams_of(*again)), print_streams(streams));
}
TEST(StreamCommands, AnOptionForAHeaderThatTheStackHasNotIsRefused) {
  EXPECT_EQ(
      message("flags = \"syn\""),
      "plan.toml:1:9: flags: the stack eth/ipv4/udp has no header for it; leave it out, or add tcp to stack");
  EXPECT_EQ(
      message("src_ip = \"2001:2::1\""),
      "plan.toml:1:10: src_ip: wants an IPv4 address like 198.18.0.1, found \"2001:2::1\" (the stack is "
      "eth/ipv4/udp)");
}

}  // namespace
}  // namespace pktgen
