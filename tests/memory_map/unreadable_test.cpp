#include "support/expect_module.h"

namespace pktgen {
namespace {

/// No figure and no alarm, and the reason.
std::string why_dark(const ModuleMemory& memory) {
  const Module module = decoded(memory);
  EXPECT_TRUE(module.diagnostics.readings.empty());
  EXPECT_TRUE(module.diagnostics.conditions.empty());
  EXPECT_FALSE(has_alarm(module));
  return module.diagnostics.why_none;
}

ModuleMemory all(std::uint8_t byte, std::size_t count = 256) {
  ModuleMemory memory;
  memory.flat.assign(count, byte);
  return memory;
}

TEST(Unreadable, IsAMemoryOfOneByte) {
  EXPECT_EQ(
      refusal(all(0xff)),
      "module unreadable: of its bytes all read 0xff; see that it is plugged in fully, then read it again");
  EXPECT_NE(refusal(all(0x00)).find("all read 0x00"), std::string::npos);
  EXPECT_NE(refusal(all(0x20)).find("all read as blanks (0x20)"), std::string::npos);
  EXPECT_NE(refusal(all(0x03)).find("all read 0x03"), std::string::npos);
}

TEST(Unreadable, IsAnEmptyMemoryAndText) {
  EXPECT_NE(refusal({}).find("not one byte"), std::string::npos);
  ModuleMemory text;
  const std::string words = "It is not the bytes of a module.";
  text.flat.assign(words.begin(), words.end());
  EXPECT_NE(refusal(text).find("all read as text"), std::string::npos);
}

TEST(Unreadable, IsAKindWhoseMemoryIsNotKnown) {
  EXPECT_NE(refusal(memory_of(sr_a0h().hex(0, "06"))).find("0x06 (XFP)"), std::string::npos);
  EXPECT_NE(refusal(memory_of(sr_a0h().hex(0, "7f"))).find("0x7f (code 0x7f)"), std::string::npos);
}

TEST(Unreadable, IsNoiseThatBeginsAsAModule) {
  ModuleBytes noise(256);
  for (std::size_t at = 0; at < 256; ++at) noise.hex(at, at % 3 == 0 ? "d7" : at % 3 == 1 ? "81" : "9e");
  EXPECT_NE(refusal(memory_of(noise.hex(0, "0304"))).find("no checksum is right"), std::string::npos);
}

TEST(UnreadableDiagnostics, AreTextOfTheFirstAddress) {
  // As numbers 0x4f45 would be 40.586 mA and 0x2020 -0.849 dBm.
  EXPECT_EQ(why_dark(memory_of(sr_a0h(), sr_a0h())),
            "diagnostics unreadable: A2h repeats A0h, so the second address isn't reached");
}

TEST(UnreadableDiagnostics, AreAPageOfOneByte) {
  EXPECT_NE(why_dark(memory_of(sr_a0h(), ModuleBytes(std::string(512, 'f'), 256))).find("all read 0xff"),
            std::string::npos);
  EXPECT_NE(why_dark(memory_of(sr_a0h(), ModuleBytes(256))).find("all read 0x00"), std::string::npos);
  EXPECT_NE(
      why_dark(memory_of(sr_a0h(), ModuleBytes(256).text(0, 256, ""))).find("all read as blanks (0x20)"),
      std::string::npos);
  EXPECT_NE(
      why_dark(memory_of(sr_a0h(), ModuleBytes(256).text(0, 256, "VENDOR TEXT"))).find("all read as text"),
      std::string::npos);
}

TEST(UnreadableDiagnostics, AreThoseWithAWrongChecksum) {
  EXPECT_EQ(why_dark(memory_of(sr_a0h(), sr_a2h().hex(95, "14"))),
            "diagnostics unreadable: CC_DMI stored 0x14 computed 0x13");
}

TEST(UnreadableDiagnostics, AreLiveWordsOfOnesOrTextUnderAGoodChecksum) {
  EXPECT_NE(why_dark(memory_of(sr_a0h(), sr_a2h().hex(96, "ffffffffffffffffffff"))).find("all read 0xff"),
            std::string::npos);
  EXPECT_NE(why_dark(memory_of(sr_a0h(), sr_a2h().text(96, 10, "OEM SFP"))).find("all read as text"),
            std::string::npos);
}

TEST(UnreadableDiagnostics, AreThoseThatWereNotRead) {
  EXPECT_NE(why_dark(memory_of(sr_a0h())).find("A2h isn't in what was read"), std::string::npos);
  EXPECT_NE(why_dark(memory_of(sr_a0h(), ModuleBytes("5500f6005000fb00", 100))).find("ends before byte 118"),
            std::string::npos);
}

TEST(UnreadableDiagnostics, AreThoseOfAModuleThatHasNotMeasuredYet) {
  EXPECT_NE(why_dark(memory_of(sr_a0h(), sr_a2h().hex(110, "01"))).find("hasn't measured yet"),
            std::string::npos);
}

TEST(UnreadableDiagnostics, AreNotLookedForInACableThatHasNone) {
  EXPECT_EQ(why_dark(memory_of(cable_a0h(), ModuleBytes(std::string(512, 'f'), 256))),
            "the module says it has none (A0h byte 92)");
}

TEST(Decoding, AnswersForEveryLengthOfADump) {
  const auto whole = memory_of(sr_a0h(), sr_a2h()).flat;
  for (std::size_t held = 2; held <= whole.size(); ++held) {
    ModuleMemory memory;
    memory.flat.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(held));
    const Module module = decoded(memory);
    EXPECT_EQ(module.vendor.has_value(), held >= 36) << held;
    EXPECT_EQ(module.serial.has_value(), held >= 84) << held;
    EXPECT_EQ(module.sums.size(), (held >= 64) + (held >= 96) + (held >= 352)) << held;
    EXPECT_EQ(!module.diagnostics.readings.empty(), held >= 256 + 118) << held;
  }
}

}  // namespace
}  // namespace pktgen
