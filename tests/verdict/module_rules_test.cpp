// A module out of its bounds beside lost frames explains; it doesn't change the verdict.
#include <gtest/gtest.h>

#include "verdict/evidence_builder.h"

namespace pktgen {
namespace {

constexpr Thresholds kPower{.high_alarm = 1.0, .low_alarm = 0.01, .high_warning = 0.8, .low_warning = 0.02};

ModuleCourse module_with(MonitorCourse course) {
  ModuleCourse module;
  module.vendor = "ACME";
  module.part = "SR-1";
  module.compliance = {"10GBASE-SR"};
  module.monitors = {std::move(course)};
  return module;
}

ModuleCourse receiving(double least, Crossings crossed = {}) {
  return module_with({.monitor = Monitor::rx_power,
                      .before = 0.5,
                      .least = least,
                      .most = 0.5,
                      .after = 0.5,
                      .thresholds = kPower,
                      .crossed = crossed});
}

/// A million frames of which some were lost, between two modules.
Scene lossy(std::uint64_t lost, std::optional<ModuleCourse> of_sender,
            std::optional<ModuleCourse> of_receiver) {
  Scene scene = Scene::of(1'000'000);
  scene.receive({.delivered = 1'000'000 - lost});
  scene.outcome.modules = {std::move(of_sender), std::move(of_receiver)};
  return scene;
}

constexpr const char* kRule = "module-beside-loss";

TEST(ModuleBesideLoss, TellsAnAlarmOfTheReceiver) {
  const TrialVerdict v = lossy(3, {}, receiving(0.008, {.low_alarm = true, .low_warning = true})).judge();
  EXPECT_EQ(v.verdict, Verdict::fail);
  EXPECT_EQ(
      because(v.findings, kRule),
      "3 of 1,000,000 frames didn't come whole while the module of emu:b (ACME SR-1) showed rx power of "
      "-20.97 dBm, low alarm at -20.00 dBm");
  EXPECT_EQ(v.findings.back().effect, Effect::note);
  EXPECT_EQ(v.findings.back().next_step,
            "clean both ends of the fibre, then swap the fibre and the far module, one at a time");
}

TEST(ModuleBesideLoss, TellsAWarningAndBothEnds) {
  const ModuleCourse hot = module_with({.monitor = Monitor::temperature,
                                        .before = 70.0,
                                        .least = 70.0,
                                        .most = 72.5,
                                        .after = 72.5,
                                        .thresholds = Thresholds{75, -5, 70, 0},
                                        .crossed = {.high_warning = true}});
  const TrialVerdict v = lossy(1, hot, receiving(0.015, {.low_warning = true})).judge();
  EXPECT_EQ(
      because(v.findings, kRule),
      "1 of 1,000,000 frames didn't come whole while the module of emu:b (ACME SR-1) showed rx power of "
      "-18.24 dBm, low warning at -16.99 dBm, and the module of emu:a (ACME SR-1) showed temperature of "
      "72.50 C, high warning at 70.00 C");
}

TEST(ModuleBesideLoss, TellsLittleLightWithinTheModulesOwnThresholds) {
  const TrialVerdict v = lossy(2, {}, receiving(0.09)).judge();
  EXPECT_EQ(
      because(v.findings, kRule),
      "2 of 1,000,000 frames didn't come whole while the module of emu:b (ACME SR-1) showed rx power of "
      "-10.46 dBm, where IEEE 802.3 asks for -9.9 dBm");
}

TEST(ModuleBesideLoss, TellsNoLightAndAFaultOfTheSender) {
  ModuleCourse broken =
      module_with({.monitor = Monitor::bias, .before = 0.0, .least = 0.0, .most = 0.0, .after = 0.0});
  broken.conditions = {{ModuleCondition::tx_fault, 0}};
  const TrialVerdict v = lossy(4, broken, receiving(0.0)).judge();
  EXPECT_EQ(because(v.findings, kRule),
            "4 of 1,000,000 frames didn't come whole while the module of emu:b (ACME SR-1) showed no light "
            "received, and the module of emu:a (ACME SR-1) showed transmitter fault");
}

TEST(ModuleBesideLoss, IsSilentWithoutLossOrWithoutSuspicion) {
  EXPECT_EQ(because(lossy(0, {}, receiving(0.0)).judge().findings, kRule), "(no such finding)");
  EXPECT_EQ(because(lossy(9, receiving(0.5), receiving(0.4)).judge().findings, kRule), "(no such finding)");
  EXPECT_EQ(because(lossy(9, {}, {}).judge().findings, kRule), "(no such finding)");
}

TEST(ModuleBesideLoss, LooksAtTheEndThatMatters) {
  EXPECT_EQ(because(lossy(9, receiving(0.0), {}).judge().findings, kRule), "(no such finding)")
      << "what the sender receives doesn't lose what it sends";
}

TEST(ModuleBesideLoss, CountsFramesThatCameDamaged) {
  Scene scene = Scene::of(1'000'000);
  scene.receive({.delivered = 999'990}, {.rx_crc_errors = 10});
  scene.outcome.modules[1] = receiving(0.0);
  EXPECT_EQ(because(scene.judge().findings, kRule),
            "10 of 1,000,000 frames didn't come whole while the module of emu:b (ACME SR-1) showed no light "
            "received");
}

}  // namespace
}  // namespace pktgen
