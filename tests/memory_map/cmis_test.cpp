#include "memory_map/cmis.h"

#include "support/expect_module.h"

namespace pktgen {
namespace {

constexpr double kNear = 5e-7;

/// A QSFP-DD of two lanes over single-mode fibre, ready: 41 C, 3.32 V.
ModuleBytes lower() {
  return ModuleBytes(128)
      .hex(0, "18 50 00 06")
      .hex(14, "2900 81b0")  // 41 C, 33200
      .hex(85, "02 0f 1d 42 01");
}

ModuleBytes identity() {
  return ModuleBytes(128, 128)
      .hex(128, "18")
      .text(129, 16, "EXAMPLE OPTICS")
      .hex(145, "001122")
      .text(148, 16, "QDD-FR4")
      .text(164, 2, "02")
      .text(166, 16, "CTEST01")
      .text(182, 8, "220315")
      .hex(200, "a0 30 00 07")  // class 6, 48 * 0.25 W, no cable, LC
      .hex(212, "06")
      .sum(128, 221);
}

/// Page 01h: 2.0 km, 1311 nm, monitors of temperature, supply and all of a lane, bias in twice 2 uA.
ModuleBytes advertising() {
  return ModuleBytes(128, 128)
      .hex(132, "14")
      .hex(138, "666c")  // 26220 / 20
      .hex(151, "10")
      .hex(159, "03 0f")
      .sum(130, 254);
}

ModuleBytes thresholds() {
  return ModuleBytes(128, 128)
      .hex(128, "4b00 fb00 4600 0000")  // 75, -5, 70, 0 C
      .hex(136, "8ca0 7530 88b8 7918")  // 3.6, 3.0, 3.5, 3.1 V
      .hex(176, "6224 1388 4e20 1770")  // 2.5124, 0.5, 2.0, 0.6 mW
      .hex(184, "c350 2710 afc8 3a98")  // 200, 40, 180, 60 mA, doubled
      .hex(192, "6224 03e8 4e20 07d0")  // 2.5124, 0.1, 2.0, 0.2 mW
      .sum(128, 254);
}

ModuleBytes lanes() {
  return ModuleBytes(128, 128)
      .hex(154, "3a98 32c8")   // 1.5, 1.3 mW
      .hex(170, "7530 6d60")   // 120, 112 mA, doubled
      .hex(186, "2710 01f4");  // 1.0, 0.05 mW
}

ModuleMemory whole(const ModuleBytes& with_lower = lower(), const ModuleBytes& with_lanes = lanes()) {
  ModuleMemory memory = memory_of(with_lower, identity());
  memory.upper[0x01] = advertising().bytes();
  memory.upper[0x02] = thresholds().bytes();
  memory.upper[0x11] = with_lanes.bytes();
  return memory;
}

TEST(Cmis, ModuleIsIdentified) {
  const Module module = decoded(whole());
  EXPECT_EQ(module.standard, "CMIS rev 5.0");
  EXPECT_EQ(module.identifier.name, "QSFP-DD");
  EXPECT_EQ(module.connector->name, "LC");
  EXPECT_EQ(module.medium, Medium::fibre);
  EXPECT_EQ(module.vendor, "EXAMPLE OPTICS");
  EXPECT_EQ(module.part, "QDD-FR4");
  EXPECT_EQ(module.serial, "CTEST01");
  EXPECT_EQ(module.made, "2022-03-15");
  EXPECT_EQ(module.compliance, std::vector<std::string>{"1310 nm EML"});
  EXPECT_EQ(module.power_class, "power class 6");
  EXPECT_EQ(module.most_watts, 12);
  EXPECT_EQ(module.wavelength_nm, 1311);
  ASSERT_EQ(module.reach.size(), 1u);
  EXPECT_EQ(module.reach[0].over, "single-mode fibre");
  EXPECT_EQ(module.reach[0].metres, 2000);
  ASSERT_EQ(module.sums.size(), 3u);
  for (const StoredSum& sum : module.sums) EXPECT_TRUE(sum.is_right()) << sum.name;
  ASSERT_EQ(module.remarks.size(), 1u);
  EXPECT_TRUE(is_told(module, "too little light is received on lane 2"));
}

TEST(Cmis, MonitorsOfModuleAndLanesAreRead) {
  const Module module = decoded(whole());
  EXPECT_EQ(value_of(module, Monitor::temperature), 41);
  EXPECT_NEAR(value_of(module, Monitor::supply), 3.32, kNear);
  EXPECT_NEAR(value_of(module, Monitor::tx_power, 1), 1.5, kNear);
  EXPECT_NEAR(value_of(module, Monitor::tx_power, 2), 1.3, kNear);
  EXPECT_NEAR(value_of(module, Monitor::bias, 1), 120, kNear);  // 30000 * 2 uA * 2
  EXPECT_NEAR(value_of(module, Monitor::rx_power, 1), 1.0, kNear);
  EXPECT_NEAR(value_of(module, Monitor::rx_power, 2), 0.05, kNear);
  EXPECT_EQ(module.diagnostics.readings.size(), 2u + 3u * 2u);
}

TEST(Cmis, ThresholdsAreThoseOfPage2) {
  const Module module = decoded(whole(lower(), lanes()));
  EXPECT_EQ(reading_of(module, Monitor::temperature).thresholds->high_alarm, 75);
  EXPECT_NEAR(reading_of(module, Monitor::supply).thresholds->low_warning, 3.1, kNear);
  EXPECT_NEAR(reading_of(module, Monitor::tx_power, 1).thresholds->low_alarm, 0.5, kNear);
  EXPECT_NEAR(reading_of(module, Monitor::bias, 2).thresholds->high_alarm, 200, kNear);
  EXPECT_EQ(verdict_of(reading_of(module, Monitor::rx_power, 1)), "within");
  EXPECT_EQ(verdict_of(reading_of(module, Monitor::rx_power, 2)), "low alarm");
}

TEST(Cmis, FlagsAndConditionsAreOneBitALane) {
  // Lower byte 9: bit 2 temperature high warning, bit 5 supply low alarm. Page 11h byte 139: TX power high
  // alarm of lane 2; byte 146 bias low warning of lane 1; byte 150 RX power low alarm of lane 1.
  ModuleBytes page = lanes();
  page.hex(135, "02 01").hex(139, "02").hex(146, "01").hex(147, "02").hex(150, "01");
  const Module module = decoded(whole(lower().hex(9, "24"), page));
  EXPECT_TRUE(reading_of(module, Monitor::temperature).flags->high_warning);
  EXPECT_FALSE(reading_of(module, Monitor::temperature).flags->alarm());
  EXPECT_TRUE(reading_of(module, Monitor::supply).flags->low_alarm);
  EXPECT_TRUE(reading_of(module, Monitor::tx_power, 2).flags->high_alarm);
  EXPECT_FALSE(reading_of(module, Monitor::tx_power, 1).flags->any());
  EXPECT_TRUE(reading_of(module, Monitor::bias, 1).flags->low_warning);
  EXPECT_TRUE(reading_of(module, Monitor::rx_power, 1).flags->low_alarm);
  EXPECT_EQ(module.diagnostics.conditions, (std::vector<ConditionAt>{{ModuleCondition::tx_signal_lost, 1},
                                                                     {ModuleCondition::tx_fault, 2},
                                                                     {ModuleCondition::rx_signal_lost, 2}}));
}

TEST(Cmis, PagesThatWereNotReadAreTold) {
  const Module module = decoded(memory_of(lower(), identity()));
  EXPECT_EQ(module.diagnostics.readings.size(), 2u);
  EXPECT_EQ(value_of(module, Monitor::temperature), 41);
  EXPECT_FALSE(module.wavelength_nm);
  EXPECT_TRUE(is_told(module, "pages 01h, 02h (thresholds) and 11h (lanes) aren't all in what was read"));
}

TEST(Cmis, FlatModuleHasNoOtherPages) {
  ModuleMemory memory = whole(lower().hex(2, "80"));
  const Module module = decoded(memory);
  EXPECT_EQ(module.diagnostics.readings.size(), 2u);
  EXPECT_FALSE(module.wavelength_nm);
  EXPECT_TRUE(module.remarks.empty());
}

TEST(Cmis, ThresholdsWithAWrongChecksumAreNotUsed) {
  ModuleMemory memory = whole();
  memory.upper[0x02] = thresholds().hex(128, "4c").bytes();
  const Module module = decoded(memory);
  EXPECT_FALSE(reading_of(module, Monitor::temperature).thresholds);
  EXPECT_EQ(value_of(module, Monitor::temperature), 41);
  EXPECT_TRUE(is_told(module, "page 02h checksum stored 0x"));
}

TEST(Cmis, PagesThatRepeatThePageOfTheIdentityAreNotUsed) {
  ModuleMemory memory = whole();
  memory.upper[0x01] = memory.upper[0x11] = identity().bytes();
  const Module module = decoded(memory);
  EXPECT_FALSE(module.wavelength_nm);
  EXPECT_EQ(module.diagnostics.readings.size(), 2u);
  EXPECT_TRUE(is_told(module, "upper page 01h isn't used: of its bytes all repeat page 00h"));
  EXPECT_TRUE(is_told(module, "upper page 11h isn't used: of its bytes all repeat page 00h"));
}

TEST(Cmis, ModuleThatIsNotReadyIsTold) {
  EXPECT_TRUE(is_told(decoded(whole(lower().hex(3, "02"))), "the module is in low power"));
  EXPECT_TRUE(is_told(decoded(whole(lower().hex(3, "0a"))), "the module is in a fault"));
}

TEST(Cmis, PassiveCableHasALengthAndNoDiagnostics) {
  ModuleBytes cable = identity();
  cable.hex(202, "19 23").hex(212, "0a").sum(128, 221);  // 25 times 0.1 m
  const Module module = decoded(memory_of(lower().hex(2, "80").hex(85, "03"), cable));
  EXPECT_EQ(module.medium, Medium::passive_copper);
  ASSERT_EQ(module.reach.size(), 1u);
  EXPECT_EQ(module.reach[0].over, "copper");
  EXPECT_NEAR(module.reach[0].metres, 2.5, kNear);
  EXPECT_EQ(module.diagnostics.why_none, "a passive cable has none");
}

TEST(Cmis, WrongChecksumIsTold) {
  EXPECT_TRUE(is_told(decoded(memory_of(lower(), identity().hex(129, "46"))), "page 00h checksum stored 0x"));
}

TEST(Cmis, MonitorsOfOnesGiveNoFigure) {
  const Module module = decoded(memory_of(lower().hex(14, "ffffffff"), identity()));
  EXPECT_TRUE(module.diagnostics.readings.empty());
  EXPECT_EQ(module.diagnostics.why_none, "diagnostics unreadable: of bytes 14-17 all read 0xff");
}

TEST(Cmis, ReservedBiasScaleGivesNoFigure) {
  ModuleMemory memory = whole();
  memory.upper[0x01] = advertising().hex(160, "1f").sum(130, 254).bytes();
  EXPECT_FALSE(reading_of(decoded(memory), Monitor::bias, 1).value);
}

}  // namespace
}  // namespace pktgen
