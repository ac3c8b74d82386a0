// Y.1564 against devices whose truth is known, in virtual time.
#include "app/service_run.h"

#include <gtest/gtest.h>

#include "emulate/virtual_lab.h"
#include "plan/stream_options.h"
#include "plan/stream_values.h"
#include "service/judge.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;

constexpr Load l2(double rate) { return {Load::Unit::l2_bits_per_second, rate}; }

ServiceSpec service(std::string name, std::uint16_t vlan, double cir, double eir,
                    std::string_view sizes = "512") {
  ServiceSpec spec{.stream = default_stream(), .cir = l2(cir), .eir = l2(eir)};
  spec.stream.name = std::move(name);
  spec.stream.headers = *parse_header_stack("eth/vlan/ipv4/udp");
  std::get<VlanTag>(spec.stream.headers[1]).id = vlan;
  spec.stream.sizes.parts = *parse_size_mix(sizes);
  return spec;
}

// Beside the template, for clang 14 emits a call of the literal from within one.
constexpr auto kLine = 1_Gbps;

template <class Change>
DeviceSpec device_with(Change change) {
  DeviceSpec device;
  for (WaySpec& way : device.ways) {
    way.link = kLine;
    change(way);
  }
  return device;
}
DeviceSpec policer(std::uint64_t rate) {
  return device_with([&](WaySpec& way) { way.policer_l2_bits_per_second = rate; });
}

ServiceAnswers test(std::vector<ServiceSpec> services, const DeviceSpec& device,
                    ServicePlan::Tests tests = ServicePlan::Tests::configuration) {
  Plan plan;
  plan.command = "service";
  plan.services = std::move(services);
  plan.service.step = 1s;
  plan.service.tests = tests;
  plan.duration = 10s;
  const auto rig = make_virtual_rig(plan, device);
  const Watch watch;
  ServiceAnswers answers;
  const auto done = ServiceRun(plan, *rig, watch, {}).all(answers);
  EXPECT_TRUE(done) << done.error().message;
  return answers;
}

/// "CIR 25 %: pass, ..." but for those that pass.
std::string bad(const std::vector<StepResult>& steps) {
  std::string text;
  for (const StepResult& step : steps)
    if (step.verdict != Verdict::pass) {
      text += step.service + ", " + name_of(step.step) + ": " + std::string(name_of(step.verdict));
      for (const Finding& finding : step.findings) text += " " + finding.rule;
      text += "; ";
    }
  return text;
}

