#include "optics/module_course.h"

#include <gtest/gtest.h>

#include "support/expect_module.h"

namespace pktgen {
namespace {

Module receiving(double milliwatts) {
  Reading reading;
  reading.monitor = Monitor::rx_power;
  reading.value = milliwatts;
  reading.thresholds =
      Thresholds{.high_alarm = 1.0, .low_alarm = 0.01, .high_warning = 0.8, .low_warning = 0.02};
  Module module;
  module.vendor = "ACME";
  module.part = "SR-1";
  module.compliance = {"10GBASE-SR"};
  module.diagnostics.readings = {reading};
  return module;
}

TEST(ModuleCourse, KeepsTheFirstTheLeastTheMostAndTheLastValue) {
  ModuleCourse course = begin_course(receiving(0.5));
  for (const double value : {0.4, 0.6, 0.45}) follow(course, receiving(value));
  ASSERT_EQ(course.monitors.size(), 1u);
  EXPECT_EQ(course.readings, 4u);
  EXPECT_EQ(course.monitors[0].before, 0.5);
  EXPECT_EQ(course.monitors[0].least, 0.4);
  EXPECT_EQ(course.monitors[0].most, 0.6);
  EXPECT_EQ(course.monitors[0].after, 0.45);
  EXPECT_FALSE(course.monitors[0].crossed.any());
  EXPECT_EQ(describe(course), "ACME SR-1: rx power -3.47 dBm (-3.98 dBm to -2.22 dBm)");
}

TEST(ModuleCourse, RemembersAThresholdThatWasCrossedInBetween) {
  ModuleCourse course = begin_course(receiving(0.5));
  follow(course, receiving(0.005));
  follow(course, receiving(0.5));
  EXPECT_TRUE(course.monitors[0].crossed.low_alarm);
  EXPECT_FALSE(course.monitors[0].crossed.high_alarm);
}

TEST(ModuleCourse, TakesFlagsFromTheSecondReadingOnForTheyMayHaveStayedSet) {
  Module flagged = receiving(0.5);
  flagged.diagnostics.readings[0].flags = Crossings{.low_warning = true};
  flagged.diagnostics.conditions = {{ModuleCondition::rx_signal_lost, 0}};
  ModuleCourse course = begin_course(flagged);
  EXPECT_FALSE(course.monitors[0].crossed.any());
  EXPECT_TRUE(course.conditions.empty());
  follow(course, flagged);
  follow(course, flagged);
  EXPECT_TRUE(course.monitors[0].crossed.low_warning);
  EXPECT_EQ(course.conditions.size(), 1u);
}

TEST(ModuleCourse, OfACableHasNoMonitorsAndSaysWhy) {
  const ModuleCourse course = begin_course(decoded(memory_of(cable_a0h())));
  EXPECT_TRUE(course.monitors.empty());
  EXPECT_EQ(describe(course), "OEM DA-SFP-Plus-2m, no monitors: " + course.why_none);
  EXPECT_FALSE(course.why_none.empty());
}

TEST(ModuleCourse, KnowsTheLeastLightOfItsKindByTheStandard) {
  ModuleCourse course = begin_course(receiving(0.5));
  EXPECT_EQ(least_received_dbm(course), -9.9);
  course.compliance = {"10GBASE-LR"};
  EXPECT_EQ(least_received_dbm(course), -14.4);
  course.compliance = {"10GBASE-ER"};
  EXPECT_EQ(least_received_dbm(course), -15.8);
  course.compliance = {"1000BASE-SX"};
  EXPECT_EQ(least_received_dbm(course), std::nullopt);
}

TEST(ModuleCourse, SaysValuesAsPeopleDo) {
  EXPECT_EQ(short_text(Monitor::temperature, 30.1406), "30.14 C");
  EXPECT_EQ(short_text(Monitor::supply, 3.3440), "3.344 V");
  EXPECT_EQ(short_text(Monitor::rx_power, 0.0004), "-33.98 dBm");
  EXPECT_EQ(short_text(Monitor::rx_power, 0.0), "no light");
}

}  // namespace
}  // namespace pktgen
