#include "memory_map/sff8472.h"

#include "support/expect_module.h"

namespace pktgen {
namespace {

TEST(Sfp, OfShortReachIsIdentified) {
  const Module module = decoded(memory_of(sr_a0h(), sr_a2h()));
  EXPECT_EQ(module.standard, "SFF-8472 rev 10.2");
  EXPECT_EQ(module.identifier.name, "SFP");
  EXPECT_EQ(module.connector->name, "LC");
  EXPECT_EQ(module.medium, Medium::fibre);
  EXPECT_EQ(module.vendor, "FINISAR CORP.");
  EXPECT_EQ(module.oui, "00:90:65");
  EXPECT_EQ(module.part, "FTLX8571D3BCL");
  EXPECT_EQ(module.revision, "A");
  EXPECT_EQ(module.serial, "TEST0001");
  EXPECT_EQ(module.made, "2020-01-01");
  EXPECT_EQ(module.compliance, std::vector<std::string>{"10GBASE-SR"});
  EXPECT_EQ(module.encoding, "64B/66B");
  EXPECT_EQ(module.megabauds, 10'300u);
  EXPECT_EQ(module.wavelength_nm, 850);
}

TEST(Sfp, ReachIsSaidForEachKindOfFibre) {
  // Byte 16 = 8 is 80 m of OM2, byte 17 = 3 is 30 m of OM1, byte 19 = 30 is 300 m of OM3.
  const Module module = decoded(memory_of(sr_a0h(), sr_a2h()));
  ASSERT_EQ(module.reach.size(), 3u);
  EXPECT_EQ(module.reach[0].over, "OM1 fibre");
  EXPECT_EQ(module.reach[0].metres, 30);
  EXPECT_EQ(module.reach[1].over, "OM2 fibre");
  EXPECT_EQ(module.reach[1].metres, 80);
  EXPECT_EQ(module.reach[2].over, "OM3 fibre");
  EXPECT_EQ(module.reach[2].metres, 300);
}

TEST(Sfp, OfLongReachIsIdentified) {
  const Module module = decoded(memory_of(lr_a0h()));
  EXPECT_EQ(module.compliance, std::vector<std::string>{"10GBASE-LR"});
  EXPECT_EQ(module.wavelength_nm, 1310);
  ASSERT_EQ(module.reach.size(), 1u);
  EXPECT_EQ(module.reach[0].over, "single-mode fibre");
  EXPECT_EQ(module.reach[0].metres, 10'000);
  EXPECT_FALSE(module.reach[0].or_more);
  EXPECT_EQ(module.made, "2021-09-30");
}

TEST(Sfp, DateOfNoDayIsShownAsItStands) {
  EXPECT_EQ(decoded(memory_of(lr_a0h().text(84, 8, "211301").sum(64, 94))).made, "211301");
  EXPECT_EQ(decoded(memory_of(lr_a0h().text(84, 8, "210930A7").sum(64, 94))).made, "2021-09-30 lot A7");
}

TEST(Sfp, ReachBeyondTheScaleOfAByteIsMore) {
  const Module module = decoded(memory_of(lr_a0h().hex(14, "ff 00").sum(0, 62)));
  ASSERT_EQ(module.reach.size(), 1u);
  EXPECT_EQ(module.reach[0].metres, 254'000);
  EXPECT_TRUE(module.reach[0].or_more);
}

TEST(Sfp, EightyKilometresDontFitTheFinerByte) {
  const Module module = decoded(memory_of(lr_a0h().hex(14, "50 ff").sum(0, 62)));
  ASSERT_EQ(module.reach.size(), 1u);
  EXPECT_EQ(module.reach[0].metres, 80'000);
}

TEST(Sfp, FractionsOfAKilometreAreInTheFinerByte) {
  const Module module = decoded(memory_of(lr_a0h().hex(14, "01 0e").sum(0, 62)));
  ASSERT_EQ(module.reach.size(), 1u);
  EXPECT_EQ(module.reach[0].metres, 1400);
}

TEST(Sfp, PassiveCableHasALengthAndNoWavelength) {
  const Module module = decoded(memory_of(cable_a0h()));
  EXPECT_EQ(module.medium, Medium::passive_copper);
  EXPECT_EQ(module.connector->name, "copper pigtail");
  EXPECT_EQ(module.vendor, "OEM");
  EXPECT_EQ(module.part, "DA-SFP-Plus-2m");
  EXPECT_EQ(module.megabauds, 10'300u);
  EXPECT_FALSE(module.wavelength_nm);
  ASSERT_EQ(module.reach.size(), 1u);
  EXPECT_EQ(module.reach[0].over, "copper");
  EXPECT_EQ(module.reach[0].metres, 2);
  EXPECT_TRUE(module.remarks.empty());
}

TEST(Sfp, RateAboveTheScaleOfByte12IsInByte66) {
  // 0x67 = 103 times 250 MBd.
  const Module module = decoded(memory_of(sr_a0h().hex(12, "ff").sum(0, 62).hex(66, "67").sum(64, 94)));
  EXPECT_EQ(module.megabauds, 25'750u);
}

TEST(Sfp, ChecksumsThatAreRightAreSaidSo) {
  const Module module = decoded(memory_of(sr_a0h(), sr_a2h()));
  ASSERT_EQ(module.sums.size(), 3u);
  EXPECT_EQ(module.sums[0].name, "CC_BASE");
  EXPECT_EQ(module.sums[0].computed, 0x48);
  EXPECT_EQ(module.sums[1].name, "CC_EXT");
  EXPECT_EQ(module.sums[1].computed, 0xda);
  EXPECT_EQ(module.sums[2].name, "CC_DMI");
  EXPECT_EQ(module.sums[2].computed, 0x13);
  for (const StoredSum& sum : module.sums) EXPECT_TRUE(sum.is_right()) << sum.name;
}

TEST(Sfp, WrongChecksumIsToldAndTheFieldsAreShown) {
  const Module module = decoded(memory_of(sr_a0h().hex(20, "47"), sr_a2h()));
  EXPECT_EQ(module.vendor, "GINISAR CORP.");
  EXPECT_FALSE(module.sums[0].is_right());
  EXPECT_TRUE(is_told(module, "CC_BASE stored 0x48 computed 0x49"));
  EXPECT_EQ(value_of(module, Monitor::temperature), 30.140625);
}

TEST(Sfp, NamesThatDontPrintAreShownByteByByte) {
  const Module module = decoded(memory_of(sr_a0h().hex(20, "46 01 4e")));
  EXPECT_EQ(module.vendor, "F\\x01NISAR CORP.");
}

TEST(Sfp, BlankVendorIsBlankAndNotMissing) {
  const Module module = decoded(memory_of(sr_a0h().text(20, 16, "").sum(0, 62)));
  EXPECT_EQ(module.vendor, "");
  EXPECT_NE(all_lines(module).find("vendor       (blank)"), std::string::npos);
}

TEST(Sfp, VendorThatReadsAsOnesIsMissing) {
  const Module module = decoded(memory_of(sr_a0h().hex(20, std::string(32, 'f')).sum(0, 62)));
  EXPECT_FALSE(module.vendor);
  EXPECT_EQ(module.part, "FTLX8571D3BCL");
}

TEST(Sfp, WavelengthOfBlanksIsNoFigure) {
  const Module module = decoded(memory_of(sr_a0h().hex(60, "2020").sum(0, 62)));
  EXPECT_FALSE(module.wavelength_nm);
  EXPECT_TRUE(is_told(module, "the wavelength reads 8224 nm"));
}

TEST(Sfp, ShortDumpShowsWhatItHolds) {
  auto bytes = sr_a0h().bytes();
  bytes.resize(50);
  ModuleMemory memory;
  memory.flat = bytes;
  const Module module = decoded(memory);
  EXPECT_EQ(module.vendor, "FINISAR CORP.");
  EXPECT_FALSE(module.part);  // its field ends at byte 55
  EXPECT_FALSE(module.serial);
  EXPECT_TRUE(module.sums.empty());
  EXPECT_TRUE(is_told(module, "ends before byte 96"));
  EXPECT_NE(module.diagnostics.why_none.find("byte 92"), std::string::npos);
}

TEST(Sfp, PowerLevelsAreThoseOfByte64) {
  EXPECT_EQ(decoded(memory_of(sr_a0h())).power_class, "power level 1");
  EXPECT_EQ(decoded(memory_of(sr_a0h())).most_watts, 1.0);
  EXPECT_EQ(decoded(memory_of(sr_a0h().hex(64, "02").sum(64, 94))).most_watts, 1.5);
  EXPECT_EQ(decoded(memory_of(sr_a0h().hex(64, "22").sum(64, 94))).power_class, "power level 3");
  EXPECT_EQ(decoded(memory_of(sr_a0h().hex(64, "22").sum(64, 94))).most_watts, 2.0);
}

TEST(Sfp, UnusualExtendedIdentifierIsTold) {
  const Module module = decoded(memory_of(sr_a0h().hex(1, "00").sum(0, 62)));
  EXPECT_TRUE(is_told(module, "byte 1 is 0x00"));
}

}  // namespace
}  // namespace pktgen
