#include "memory_map/sff8472.h"
#include "support/expect_module.h"

namespace pktgen {
namespace {

constexpr double kNear = 5e-7;

Module sr_with(const ModuleBytes& a2h) { return decoded(memory_of(sr_a0h(), a2h)); }

/// The externally calibrated module: byte 92 says so.
Module external_with(const ModuleBytes& a2h) {
  return decoded(memory_of(sr_a0h().hex(92, "58").sum(64, 94), a2h));
}

TEST(SfpDiagnostics, InternallyCalibratedWordsAreUnits) {
  const Module module = sr_with(sr_a2h());
  EXPECT_EQ(module.diagnostics.calibration, MonitorCalibration::internal);
  EXPECT_EQ(module.diagnostics.rx_power_is_average, true);
  EXPECT_EQ(value_of(module, Monitor::temperature), 30.140625);     // 0x1e24 / 256
  EXPECT_NEAR(value_of(module, Monitor::supply), 3.3440, kNear);    // 0x82a0 = 33440
  EXPECT_NEAR(value_of(module, Monitor::bias), 7.934, kNear);       // 0x0f7f = 3967
  EXPECT_NEAR(value_of(module, Monitor::tx_power), 0.5734, kNear);  // 0x1666 = 5734
  EXPECT_NEAR(value_of(module, Monitor::rx_power), 0.0004, kNear);  // 0x0004
}

TEST(SfpDiagnostics, AStoredReadingIsReadAgain) {
  ModuleMemory memory = memory_of(sr_a0h(), sr_a2h());
  ASSERT_TRUE(store_reading(memory, Monitor::temperature, -40.5));
  ASSERT_TRUE(store_reading(memory, Monitor::supply, 3.3));
  ASSERT_TRUE(store_reading(memory, Monitor::bias, 6));
  ASSERT_TRUE(store_reading(memory, Monitor::tx_power, 0.5));
  ASSERT_TRUE(store_reading(memory, Monitor::rx_power, 0));
  const Module module = decoded(memory);
  EXPECT_EQ(value_of(module, Monitor::temperature), -40.5);
  EXPECT_NEAR(value_of(module, Monitor::supply), 3.3, kNear);
  EXPECT_NEAR(value_of(module, Monitor::bias), 6, kNear);
  EXPECT_NEAR(value_of(module, Monitor::tx_power), 0.5, kNear);
  EXPECT_EQ(value_of(module, Monitor::rx_power), 0);
}

TEST(SfpDiagnostics, AMemoryWithoutMonitorsTakesNoReading) {
  ModuleMemory external = memory_of(sr_a0h().hex(92, "58").sum(64, 94), sr_a2h());
  const auto stored = store_reading(external, Monitor::bias, 6);
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().kind, ErrorKind::plan);
}

TEST(SfpDiagnostics, ThresholdsAreUnitsToo) {
  const Module module = sr_with(sr_a2h());
  const Thresholds temperature = *reading_of(module, Monitor::temperature).thresholds;
  EXPECT_EQ(temperature.high_alarm, 85);
  EXPECT_EQ(temperature.low_alarm, -10);
  EXPECT_EQ(temperature.high_warning, 80);
  EXPECT_EQ(temperature.low_warning, -5);
  const Thresholds supply = *reading_of(module, Monitor::supply).thresholds;
  EXPECT_NEAR(supply.high_alarm, 3.6, kNear);
  EXPECT_NEAR(supply.low_alarm, 3.0, kNear);
  const Thresholds bias = *reading_of(module, Monitor::bias).thresholds;
  EXPECT_NEAR(bias.high_warning, 10.8, kNear);
  EXPECT_NEAR(bias.low_warning, 5.0, kNear);
  const Thresholds rx = *reading_of(module, Monitor::rx_power).thresholds;
  EXPECT_NEAR(rx.high_alarm, 1.0, kNear);
  EXPECT_NEAR(rx.low_alarm, 0.01, kNear);
}

TEST(SfpDiagnostics, NegativeTemperaturesAreSigned) {
  // 0xf680 is -2432 / 256.
  EXPECT_EQ(value_of(sr_with(sr_a2h().hex(96, "f680")), Monitor::temperature), -9.5);
}

TEST(SfpDiagnostics, MissingLightIsAnAlarmWithANextStep) {
  const Module module = sr_with(sr_a2h());
  EXPECT_EQ(verdict_of(reading_of(module, Monitor::rx_power)), "low alarm");
  EXPECT_EQ(verdict_of(reading_of(module, Monitor::tx_power)), "within");
  EXPECT_EQ(value_text(reading_of(module, Monitor::rx_power)), "0.00040 mW -33.98 dBm");
  EXPECT_EQ(value_text(reading_of(module, Monitor::tx_power)), "0.5734 mW -2.42 dBm");
  EXPECT_TRUE(has_alarm(module));
  EXPECT_TRUE(is_told(module, "too little light is received"));
}

TEST(SfpDiagnostics, NoLightAtAllIsNoLogarithm) {
  const Module module = sr_with(sr_a2h().hex(104, "0000"));
  EXPECT_EQ(value_of(module, Monitor::rx_power), 0);
  EXPECT_EQ(value_text(reading_of(module, Monitor::rx_power)), "no light (below -40 dBm)");
}

TEST(SfpDiagnostics, FlagsCountOnlyWhereByte93SaysTheyAreKept) {
  // The word is well within its thresholds, the flags of byte 113 and 117 say low alarm and low warning.
  const ModuleBytes lit = sr_a2h().hex(104, "1000");
  const Module flagged = sr_with(lit);
  EXPECT_EQ(verdict_of(reading_of(flagged, Monitor::rx_power)), "low alarm");
  EXPECT_TRUE(reading_of(flagged, Monitor::rx_power).flags->low_warning);
  EXPECT_FALSE(reading_of(flagged, Monitor::rx_power).flags->high_alarm);
  const Module silent = decoded(memory_of(sr_a0h().hex(93, "70").sum(64, 94), lit));
  EXPECT_FALSE(reading_of(silent, Monitor::rx_power).flags);
  EXPECT_EQ(verdict_of(reading_of(silent, Monitor::rx_power)), "within");
  EXPECT_FALSE(has_alarm(silent));
}

TEST(SfpDiagnostics, EachFlagHasItsBit) {
  // 0x80 of byte 112 is temperature high, 0x01 TX power low; 0x10 of byte 116 is supply low.
  const Module module = sr_with(sr_a2h().hex(112, "81 00").hex(116, "10 00"));
  EXPECT_TRUE(reading_of(module, Monitor::temperature).flags->high_alarm);
  EXPECT_FALSE(reading_of(module, Monitor::temperature).flags->low_alarm);
  EXPECT_TRUE(reading_of(module, Monitor::tx_power).flags->low_alarm);
  EXPECT_TRUE(reading_of(module, Monitor::supply).flags->low_warning);
  EXPECT_FALSE(reading_of(module, Monitor::bias).flags->any());
  EXPECT_FALSE(reading_of(module, Monitor::rx_power).flags->any());
}

TEST(SfpDiagnostics, ConditionsOfByte110AreSaid) {
  const Module module = sr_with(sr_a2h().hex(110, "86"));
  EXPECT_EQ(module.diagnostics.conditions, (std::vector<ConditionAt>{{ModuleCondition::tx_disabled},
                                                                     {ModuleCondition::tx_fault},
                                                                     {ModuleCondition::rx_signal_lost}}));
}

TEST(SfpDiagnostics, ConditionsThatByte93DoesntKeepAreNone) {
  const Module module = decoded(memory_of(sr_a0h().hex(93, "80").sum(64, 94), sr_a2h().hex(110, "86")));
  EXPECT_TRUE(module.diagnostics.conditions.empty());
}

TEST(SfpDiagnostics, ExternallyCalibratedWordsGoThroughTheConstants) {
  const Module module = external_with(external_a2h());
  EXPECT_EQ(module.diagnostics.calibration, MonitorCalibration::external);
  EXPECT_EQ(value_of(module, Monitor::temperature), 64);
  EXPECT_NEAR(value_of(module, Monitor::supply), 3.3020, kNear);    // 32512 * 0x0104 / 256 = 33020
  EXPECT_NEAR(value_of(module, Monitor::bias), 32.028, kNear);      // 8704 * 0x01d7 / 256 = 16014
  EXPECT_NEAR(value_of(module, Monitor::tx_power), 0.4736, kNear);  // 9472 * 0x0080 / 256 = 4736
  EXPECT_NEAR(value_of(module, Monitor::rx_power), 0.02088, 5e-6);
  EXPECT_EQ(value_text(reading_of(module, Monitor::tx_power)), "0.4736 mW -3.25 dBm");
  EXPECT_EQ(value_text(reading_of(module, Monitor::rx_power)), "0.02088 mW -16.80 dBm");
}

TEST(SfpDiagnostics, ThresholdsAreCalibratedAsTheirValuesAre) {
  const Module module = external_with(external_a2h());
  const Thresholds tx = *reading_of(module, Monitor::tx_power).thresholds;
  EXPECT_NEAR(*to_dbm(tx.high_alarm), 2.00, 0.005);
  EXPECT_NEAR(*to_dbm(tx.low_alarm), -7.00, 0.005);
  EXPECT_NEAR(*to_dbm(tx.high_warning), 1.00, 0.005);
  EXPECT_NEAR(*to_dbm(tx.low_warning), -6.00, 0.005);
  const Thresholds rx = *reading_of(module, Monitor::rx_power).thresholds;
  EXPECT_NEAR(*to_dbm(rx.low_alarm), -20.00, 0.005);
  EXPECT_NEAR(*to_dbm(rx.low_warning), -19.00, 0.005);
  const Thresholds bias = *reading_of(module, Monitor::bias).thresholds;
  EXPECT_NEAR(bias.high_alarm, 105, 0.01);
  EXPECT_NEAR(bias.low_alarm, 4, 0.01);
  EXPECT_NEAR(bias.high_warning, 100, 0.01);
  EXPECT_NEAR(bias.low_warning, 5, 0.01);
}

TEST(SfpDiagnostics, ReceivedPowerBelowTheConstantsIsNoLight) {
  // 343 * 0.09221299 - 31.7213 is below zero, 345 * 0.09221299 - 31.7213 above.
  EXPECT_EQ(value_of(external_with(external_a2h().hex(104, "0157")), Monitor::rx_power), 0);
  EXPECT_GT(value_of(external_with(external_a2h().hex(104, "0159")), Monitor::rx_power), 0);
}

TEST(SfpDiagnostics, ReceivedPowerIsAPolynomialOfTrueAscendingPowers) {
  // 1.5e-5 * 3000^2 + 0.08 * 3000 - 20 = 355.00 of 0.1 uW: 0.0355 mW, -14.50 dBm.
  ModuleBytes a2h = sr_a2h();
  a2h.hex(56, "00000000 00000000 377ba882 3da3d70a c1a00000")
      .hex(76, "0100 0000 0100 0000 0100 0000 0100 0000");
  a2h.hex(104, "0bb8").sum(0, 94);
  const Module module = external_with(a2h);
  EXPECT_NEAR(value_of(module, Monitor::rx_power), 0.0355, 1e-7);
  EXPECT_EQ(value_text(reading_of(module, Monitor::rx_power)), "0.03550 mW -14.50 dBm");
}

TEST(SfpDiagnostics, CubesAndFourthPowersCount) {
  // c4 = 2^-40 at raw 4096 = 2^12 is 2^8 = 256; c3 = 2^-30 is 2^6 = 64: together 320 of 0.1 uW.
  ModuleBytes a2h = sr_a2h();
  a2h.hex(56, "2b800000 30800000 00000000 00000000 00000000").hex(104, "1000").sum(0, 94);
  EXPECT_NEAR(value_of(external_with(a2h), Monitor::rx_power), 0.0320, 1e-9);
}

TEST(SfpDiagnostics, OffsetsAreSigned) {
  // Temperature slope 1.5, offset -256: 0x1400 = 5120 * 1.5 - 256 = 7424, 29 C.
  ModuleBytes a2h = external_a2h();
  a2h.hex(84, "0180 ff00").hex(96, "1400").sum(0, 94);
  EXPECT_EQ(value_of(external_with(a2h), Monitor::temperature), 29);
}

TEST(SfpDiagnostics, ExternallyCalibratedTemperaturesAreSigned) {
  // 0xf680 = -2432 at slope 1 is -9.5 C.
  EXPECT_EQ(value_of(external_with(external_a2h().hex(96, "f680")), Monitor::temperature), -9.5);
}

TEST(SfpDiagnostics, ConstantsThatAreNoNumbersGiveNoFigure) {
  ModuleBytes a2h = external_a2h();
  a2h.hex(68, "7fc00000").sum(0, 94);
  const Reading reading = reading_of(external_with(a2h), Monitor::rx_power);
  EXPECT_FALSE(reading.value);
  EXPECT_EQ(reading.why_none, "its calibration gives no number");
  EXPECT_FALSE(reading.thresholds);
}

TEST(SfpDiagnostics, NeitherOrBothCalibrationsGiveNoFigure) {
  for (const char* const byte92 : {"48", "78"}) {
    const Module module = decoded(memory_of(sr_a0h().hex(92, byte92).sum(64, 94), sr_a2h()));
    EXPECT_TRUE(module.diagnostics.readings.empty());
    EXPECT_NE(module.diagnostics.why_none.find("neither internal nor external"), std::string::npos);
  }
}

TEST(SfpDiagnostics, WordOfOnesIsNoFigure) {
  const Reading reading = reading_of(sr_with(sr_a2h().hex(96, "ffff")), Monitor::temperature);
  EXPECT_FALSE(reading.value);
  EXPECT_EQ(reading.why_none, "reads 0xffff");
}

TEST(SfpDiagnostics, SpacesInSeveralWordsAreNoPower) {
  const Module module = sr_with(sr_a2h().hex(102, "2020 2020"));
  EXPECT_EQ(reading_of(module, Monitor::tx_power).why_none, "reads as blanks (0x2020)");
  EXPECT_EQ(reading_of(module, Monitor::rx_power).why_none, "reads as blanks (0x2020)");
  EXPECT_TRUE(reading_of(module, Monitor::bias).value);
}

TEST(SfpDiagnostics, OnePowerOf2020IsAPower) {
  EXPECT_NEAR(value_of(sr_with(sr_a2h().hex(102, "2020")), Monitor::tx_power), 0.8224, kNear);
}

TEST(SfpDiagnostics, ImpossibleSupplyAndTemperatureAreNoFigures) {
  const Module module = sr_with(sr_a2h().hex(96, "8000 0000"));
  EXPECT_EQ(reading_of(module, Monitor::temperature).why_none,
            "-128.0 C is no temperature of a module that answers");
  EXPECT_EQ(reading_of(module, Monitor::supply).why_none, "0 V is no supply of a module that answers");
  const Module low = sr_with(sr_a2h().hex(98, "0080"));
  EXPECT_EQ(reading_of(low, Monitor::supply).why_none, "0.0128 V is no supply of a module that answers");
}

TEST(SfpDiagnostics, EqualThresholdsAreNoneAndDisorderedOnesAreTold) {
  ModuleBytes a2h = sr_a2h();
  a2h.hex(0, "0000 0000 0000 0000").hex(8, "7530 8ca0 88b8 7918");
  a2h.hex(16, "170c 07d0 09c4 1518").sum(0, 94);  // the warnings alone are swapped
  const Module module = sr_with(a2h);
  EXPECT_FALSE(reading_of(module, Monitor::temperature).thresholds);
  EXPECT_FALSE(reading_of(module, Monitor::temperature).thresholds_disordered);
  EXPECT_FALSE(reading_of(module, Monitor::supply).thresholds);
  EXPECT_TRUE(reading_of(module, Monitor::supply).thresholds_disordered);
  EXPECT_TRUE(reading_of(module, Monitor::bias).thresholds_disordered);
  EXPECT_NE(all_lines(module).find("thresholds out of order"), std::string::npos);
}

}  // namespace
}  // namespace pktgen
