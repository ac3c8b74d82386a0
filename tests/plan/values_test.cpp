#include "plan/values.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

template <class T>
std::string message(const Result<T>& result) {
  return result ? std::string("no error") : result.error().message;
}

TEST(LoadText, SaysItsUnit) {
  EXPECT_EQ(*parse_load("50%"), (Load{Load::Unit::percent, 50}));
  EXPECT_EQ(*parse_load("1000fps"), (Load{Load::Unit::frames_per_second, 1000}));
  EXPECT_EQ(*parse_load("10kfps"), (Load{Load::Unit::frames_per_second, 10'000}));
  EXPECT_EQ(*parse_load("1.5Mfps"), (Load{Load::Unit::frames_per_second, 1'500'000}));
  EXPECT_EQ(*parse_load("5GbpsL1"), (Load{Load::Unit::l1_bits_per_second, 5e9}));
  EXPECT_EQ(*parse_load("5GbpsL2"), (Load{Load::Unit::l2_bits_per_second, 5e9}));
  EXPECT_EQ(*parse_load("100%"), (Load{Load::Unit::percent, 100}));
}
TEST(LoadText, VeryLargeAndVerySmallOnesReadBackToo) {
  for (const char* text : {"0.00001%", "44444444444444444444444444fps", "0.0000001GbpsL2"})
    EXPECT_EQ(*parse_load(print_load(*parse_load(text))), *parse_load(text)) << print_load(*parse_load(text));
  EXPECT_EQ(print_load(*parse_load("0.00001%")), "0.00001%");
}
TEST(LoadText, ABareBpsIsRefusedWithTheThreeSpellingsThatWork) {
  EXPECT_EQ(
      message(parse_load("5Gbps")),
      "\"5Gbps\" doesn't say which bits it counts; say 5GbpsL1 (with preamble and gap), 5GbpsL2 (frames with "
      "their FCS), or a share of the link like 50%");
  EXPECT_EQ(parse_load("5Gbps").error().kind, ErrorKind::plan);
}
TEST(LoadText, ThatSendsNothingOrTooMuchIsRefused) {
  for (const char* text : {"0%", "-1%", "0fps", "-5GbpsL1", "-0%"})
    EXPECT_TRUE(message(parse_load(text)).find("sends nothing") != std::string::npos) << text;
  EXPECT_EQ(message(parse_load("101%")), "\"101%\" is more than the link carries; say 100% or less");
  EXPECT_FALSE(parse_load("100.01%"));
}
TEST(LoadText, WhatIsNoLoadSaysWhatWouldBeOne) {
  for (const char* text :
       {"", "-1", "50", "nan", "nan%", "inf%", "%", "fps", "5gbpsL1", "5GbpsL3", "1,5Mfps", "5 %"})
    EXPECT_TRUE(message(parse_load(text))
                    .starts_with("wants a load like 50%, 1000fps, 1.5Mfps, 5GbpsL1 or 5GbpsL2, found"))
        << text;
}
TEST(LoadText, IsPrintedSoThatItReadsBackToTheSameLoad) {
  EXPECT_EQ(print_load(*parse_load("1.5Mfps")), "1.5Mfps");
  EXPECT_EQ(print_load(*parse_load("5GbpsL2")), "5GbpsL2");
  EXPECT_EQ(print_load(*parse_load("0.1%")), "0.1%");
  for (const char* text : {"33.333333333333336%", "1234567.891fps", "14880952fps", "0.3fps", "7.1GbpsL1"})
    EXPECT_EQ(*parse_load(print_load(*parse_load(text))), *parse_load(text)) << text;
}

TEST(PortText, NamesItsKind) {
  EXPECT_EQ(*parse_port("emu:a"), (PortName{PortName::Kind::emulated, "emu:a", "a"}));
  EXPECT_EQ(*parse_port("if:eth1"), (PortName{PortName::Kind::interface, "if:eth1", "eth1"}));
  EXPECT_EQ(*parse_port("vdev:net_null0,size=64"),
            (PortName{PortName::Kind::virtual_device, "vdev:net_null0,size=64", "net_null0,size=64"}));
  EXPECT_EQ(*parse_port("0000:01:00.0"), (PortName{PortName::Kind::pci, "0000:01:00.0", "0000:01:00.0"}));
  EXPECT_EQ(*parse_port("0A:00.1"), (PortName{PortName::Kind::pci, "0A:00.1", "0000:0a:00.1"}));
}
TEST(PortText, ThatIsNoneIsRefused) {
  for (const char* text :
       {"", "eth0", "if:", "vdev:", "emu:c", "emu:", "01:00.8", "01:00", "0000:01:00.0x", "pci:1"})
    EXPECT_FALSE(parse_port(text)) << text;
}
TEST(PortText, ACommaInsideAVirtualDeviceBelongsToIt) {
  const auto ports = parse_ports("vdev:net_tap0,iface=foo,vdev:net_null1,size=64,copy=1");
  ASSERT_TRUE(ports);
  ASSERT_EQ(ports->size(), 2U);
  EXPECT_EQ((*ports)[0].name, "net_tap0,iface=foo");
  EXPECT_EQ((*ports)[1].name, "net_null1,size=64,copy=1");
  EXPECT_EQ(print_ports(*ports), "vdev:net_tap0,iface=foo,vdev:net_null1,size=64,copy=1");
  EXPECT_FALSE(parse_ports("if:eth0,iface=foo"));
}

TEST(DirectionText, ThatTheShellHasEatenIsExplained) {
  EXPECT_EQ(*parse_directions("both"), (std::vector{Direction::a_to_b, Direction::b_to_a}));
  EXPECT_EQ(*parse_directions("a>b"), (std::vector{Direction::a_to_b}));
  EXPECT_EQ(*parse_directions("b_to_a"), (std::vector{Direction::b_to_a}));
  EXPECT_EQ(
      message(parse_directions("a")),
      "wants both, a>b or b>a, found \"a\"; the shell takes > for itself: say 'a>b' in quotes, or a_to_b");
  EXPECT_EQ(message(parse_directions("up")), "wants both, a>b or b>a, found \"up\"");
}

TEST(StackText, IsOneOfThree) {
  EXPECT_EQ(*parse_stack("udp6"), Stack::udp6);
  EXPECT_EQ(message(parse_stack("tcp4")), "wants udp4, udp6 or eth, found \"tcp4\"");
}

using Words = std::vector<std::string>;

TEST(SplitCommand, DividesAtBlanksAndKeepsQuotedWordsTogether) {
  EXPECT_EQ(*split_command("ssh  switch reload "), (Words{"ssh", "switch", "reload"}));
  EXPECT_EQ(*split_command("sh -c 'echo \"a b\"; reload'"), (Words{"sh", "-c", "echo \"a b\"; reload"}));
  EXPECT_EQ(*split_command("a\"b c\"d ''"), (Words{"ab cd", ""}));
  EXPECT_EQ(*split_command("echo $HOME;ls"), (Words{"echo", "$HOME;ls"})) << "no shell reads it";
}

TEST(SplitCommand, RefusesNothingHalfAQuoteAndNul) {
  EXPECT_EQ(split_command("sh -c 'x").error().message, "wants a second ' in \"sh -c 'x\"");
  EXPECT_FALSE(split_command(""));
  EXPECT_FALSE(split_command("  "));
  EXPECT_FALSE(split_command("''"));
  EXPECT_FALSE(split_command(std::string_view("ls\0 -l", 6)));
}

}  // namespace
}  // namespace pktgen
