#include "plan/modifier_values.h"

#include <gtest/gtest.h>

#include "plan/stream_values.h"

namespace pktgen {
namespace {

HeaderStack stack(std::string_view text = "eth/vlan/ipv4/udp") { return *parse_header_stack(text); }

Modifier modifier(std::string_view text, const HeaderStack& headers = stack()) {
  auto parsed = parse_modifier(text, headers, 1);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return parsed ? *parsed : Modifier{};
}

std::string message(std::string_view text, const HeaderStack& headers = stack()) {
  const auto parsed = parse_modifier(text, headers, 1);
  return parsed ? std::string("no error") : parsed.error().message;
}

TEST(ModifierText, CountsFromAnAddress) {
  const Modifier counts = modifier("ipv4.src=198.18.0.1+3*256");
  EXPECT_EQ(counts.field, "ipv4.src");
  EXPECT_EQ(counts.kind, Modifier::Kind::count);
  EXPECT_EQ(counts.first, 0xc612'0001U);
  EXPECT_EQ(counts.step, 3);
  EXPECT_EQ(counts.count, 256U);
}
TEST(ModifierText, CountsDownAndOverAllThatTheFieldHolds) {
  EXPECT_EQ(modifier("ipv4.ttl=64-2*4").step, -2);
  EXPECT_EQ(modifier("udp.src_port=1024+1*all").count, 0U);
  EXPECT_EQ(modifier("vlan.id=1+1*all").count, 4094U) << "4095 is reserved";
}
TEST(ModifierText, ListsValues) {
  EXPECT_EQ(modifier("vlan.id=7,9,0xb").values, (std::vector<std::uint64_t>{7, 9, 11}));
  EXPECT_EQ(modifier("eth.dst=02:00:00:00:00:0a").values, (std::vector<std::uint64_t>{0x0200'0000'000a}));
  EXPECT_EQ(modifier("tcp.flags=syn,ack,18", stack("eth/ipv4/tcp")).values,
            (std::vector<std::uint64_t>{2, 16, 18}));
}
TEST(ModifierText, DrawsAtRandom) {
  const Modifier all = modifier("udp.src_port=random");
  EXPECT_EQ(all.kind, Modifier::Kind::random);
  EXPECT_EQ(all.first, 0U);
  EXPECT_EQ(all.count, 0U);
  const Modifier some = modifier("ipv4.src=random:256");
  EXPECT_EQ(some.first, 0xc612'0001U) << "from the header's own value up";
  EXPECT_EQ(some.count, 256U);
  EXPECT_EQ(modifier("ipv4.src=10.0.0.0+random*16").first, 0x0a00'0000U);
  EXPECT_EQ(modifier("udp.src_port=1024+random*all").count, 64'512U);
  EXPECT_EQ(parse_modifier("udp.src_port=random", stack(), 9)->seed, 9U);
}
TEST(ModifierText, ChangesTheLast64BitsOfAnIpv6Address) {
  const HeaderStack headers = stack("eth/ipv6/udp");
  EXPECT_EQ(modifier("ipv6.src=2001:2::7+1*4", headers).first, 7U);
  EXPECT_EQ(message("ipv6.src=2001:3::7+1*4", headers),
            "ipv6.src: ipv6.src changes in its last 64 bits only, so the first 64 of \"2001:3::7\" must be "
            "those of "
            "the header's 2001:2::1; give the header such an address");
}
TEST(ModifierText, NamesTheSecondHeaderOfAKind) {
  const HeaderStack headers = stack("eth/vlan/vlan/ipv4/udp");
  EXPECT_EQ(modifier("vlan[2].id=7,9", headers).field, "vlan[2].id");
  EXPECT_EQ(message("vlan[3].id=7,9", headers),
            "the headers have no field \"vlan[3].id\" that changes; the nearest is \"vlan[2].id\"");
}
TEST(ModifierText, PrintsAsItReads) {
  const HeaderStack headers = stack("eth/vlan/ipv6/tcp");
  for (const char* text : {"eth.src=02:00:00:00:00:01+1*16", "vlan.id=7,9,11", "vlan.priority=7-1*8",
                           "ipv6.dst=2001:2:0:1::ff+2*100", "tcp.src_port=random", "tcp.sequence=5+random*6",
                           "tcp.flags=syn,ack,18,none", "tcp.window=9+1*all"})
    EXPECT_EQ(print_modifier(modifier(text, headers), headers), text);
}
TEST(ModifierText, AFieldThatIsNotThereNamesTheNearest) {
  EXPECT_EQ(message("ipv4.sorce=1,2"),
            "the headers have no field \"ipv4.sorce\" that changes; the nearest is \"ipv4.src\"");
  EXPECT_EQ(message("vlan.tpid=1,2"),
            "the headers have no field \"vlan.tpid\" that changes; the nearest is \"vlan.id\"");
  EXPECT_TRUE(message("gre.key=1,2", stack("eth/ipv4/gre/ipv4/udp")).starts_with("the headers have no field"))
      << "without a key the header has no such field";
}
TEST(ModifierText, AValueBeyondTheFieldIsRefused) {
  EXPECT_EQ(message("vlan.id=4095"), "vlan.id: vlan.id wants a whole number from 0 to 4094, found \"4095\"");
  EXPECT_EQ(
      message("vlan.id=4000+1*96"),
      "vlan.id: 96 values from 4000 in steps of 1 leave vlan.id, which holds 0 to 4094; say 95 or less");
  EXPECT_EQ(message("vlan.id=4000+1*95"), "no error");
  EXPECT_EQ(message("ipv4.ttl=6-2*5"),
            "ipv4.ttl: 5 values from 6 in steps of -2 leave ipv4.ttl, which holds 0 to 255; say 4 or less");
  EXPECT_EQ(message("ipv4.ttl=6-2*4"), "no error");
  EXPECT_EQ(message("ipv4.src=255.255.255.255+random*2"),
            "ipv4.src: 2 values from 255.255.255.255 in steps of 1 leave ipv4.src, which holds 0.0.0.0 to "
            "255.255.255.255; say 1 or less");
  EXPECT_EQ(message("ipv6.src=2001:2::ffff:ffff:ffff:ffff+1*2", stack("eth/ipv6/udp")).substr(0, 19),
            "ipv6.src: 2 values ");
}
TEST(ModifierText, WhatIsNoModifierSaysWhatWouldBeOne) {
  EXPECT_EQ(message("ipv4.src"),
            "wants FIELD=VALUES like ipv4.src=198.18.0.1+1*256, ipv4.src=random:256, udp.src_port=random or "
            "vlan.id=7,9,11, found \"ipv4.src\"");
  EXPECT_EQ(message("vlan.id=7*4"), "vlan.id: wants a step in front of *, like 7+1*4, found \"7\"");
  EXPECT_EQ(message("vlan.id=7+0*4"),
            "vlan.id: the step wants a whole number from 1 to 9223372036854775807, found \"0\"");
  EXPECT_EQ(message("vlan.id=7+1*0"),
            "vlan.id: the count wants a whole number from 1 to 9223372036854775807, found \"0\", or all");
  EXPECT_EQ(message("eth.src=random:16"),
            "eth.src: eth.src is the port's own address, not known yet; say the first value, like "
            "02:00:00:00:00:01");
}

}  // namespace
}  // namespace pktgen