TEST(Y1564, APolicerOfExactlyCirAndEirPasses) {
  const auto answers = test({service("s", 7, 100e6, 50e6)}, policer(150'000'000));
  EXPECT_EQ(answers.configuration.size(), 6u);
  EXPECT_EQ(bad(answers.configuration), "");
  const ServiceFigures& policed = *answers.configuration[5].figures;
  EXPECT_NEAR(policed.offered_bits_per_second, 162.5e6, 1e4);
  // What the bucket holds at first comes too: eight frames of 1522 octets, once a second.
  EXPECT_NEAR(policed.delivered_bits_per_second, 150e6 + 12'176 * 8, 2 * 4096);
}

TEST(Y1564, WithoutAPolicerThePolicingStepFails) {
  const auto answers = test({service("s", 7, 100e6, 50e6)}, policer(0));
  ASSERT_EQ(bad(answers.configuration), "s, policing: fail not-policed; ");
  EXPECT_NE(answers.configuration[5].findings[0].because.find("there is no policer"), std::string::npos);
}

TEST(Y1564, AServiceWithoutPolicingHasNoSuchStep) {
  ServiceSpec open = service("s", 7, 100e6, 50e6);
  open.is_policed = false;
  const auto answers = test({open}, policer(0));
  EXPECT_EQ(answers.configuration.size(), 5u);
  EXPECT_EQ(bad(answers.configuration), "");
}

TEST(Y1564, ACirThatIsNotMetFailsFromTheStepOnThatExceedsWhatComes) {
  const auto answers = test({service("s", 7, 100e6, 0)}, policer(80'000'000));
  EXPECT_EQ(bad(answers.configuration), "s, CIR 100 %: fail cir-not-met; s, policing: fail cir-not-met; ");
}

TEST(Y1564, APolicerThatCountsBytesOfAMixIsMeasuredInBytes) {
  const auto answers = test({service("s", 7, 100e6, 50e6, "imix-vlan")}, policer(150'000'000));
  EXPECT_EQ(bad(answers.configuration), "");
  const ServiceFigures& policed = *answers.configuration[5].figures;
  EXPECT_NEAR(policed.delivered_bits_per_second, 150.05e6, 0.1e6) << "though long frames are dropped first";
}

TEST(Y1564, DelayAndItsVariationAreTheDevices) {
  const auto device = device_with([](WaySpec& way) {
    way.latency_ns = 100'000;
    way.delay_every = 100;
    way.delay_by_ns = 53'000;
  });
  ServiceSpec voice = service("voice", 7, 20e6, 0);
  voice.is_policed = false;
  const auto answers = test({voice}, device);
  for (const StepResult& step : answers.configuration) {
    // 512 octets at 1 Gb/s take 4096 ns, the cable 5; each hundredth frame 53 us more.
    EXPECT_NEAR(*step.figures->delay_ns, 104'101 + 530, 20) << name_of(step.step);
    EXPECT_NEAR(*step.figures->variation_ns, 53'000, 157'101.0 / 128) << name_of(step.step);
  }
  voice.ftd = 104us, voice.fdv = 50us;
  EXPECT_EQ(bad(test({voice}, device, ServicePlan::Tests::performance).performance),
            "voice, performance: fail ftd-above-threshold fdv-above-threshold; ");
  voice.ftd = 105us, voice.fdv = 55us;
  EXPECT_EQ(bad(test({voice}, device, ServicePlan::Tests::performance).performance), "");
}

std::vector<ServiceSpec> three() {
  std::vector<ServiceSpec> all{service("one", 1, 300e6, 0), service("two", 2, 300e6, 0),
                               service("three", 3, 300e6, 0)};
  for (ServiceSpec& one : all) one.is_policed = false, one.availability_percent = 99;
  return all;
}

TEST(Y1564, OfThreeServicesAtOnceTheStarvedOneFails) {
  const auto device =
      device_with([](WaySpec& way) { way.vlans = {{.id = 2, .policer_l2_bits_per_second = 100'000'000}}; });
  const auto answers = test(three(), device, ServicePlan::Tests::performance);
  ASSERT_EQ(answers.performance.size(), 3u);
  EXPECT_EQ(bad(answers.performance), "two, performance: fail availability-below-threshold cir-not-met; ");
  EXPECT_EQ(answers.performance[0].figures->availability, 1.0);
  EXPECT_EQ(answers.performance[1].figures->availability, 0.0) << "two thirds of each second are lost";
  EXPECT_NEAR(answers.performance[1].figures->delivered_bits_per_second, 100e6, 0.1e6);
}

TEST(Y1564, WhatPassesAloneMayFailAtOnce) {
  const auto answers = test(three(), policer(600'000'000), ServicePlan::Tests::both);
  EXPECT_EQ(bad(answers.configuration), "");
  EXPECT_NE(bad(answers.performance), "");
}

TEST(Y1564, AConfigurationThatFailedLeavesThePerformanceTestOut) {
  const auto answers = test({service("s", 7, 100e6, 0)}, policer(80'000'000), ServicePlan::Tests::both);
  EXPECT_TRUE(answers.performance.empty());
  EXPECT_EQ(answers.performance_left_out,
            "the service performance test was left out, for the configuration test failed: s, CIR 100 %");
}

TEST(Y1564, ATesterThatCantSendMeasuresNothing) {
  const auto device = device_with([](WaySpec& way) { way.tx_capacity_frames_per_second = 20'000; });
  const auto answers = test({service("s", 7, 100e6, 0)}, device);
  EXPECT_EQ(
      bad(answers.configuration),
      "s, CIR 100 %: not_measured tester-could-not-send; s, policing: not_measured tester-could-not-send; ");
  EXPECT_FALSE(answers.configuration[3].figures);
}

TEST(Y1564, FramesThatTheTesterMissesAreNotTheServices) {
  const auto device = device_with([](WaySpec& way) { way.rx_miss_every = 100; });
  for (const StepResult& step : test({service("s", 7, 100e6, 0)}, device).configuration)
    EXPECT_EQ(step.verdict, Verdict::not_measured);
}

TEST(Y1564, TheOtherWayIsJudgedByItsOwnFrames) {
  ServiceSpec back = service("back", 7, 100e6, 0);
  back.stream.port = 1;
  DeviceSpec device = policer(0);
  device.ways[1].policer_l2_bits_per_second = 50'000'000;
  const auto answers = test({service("there", 7, 100e6, 0), back}, device, ServicePlan::Tests::performance);
  EXPECT_EQ(bad(answers.performance), "back, performance: fail cir-not-met; ");
  EXPECT_EQ(answers.performance[1].direction, Direction::b_to_a);
}

}  // namespace
}  // namespace pktgen
