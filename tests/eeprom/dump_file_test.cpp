#include "eeprom/dump_file.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/expect_module.h"

namespace pktgen {
namespace {

Result<ModuleMemory> parse(std::string_view text) {
  return parse_dump({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

std::vector<std::uint8_t> flat(std::string_view text) {
  const auto memory = parse(text);
  EXPECT_TRUE(memory) << (memory ? "" : memory.error().message);
  return memory ? memory->flat : std::vector<std::uint8_t>{};
}

std::string refusal(std::string_view text) {
  const auto memory = parse(text);
  if (memory) return "parsed";
  EXPECT_EQ(memory.error().kind, ErrorKind::plan);
  return memory.error().message;
}

const std::vector<std::uint8_t> kTwenty = from_hex("030407100000000000000006670000000803001e");

TEST(Dump, OfRawBytesIsTheMemory) {
  const auto whole = memory_of(sr_a0h(), sr_a2h());
  for (const std::size_t count : {96u, 256u, 512u}) {
    const auto memory = parse_dump(ByteView(whole.flat).first(count));
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->flat.size(), count);
    EXPECT_EQ(decoded(*memory).part, "FTLX8571D3BCL");
  }
}

TEST(Dump, OfRawBytesOfAQsfpMayHaveAllPages) {
  std::vector<std::uint8_t> bytes(640);
  bytes[0] = 0x0d;
  bytes[128 + 1] = 0xc0;
  bytes[512] = 0x4b;  // page 03h byte 128
  const auto memory = parse_dump(bytes);
  ASSERT_TRUE(memory);
  EXPECT_EQ(upper_page(*memory, 0).u8(129), 0xc0);
  EXPECT_EQ(upper_page(*memory, 3).u8(128), 0x4b);
  EXPECT_EQ(upper_page(*memory, 3).u8(255), 0x00);
  EXPECT_TRUE(upper_page(*memory, 4).is_empty());
}

TEST(Dump, OfEthtoolInHexIsRead) {
  EXPECT_EQ(flat("Offset\t\tValues\n------\t\t------\n"
                 "0x0000:\t\t03 04 07 10 00 00 00 00 00 00 00 06 67 00 00 00 \n"
                 "0x0010:\t\t08 03 00 1e \n"),
            kTwenty);
}

TEST(Dump, OfHexdumpAsBytesIsRead) {
  EXPECT_EQ(flat("00000000  03 04 07 10 00 00 00 00  00 00 00 06 67 00 00 00  |............g...|\n"
                 "00000010  08 03 00 1e                                       |....|\n"
                 "00000014\n"),
            kTwenty);
}

TEST(Dump, OfHexdumpAsWordsIsSwapped) {
  EXPECT_EQ(flat("0000000 0403 1007 0000 0000 0000 0600 0067 0000\n0000010 0308 1e00\n0000014\n"), kTwenty);
}

TEST(Dump, OfXxdIsRead) {
  EXPECT_EQ(flat("00000000: 0304 0710 0000 0000 0000 0006 6700 0000  ............g...\n"
                 "00000010: 0803 001e                                abcd\n"),
            kTwenty);
}

TEST(Dump, OfOdInHexIsRead) {
  EXPECT_EQ(flat("000000 03 04 07 10 00 00 00 00 00 00 00 06 67 00 00 00\n000010 08 03 00 1e\n000014\n"),
            kTwenty);
}

TEST(Dump, OfBareDigitsIsRead) {
  EXPECT_EQ(flat("03040710 00000000 00000006 67000000\n0803001e\n"), kTwenty);
  EXPECT_EQ(flat("030407100000000000000006670000000803001e"), kTwenty);
  EXPECT_EQ(flat("03 04 07 10 00 00 00 00 00 00 00 06 67 00 00 00 08 03 00 1e\r\n"), kTwenty);
}

TEST(Dump, OfI2cdumpEndsWhereNothingWasRead) {
  EXPECT_EQ(flat("     0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f    0123456789abcdef\n"
                 "00: 03 04 07 10 00 00 00 00 00 00 00 06 67 00 00 00    ???.......?g...\n"
                 "10: 08 03 00 1e XX XX XX XX XX XX XX XX XX XX XX XX    ??.?XXXXXXXXXXXX\n"
                 "20: XX XX XX XX XX XX XX XX XX XX XX XX XX XX XX XX    XXXXXXXXXXXXXXXX\n"),
            kTwenty);
}

TEST(Dump, RepeatedLinesOfHexdumpAreFilledIn) {
  const auto bytes = flat(
      "00000000  03 04 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n"
      "00000010  ff ff ff ff ff ff ff ff  ff ff ff ff ff ff ff ff  |................|\n*\n"
      "00000040  07\n");
  ASSERT_EQ(bytes.size(), 65u);
  EXPECT_EQ(bytes[0x0f], 0x00);
  EXPECT_EQ(bytes[0x10], 0xff);
  EXPECT_EQ(bytes[0x3f], 0xff);
  EXPECT_EQ(bytes[0x40], 0x07);
}

TEST(Dump, SecondPartFromZeroOnIsTheSecondAddress) {
  const auto memory = parse("00: 03 04 07 10\n00: 55 00 f6 00\n");
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->flat, from_hex("03040710"));
  EXPECT_EQ(memory->second, from_hex("5500f600"));
  EXPECT_EQ(sfp_a2h(*memory).u8(0), 0x55);
}

TEST(Dump, PastedCommandsSayWhereTheirBytesLie) {
  const auto memory = parse(
      "$ ethtool -m eth1 hex on i2c 0x51 length 4\nOffset\t\tValues\n------\t\t------\n0x0000:\t\t55 00 f6 "
      "00\n"
      "$ ethtool -m eth1 hex on i2c 0x50 page 0 length 4\n0x0000:\t\t03 04 07 10\n"
      "$ ethtool -m eth1 hex on page 0x11 length 4\n0x0080:\t\t0a 0b 0c 0d\n"
      "$ ethtool -m eth1 hex on page 3 length 2\n0x0080:\t\t4b 00\n");
  ASSERT_TRUE(memory) << memory.error().message;
  EXPECT_EQ(memory->flat, from_hex("03040710"));
  EXPECT_EQ(memory->second, from_hex("5500f600"));
  EXPECT_EQ(memory->upper.at(0x11), from_hex("0a0b0c0d"));
  EXPECT_EQ(memory->upper.at(3), from_hex("4b00"));
  EXPECT_EQ(upper_page(*memory, 3).u8(128), 0x4b);
}

TEST(Dump, BothHalvesOfPageZeroMayComeOnTheirOwn) {
  const auto memory = parse("page 0 offset 0\n0x0000:\t\t0d 07\npage 0 offset 128\n0x0080:\t\t0d c0\n");
  ASSERT_TRUE(memory) << memory.error().message;
  EXPECT_EQ(lower_page(*memory).u8(1), 0x07);
  EXPECT_EQ(upper_page(*memory, 0).u8(129), 0xc0);
}

TEST(Dump, NamesOfAddressesAreHeadings) {
  const auto memory = parse("A0h:\n03 04 07 10\nA2h:\n55 00 f6 00\n");
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->flat, from_hex("03040710"));
  EXPECT_EQ(memory->second, from_hex("5500f600"));
}

TEST(Dump, WithALineMissingIsRefused) {
  EXPECT_EQ(refusal("0x0000: 03 04 07 10\n0x0020: 00\n"),
            "line 2: offset 0x20 follows byte 0x3: lines are missing, or offsets are octal (od wants -Ax)");
  EXPECT_EQ(refusal("0x0080: 03 04\n"), "a part begins at offset 0x80: what lies before it is missing");
  EXPECT_EQ(refusal("00: 03\n00: 04\n00: 05\n"),
            "a part begins at offset 0 once more: say with a line \"page N\" where it lies");
}

TEST(Dump, WithSomethingElseAmongItsBytesIsRefused) {
  EXPECT_EQ(refusal("0x0000: 03 04 xy 10\n"), "line 1: wants pairs of hex digits, found \"xy\"");
  EXPECT_EQ(refusal("0x0000: 03 0 07\n"), "line 1: wants pairs of hex digits, found \"0\"");
}

TEST(Dump, OfNoBytesIsRefused) {
  EXPECT_EQ(refusal(""), "wants the dump of a module, found an empty file");
  EXPECT_EQ(
      refusal("\tIdentifier : 0x03 (SFP)\n"),
      "wants the dump of a module, found text without hex bytes; make one with ethtool -m IFACE raw on > "
      "module.bin");
  const std::vector<std::uint8_t> large(65537, 0x80);
  EXPECT_FALSE(parse_dump(large));
}

TEST(Dump, OfBlanksIsAMemoryOfBlanks) {
  EXPECT_EQ(flat(std::string(256, ' ')), std::vector<std::uint8_t>(256, 0x20));
}

TEST(Dump, FileThatIsNotThereIsTold) {
  const auto memory = load_dump("/no/such/dump");
  ASSERT_FALSE(memory);
  EXPECT_EQ(memory.error().kind, ErrorKind::environment);
  EXPECT_EQ(memory.error().message, "can't open \"/no/such/dump\"; is the path right?");
}

TEST(Dump, FileIsReadWithItsNameInErrors) {
  namespace fs = std::filesystem;
  const fs::path path = fs::path(::testing::TempDir()) / ("dump_" + std::to_string(::getpid()));
  std::ofstream(path) << "03 04 07 10\n";
  EXPECT_EQ(load_dump(path.string())->flat, from_hex("03040710"));
  std::ofstream(path) << "nothing\n";
  EXPECT_TRUE(load_dump(path.string()).error().message.starts_with(path.string() + ": wants the dump"));
  fs::remove(path);
}

}  // namespace
}  // namespace pktgen
