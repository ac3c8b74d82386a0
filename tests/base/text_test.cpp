#include "base/text.h"

#include <array>
#include <gtest/gtest.h>

namespace pktgen {
namespace {

using namespace std::chrono_literals;

std::vector<std::uint64_t> sizes(std::string_view text) {
  std::vector<std::uint64_t> counts;
  const auto parsed = parse_sizes(text);
  if (!parsed) return counts;
  for (const FrameBytes size : *parsed) counts.push_back(size.count);
  return counts;
}

template <class T>
std::string message(const Result<T>& result) {
  return result ? std::string("no error") : result.error().message;
}

TEST(Sizes, AListAndARangeWithAStepAreAscendingAndWithoutRepeats) {
  EXPECT_EQ(sizes("64"), (std::vector<std::uint64_t>{64}));
  EXPECT_EQ(sizes("512, 64,64"), (std::vector<std::uint64_t>{64, 512}));
  EXPECT_EQ(sizes("64-260:64"), (std::vector<std::uint64_t>{64, 128, 192, 256}));
  EXPECT_EQ(sizes("64-66,65,9022"), (std::vector<std::uint64_t>{64, 65, 66, 9022}));
  EXPECT_EQ(sizes("64-9022").size(), 8959U);
}
TEST(Sizes, AStepLargerThanTheRangeGivesItsFirstSize) {
  EXPECT_EQ(sizes("64-1518:18446744073709551615"), (std::vector<std::uint64_t>{64}));
}
TEST(Sizes, TooSmallAndTooLargeAreRefusedWithTheLimit) {
  EXPECT_EQ(message(parse_sizes("63")),
            "size 63 is too small: the smallest Ethernet frame is 64 bytes, counted with its FCS");
  EXPECT_EQ(message(parse_sizes("64,0")),
            "size 0 is too small: the smallest Ethernet frame is 64 bytes, counted with its FCS");
  EXPECT_EQ(
      message(parse_sizes("64-9023:64")),
      "size 9023 is too large: the largest frame is 9022 bytes (IP MTU 9000 is frame size 9018, 9022 with a "
      "tag)");
  EXPECT_EQ(parse_sizes("63").error().kind, ErrorKind::plan);
}
TEST(Sizes, WhatIsNoListSaysWhatWouldBeOne) {
  for (const char* text :
       {"", "64,", "64;128", "-64", "64-", "64.0", "0x40", "64-128:", "99999999999999999999"})
    EXPECT_TRUE(message(parse_sizes(text)).starts_with("wants frame sizes like 64,512 or 64-1518:64, found"))
        << text;
  EXPECT_EQ(message(parse_sizes("1518-64")), "\"1518-64\" starts above its end; say 64-1518");
  EXPECT_EQ(message(parse_sizes("64-1518:0")), "the step of \"64-1518:0\" is zero; say one or more");
}

TEST(Lcores, AreRangesAndLists) {
  EXPECT_EQ(*parse_lcores("2-5"), (std::vector<unsigned>{2, 3, 4, 5}));
  EXPECT_EQ(*parse_lcores("4,2,4"), (std::vector<unsigned>{2, 4}));
  EXPECT_EQ(*parse_lcores("0"), (std::vector<unsigned>{0}));
  for (const char* text : {"", "a", "1024", "0-1024", "2-5:2", "5-2"})
    EXPECT_FALSE(parse_lcores(text)) << text;
}

TEST(Time, HasAUnit) {
  EXPECT_EQ(*parse_time("10s"), 10s);
  EXPECT_EQ(*parse_time("500ms"), 500ms);
  EXPECT_EQ(*parse_time("1.5s"), 1500ms);
  EXPECT_EQ(*parse_time("20us"), 20us);
  EXPECT_EQ(*parse_time("100ns"), 100ns);
  EXPECT_EQ(*parse_time("2h"), 2h);
  EXPECT_EQ(*parse_time("5min"), 5min);
  EXPECT_EQ(*parse_time("0s"), 0s);
  for (const char* text :
       {"", "10", "s", "-1s", "-0s", "nans", "infs", "10 s", "10m", "1e400s", "1h30min", "+1s"})
    EXPECT_FALSE(parse_time(text)) << text;
  EXPECT_EQ(message(parse_time("10")), "wants a time with its unit, like 10s, 500ms or 2h, found \"10\"");
  EXPECT_EQ(message(parse_time("99999999999h")), "\"99999999999h\" is too long a time");
}
TEST(Time, IsPrintedInTheLargestUnitThatLosesNothing) {
  EXPECT_EQ(print_time(10s), "10s");
  EXPECT_EQ(print_time(1500ms), "1500ms");
  EXPECT_EQ(print_time(2h), "2h");
  EXPECT_EQ(print_time(90min), "90min");
  EXPECT_EQ(print_time(1234567ns), "1234567ns");
  EXPECT_EQ(print_time(0s), "0s");
}

TEST(Numbers, OutsideTheirRangeAreRefusedWithIt) {
  EXPECT_EQ(*parse_integer("4094", 1, 4094), 4094U);
  EXPECT_EQ(message(parse_integer("4095", 1, 4094)), "wants a whole number from 1 to 4094, found \"4095\"");
  for (const char* text : {"", "-1", "1.0", "1e3", " 1", "0x1", "18446744073709551616"})
    EXPECT_FALSE(parse_integer(text, 0, ~std::uint64_t{0})) << text;
  EXPECT_EQ(*parse_number("-0.5"), -0.5);
  for (const char* text : {"", "nan", "inf", "-inf", "1e999", "1x", "0x1p3"})
    EXPECT_FALSE(parse_number(text)) << text;
}

TEST(Addresses, AreReadAndPrintedBack) {
  EXPECT_EQ(print_mac(*parse_mac("02:00:00:00:00:0A")), "02:00:00:00:00:0a");
  EXPECT_EQ(print_mac(*parse_mac("02-00-5e-10-00-01")), "02:00:5e:10:00:01");
  EXPECT_EQ(print_ipv4(*parse_ipv4("198.18.0.1")), "198.18.0.1");
  EXPECT_EQ(print_ipv6(*parse_ipv6("2001:2:0:0:0:0:0:1")), "2001:2::1");
}
TEST(Addresses, ThatAreNoneAreRefused) {
  for (const char* text :
       {"", "02:00:00:00:00", "02:00:00:00:00:0g", "02:00-00:00:00:01", "02.00.00.00.00.01",
        "02:00:00:00:00:01:", "0x:00:00:00:00:01", "+2:00:00:00:00:01"})
    EXPECT_FALSE(parse_mac(text)) << text;
  for (const char* text : {"", "1.2.3", "1.2.3.256", "1.2.3.4 ", "::1"})
    EXPECT_FALSE(parse_ipv4(text)) << text;
  for (const char* text : {"", "1.2.3.4", "2001:2::1%eth0", "2001::2::1"})
    EXPECT_FALSE(parse_ipv6(text)) << text;
  EXPECT_FALSE(parse_ipv4(std::string_view("1.2.3.4\0x", 9)));
}

TEST(Quotes, AreOneShortLineWhateverIsInThem) {
  EXPECT_EQ(in_quotes("50%"), "\"50%\"");
  EXPECT_EQ(in_quotes("a\nb\x1b[31m"), "\"a\\x0ab\\x1b[31m\"");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "\"" + std::string(60, 'x') + "...\"");
}

TEST(Si, ShowsFourDigitsAndAPrefix) {
  EXPECT_EQ(print_si(14'880'952, "fps"), "14.88 Mfps");
  EXPECT_EQ(print_si(812'743, "fps"), "812.7 kfps");
  EXPECT_EQ(print_si(1e10, "b/s"), "10 Gb/s");
  EXPECT_EQ(print_si(999.96, "fps"), "1 kfps");
  EXPECT_EQ(print_si(0, "fps"), "0 fps");
}

TEST(Nearest, IsTheCandidateMostAlike) {
  constexpr std::array<std::string_view, 4> kNames{"load", "lcores", "sizes", "out"};
  EXPECT_EQ(nearest("laod", kNames), "load");
  EXPECT_EQ(nearest("size", kNames), "sizes");
  EXPECT_EQ(nearest("cores", kNames), "lcores");
  EXPECT_EQ(nearest("framesize", kNames), "sizes");
  EXPECT_EQ(nearest(std::string(100'000, 'o'), kNames), "load");
  EXPECT_EQ(nearest("load", std::span<const std::string_view>{}), "");
}

}  // namespace
}  // namespace pktgen
