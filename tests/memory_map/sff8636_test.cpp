#include "memory_map/sff8636.h"

#include "support/expect_module.h"

namespace pktgen {
namespace {

constexpr double kNear = 5e-7;

/// A QSFP+ of 40GBASE-SR4: 35.5 C, 3.3 V; on each lane another bias and power.
ModuleBytes sr4_lower() {
  return ModuleBytes(128)
      .hex(0, "0d 07 00")
      .hex(22, "2380")                  // 35.5 C
      .hex(26, "80e8")                  // 33000
      .hex(34, "1388 0fa0 0bb8 0000")   // 0.5, 0.4, 0.3 and 0 mW
      .hex(42, "0bb8 0c1c 0c80 0ce4")   // 6.0, 6.2, 6.4, 6.6 mA
      .hex(50, "2328 2134 1f40 1d4c");  // 0.90, 0.85, 0.80, 0.75 mW
}

ModuleBytes sr4_identity() {
  return ModuleBytes(128, 128)
      .hex(128, "0d 00 0c 04")
      .hex(139, "05 67")
      .hex(143, "32")  // 100 m of OM3
      .hex(146, "4b")  // 150 m of OM4
      .text(148, 16, "EXAMPLE OPTICS")
      .hex(165, "001122")
      .text(168, 16, "QSFP-SR4-40G")
      .text(184, 2, "1A")
      .hex(186, "4268")  // 17000 / 20 = 850 nm
      .sum(128, 190)
      .text(196, 16, "QTEST01")
      .text(212, 8, "210704")
      .hex(220, "0c")
      .sum(192, 222);
}

ModuleBytes sr4_thresholds() {
  return ModuleBytes(128, 128)
      .hex(128, "4b00 fb00 4600 0000")   // 75, -5, 70, 0 C
      .hex(144, "8dcc 7404 8ca0 7530")   // 3.63, 2.97, 3.6, 3.0 V
      .hex(176, "5576 00ab 43e2 0100")   // 2.1878, 0.0171, 1.7378, 0.0256 mW
      .hex(184, "1388 01f4 1194 03e8")   // 10, 1, 9, 2 mA
      .hex(192, "5576 02bc 43e2 0450");  // 2.1878, 0.07, 1.7378, 0.1104 mW
}

ModuleMemory memory_with(const ModuleBytes& lower, const ModuleBytes& identity) {
  ModuleMemory memory = memory_of(lower, identity);
  memory.upper[3] = sr4_thresholds().bytes();
  return memory;
}
ModuleMemory sr4() { return memory_with(sr4_lower(), sr4_identity()); }

TEST(Qsfp, IsIdentified) {
  const Module module = decoded(sr4());
  EXPECT_EQ(module.standard, "SFF-8636 rev 2.5 to 2.7");
  EXPECT_EQ(module.identifier.name, "QSFP+");
  EXPECT_EQ(module.connector->name, "MPO 1x12");
  EXPECT_EQ(module.vendor, "EXAMPLE OPTICS");
  EXPECT_EQ(module.oui, "00:11:22");
  EXPECT_EQ(module.part, "QSFP-SR4-40G");
  EXPECT_EQ(module.revision, "1A");
  EXPECT_EQ(module.serial, "QTEST01");
  EXPECT_EQ(module.made, "2021-07-04");
  EXPECT_EQ(module.compliance, std::vector<std::string>{"40GBASE-SR4"});
  EXPECT_EQ(module.encoding, "64B/66B");  // 5 here, 6 in an SFP
  EXPECT_EQ(module.megabauds, 10'300u);
  EXPECT_EQ(module.wavelength_nm, 850);
  EXPECT_EQ(module.most_watts, 1.5);
  ASSERT_EQ(module.reach.size(), 2u);
  EXPECT_EQ(module.reach[0].metres, 100);
  EXPECT_EQ(module.reach[1].over, "OM4 fibre");
  EXPECT_EQ(module.reach[1].metres, 150);
  ASSERT_EQ(module.sums.size(), 2u);
  EXPECT_TRUE(module.sums[0].is_right());
  EXPECT_TRUE(module.sums[1].is_right());
}

TEST(Qsfp, MonitorsAreReadLaneByLane) {
  const Module module = decoded(sr4());
  EXPECT_EQ(value_of(module, Monitor::temperature), 35.5);
  EXPECT_NEAR(value_of(module, Monitor::supply), 3.3, kNear);
  EXPECT_NEAR(value_of(module, Monitor::rx_power, 1), 0.5, kNear);
  EXPECT_NEAR(value_of(module, Monitor::rx_power, 3), 0.3, kNear);
  EXPECT_EQ(value_of(module, Monitor::rx_power, 4), 0);
  EXPECT_NEAR(value_of(module, Monitor::bias, 2), 6.2, kNear);
  EXPECT_NEAR(value_of(module, Monitor::tx_power, 4), 0.75, kNear);
  EXPECT_EQ(module.diagnostics.rx_power_is_average, true);
  EXPECT_TRUE(is_told(module, "too little light is received on lane 4"));
}

TEST(Qsfp, ThresholdsAreThoseOfPage3) {
  const Module module = decoded(sr4());
  const Thresholds temperature = *reading_of(module, Monitor::temperature).thresholds;
  EXPECT_EQ(temperature.high_alarm, 75);
  EXPECT_EQ(temperature.low_alarm, -5);
  EXPECT_NEAR(reading_of(module, Monitor::supply).thresholds->low_alarm, 2.97, kNear);
  EXPECT_NEAR(reading_of(module, Monitor::rx_power, 2).thresholds->low_alarm, 0.0171, kNear);
  EXPECT_NEAR(reading_of(module, Monitor::bias, 1).thresholds->high_warning, 9, kNear);
  EXPECT_NEAR(reading_of(module, Monitor::tx_power, 1).thresholds->low_warning, 0.1104, kNear);
}

TEST(Qsfp, PageThreeMayLieInOneFlatRead) {
  ModuleMemory memory = memory_of(sr4_lower(), sr4_identity());
  memory.flat.resize(512);
  const ModuleBytes page3 = sr4_thresholds();
  memory.flat.insert(memory.flat.end(), page3.bytes().begin(), page3.bytes().end());
  ASSERT_EQ(memory.flat.size(), 640u);
  EXPECT_EQ(reading_of(decoded(memory), Monitor::temperature).thresholds->high_alarm, 75);
}

TEST(Qsfp, AbsentThresholdsAreTold) {
  const Module module = decoded(memory_of(sr4_lower(), sr4_identity()));
  EXPECT_FALSE(reading_of(module, Monitor::temperature).thresholds);
  EXPECT_TRUE(is_told(module, "upper page 03h with the thresholds isn't in what was read"));
  EXPECT_TRUE(
      is_told(decoded(memory_of(sr4_lower().hex(2, "04"), sr4_identity())), "the module has one page"));
}

TEST(Qsfp, DarkLaneIsAnAlarmEvenWithoutThresholds) {
  const Module module = decoded(memory_of(sr4_lower(), sr4_identity()));
  EXPECT_EQ(verdict_of(reading_of(module, Monitor::rx_power, 4)), "no light");
  EXPECT_EQ(verdict_of(reading_of(module, Monitor::rx_power, 1)), "within");
  EXPECT_TRUE(has_alarm(module));
  EXPECT_FALSE(has_alarm(decoded(memory_of(sr4_lower().hex(40, "0bb8"), sr4_identity()))));
}

TEST(Qsfp, PagesThatNobodyAnswersForAreToldAndNotUsed) {
  ModuleMemory memory = sr4();
  memory.upper[3] = sr4_identity().bytes();
  Module module = decoded(memory);
  EXPECT_FALSE(reading_of(module, Monitor::temperature).thresholds);
  EXPECT_TRUE(is_told(module, "upper page 03h isn't used: of its bytes all repeat page 00h"));
  memory.upper[3].assign(128, 0xff);
  EXPECT_TRUE(is_told(decoded(memory), "upper page 03h isn't used: of its bytes all read 0xff"));
  memory.upper[0].assign(128, 0xff);
  module = decoded(memory);
  EXPECT_TRUE(is_told(module, "upper page 00h isn't used: of its bytes all read 0xff"));
  EXPECT_FALSE(module.connector);
  EXPECT_TRUE(module.sums.empty());
  EXPECT_TRUE(module.diagnostics.readings.empty());
}

TEST(Qsfp, AbsentIdentityIsTold) {
  const Module module = decoded(memory_of(sr4_lower()));
  EXPECT_FALSE(module.vendor);
  EXPECT_TRUE(module.diagnostics.readings.empty());
  EXPECT_TRUE(is_told(module, "upper page 00h, which holds the identity"));
}

TEST(Qsfp, FlagsOfALaneLieInItsNibble) {
  // RX: byte 9 0x41: lane 1 low alarm, lane 2 low warning. Bias: byte 12 0x28: lane 3 high warning, lane 4
  // high alarm. Supply: byte 7 0x80 high alarm.
  const Module module =
      decoded(memory_with(sr4_lower().hex(9, "41").hex(12, "28").hex(7, "80"), sr4_identity()));
  EXPECT_TRUE(reading_of(module, Monitor::rx_power, 1).flags->low_alarm);
  EXPECT_TRUE(reading_of(module, Monitor::rx_power, 2).flags->low_warning);
  EXPECT_FALSE(reading_of(module, Monitor::rx_power, 2).flags->alarm());
  EXPECT_TRUE(reading_of(module, Monitor::bias, 3).flags->high_warning);
  EXPECT_TRUE(reading_of(module, Monitor::bias, 4).flags->high_alarm);
  EXPECT_FALSE(reading_of(module, Monitor::tx_power, 1).flags->any());
  EXPECT_TRUE(reading_of(module, Monitor::supply).flags->high_alarm);
  EXPECT_FALSE(reading_of(module, Monitor::temperature).flags->any());
}

TEST(Qsfp, ConditionsAreSaidLaneByLane) {
  const Module module = decoded(memory_with(sr4_lower().hex(3, "18 02").hex(86, "04"), sr4_identity()));
  EXPECT_EQ(module.diagnostics.conditions, (std::vector<ConditionAt>{{ModuleCondition::tx_signal_lost, 1},
                                                                     {ModuleCondition::tx_fault, 2},
                                                                     {ModuleCondition::tx_disabled, 3},
                                                                     {ModuleCondition::rx_signal_lost, 4}}));
  EXPECT_TRUE(has_alarm(module));
}

TEST(Qsfp, WithoutTransmitPowerHasNoReadingOfIt) {
  const Module module = decoded(memory_with(sr4_lower(), sr4_identity().hex(220, "08").sum(192, 222)));
  for (const Reading& reading : module.diagnostics.readings) EXPECT_NE(reading.monitor, Monitor::tx_power);
}

TEST(Qsfp, FromRevision28OnSaysWhetherTemperatureIsMeasured) {
  const Module module = decoded(memory_with(sr4_lower().hex(1, "08"), sr4_identity()));
  for (const Reading& reading : module.diagnostics.readings) EXPECT_NE(reading.monitor, Monitor::temperature);
}

TEST(Qsfp, PassiveCableHasALengthAndNoDiagnostics) {
  ModuleBytes identity = sr4_identity();
  identity.hex(130, "23 08").hex(143, "00").hex(146, "03 a0").hex(186, "0506").sum(128, 190);
  const Module module = decoded(memory_of(sr4_lower(), identity));
  EXPECT_EQ(module.medium, Medium::passive_copper);
  EXPECT_EQ(module.compliance, std::vector<std::string>{"40GBASE-CR4"});
  ASSERT_EQ(module.reach.size(), 1u);
  EXPECT_EQ(module.reach[0].metres, 3);
  EXPECT_FALSE(module.wavelength_nm);  // these bytes are the cable's attenuation
  EXPECT_TRUE(module.diagnostics.readings.empty());
  EXPECT_EQ(module.diagnostics.why_none, "a passive cable has none");
}

TEST(Qsfp, PowerClassesAreThoseOfByte129) {
  const auto with = [](const char* byte129) {
    return decoded(memory_of(sr4_lower(), sr4_identity().hex(129, byte129).sum(128, 190)));
  };
  EXPECT_EQ(with("c0").power_class, "power class 4");
  EXPECT_EQ(with("c0").most_watts, 3.5);
  EXPECT_EQ(with("c3").power_class, "power class 7");
  EXPECT_EQ(with("c3").most_watts, 5.0);
  EXPECT_EQ(with("20").power_class, "power class 8");
  EXPECT_FALSE(with("20").most_watts);
}

TEST(Qsfp, RateAboveTheScaleOfByte140IsInByte222) {
  ModuleBytes identity = sr4_identity();
  identity.hex(140, "ff").sum(128, 190).hex(222, "67").sum(192, 222);
  EXPECT_EQ(decoded(memory_of(sr4_lower(), identity)).megabauds, 25'750u);
}

TEST(Qsfp, DiagnosticsOfOnesOrTextOrNotReadyGiveNoFigure) {
  const std::string ones(72, 'f');
  const auto why = [](const ModuleBytes& lower) {
    const Module module = decoded(memory_of(lower, sr4_identity()));
    EXPECT_TRUE(module.diagnostics.readings.empty());
    return module.diagnostics.why_none;
  };
  EXPECT_EQ(why(sr4_lower().hex(22, ones)), "diagnostics unreadable: of bytes 22-57 all read 0xff");
  EXPECT_EQ(why(sr4_lower().text(34, 24, "OEM")), "diagnostics unreadable: bytes 34-57 read as text");
  EXPECT_EQ(why(sr4_lower().hex(2, "01")),
            "the module hasn't measured yet (byte 2 bit 0); read it again in a second");
}

TEST(Qsfp, WrongChecksumIsTold) {
  const Module module = decoded(memory_of(sr4_lower(), sr4_identity().hex(148, "46")));
  EXPECT_EQ(module.vendor, "FXAMPLE OPTICS");
  EXPECT_FALSE(module.sums[0].is_right());
  EXPECT_TRUE(is_told(module, "CC_BASE stored 0x"));
}

}  // namespace
}  // namespace pktgen
