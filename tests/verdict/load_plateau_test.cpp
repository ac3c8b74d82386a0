#include "verdict/load_plateau.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

#include "evidence_builder.h"

namespace pktgen {
namespace {

/// A second at `load` frames a second, of which `delivered` came; half of them in `p50` ns, most in 400 more.
JudgedTrial trial(std::uint64_t load, std::uint64_t delivered, std::uint64_t p50) {
  Scene scene = Scene::of(load);
  scene.receive({.delivered = delivered});
  scene.way.latency = {.samples = delivered, .min = p50 - 100, .p50 = p50, .p99 = p50 + 300};
  return scene.as_trial();
}

/// Half of the frames of a load that passes take 5,000 ns; of those that are too much, `p50`.
std::vector<JudgedTrial> flat_at_seven_million(std::uint64_t p50) {
  return {trial(14'880'952, 7'000'000, p50), trial(13'000'000, 7'000'000, p50),
          trial(9'000'000, 6'995'000, p50), trial(6'000'000, 6'000'000, 5'000)};
}

template <class Look>
std::vector<Finding> seen_by(Look look, const std::vector<JudgedTrial>& trials) {
  std::vector<const JudgedTrial*> pointers;
  for (const JudgedTrial& one : trials) pointers.push_back(&one);
  return look(pointers);
}
std::vector<Finding> plateaus(const std::vector<JudgedTrial>& trials) {
  return seen_by(load_plateaus, trials);
}
std::vector<Finding> one_way(const std::vector<JudgedTrial>& trials) {
  return seen_by(one_way_losses, trials);
}

TEST(LoadPlateau, FramesThatWaitTellAFullQueueBeforeACapacity) {
  const auto found = plateaus(flat_at_seven_million(147'857));
  ASSERT_EQ(rules_of(found), Names{"capacity-limit"});
  EXPECT_EQ(
      found[0].because,
      "64 bytes, a>b: 7,000,000 frames/s (3.58 Gb/s L2) came whatever was offered, from 9,000,000 "
      "frames/s to 14,880,952 frames/s; frames waited 142,857 ns in a full queue of about 1,000 frames");
  EXPECT_EQ(found[0].effect, Effect::note);
}

TEST(LoadPlateau, FramesThatDoNotWaitTellAPolicer) {
  const auto found = plateaus(flat_at_seven_million(5'100));
  ASSERT_EQ(rules_of(found), Names{"policer-limit"});
  EXPECT_NE(found[0].because.find("no frame waited longer than at a load that passes"), std::string::npos);
}

TEST(LoadPlateau, LatenciesThatVaryMoreThanAQueueWouldMakeThemDecideNothing) {
  auto trials = flat_at_seven_million(5'100);
  trials[3].outcome.directions[0].latency.p99 = 50'000;
  EXPECT_EQ(rules_of(plateaus(trials)), Names{"rate-limit"});
}

TEST(LoadPlateau, WithoutALoadThatPassesOnlyTheRateIsTold) {
  auto trials = flat_at_seven_million(147'857);
  trials.pop_back();
  EXPECT_EQ(rules_of(plateaus(trials)), Names{"rate-limit"});
}

TEST(LoadPlateau, TwoLoadsSayNothing) {
  auto trials = flat_at_seven_million(147'857);
  trials.erase(trials.begin());
  EXPECT_EQ(rules_of(plateaus(trials)), Names{});
}

TEST(LoadPlateau, LoadsThatLieCloseTogetherSayNothing) {
  EXPECT_EQ(rules_of(plateaus(
                std::vector{trial(7'200'000, 7'000'000, 147'857), trial(7'300'000, 7'000'000, 147'857),
                            trial(7'400'000, 7'000'000, 147'857), trial(6'000'000, 6'000'000, 5'000)})),
            Names{});
}

TEST(LoadPlateau, AShareThatIsLostAtEachLoadIsNoLimit) {
  EXPECT_EQ(rules_of(plateaus(
                std::vector{trial(14'000'000, 7'000'000, 5'000), trial(12'000'000, 6'000'000, 5'000),
                            trial(10'000'000, 5'000'000, 5'000), trial(2'000'000, 2'000'000, 5'000)})),
            Names{});
}

TEST(LoadPlateau, WhatWasNotMeasuredSaysNothing) {
  auto trials = flat_at_seven_million(147'857);
  trials[1].verdicts[0].verdict = Verdict::not_measured;
  EXPECT_EQ(rules_of(plateaus(trials)), Names{});
}

/// As above with frames of 1518 bytes.
std::vector<JudgedTrial> flat_with_large_frames(std::uint64_t most, std::uint64_t passes) {
  std::vector<JudgedTrial> trials;
  for (const std::uint64_t load : std::initializer_list<std::uint64_t>{812'743, 700'000, 500'000}) {
    trials.push_back(trial(load, std::min(load, most), 5'100));
    trials.back().trial.size = {1518};
  }
  trials.push_back(trial(passes, passes, 5'000));
  trials.back().trial.size = {1518};
  return trials;
}

TEST(LoadPlateau, SizesOfOneLimitAreToldTogetherWithWhatIsLimited) {
  auto trials = flat_at_seven_million(5'100);
  for (JudgedTrial& one : flat_with_large_frames(295'126, 200'000)) trials.push_back(std::move(one));
  const auto found = plateaus(trials);
  ASSERT_EQ(rules_of(found), Names{"policer-limit"});
  EXPECT_TRUE(found[0].because.ends_with(
      "; at 1518 bytes 295,126 frames/s (3.58 Gb/s L2): it is bits that are limited"))
      << found[0].because;
}

JudgedTrial both_ways(std::uint64_t delivered_a_to_b, std::uint64_t delivered_b_to_a) {
  JudgedTrial both = trial(10'000'000, delivered_a_to_b, 5'000);
  JudgedTrial back = trial(10'000'000, delivered_b_to_a, 5'000);
  back.outcome.directions[0].direction = Direction::b_to_a;
  both.trial.directions = {Direction::a_to_b, Direction::b_to_a};
  both.outcome.directions.push_back(back.outcome.directions[0]);
  both.verdicts.push_back(back.verdicts[0]);
  return both;
}

TEST(OneWayLosses, OneDirectionThatLosesInEachTrialIsNamed) {
  const auto found = one_way(std::vector{both_ways(10'000'000, 9'000'000), both_ways(10'000'000, 9'999'999),
                                         both_ways(10'000'000, 10'000'000)});
  ASSERT_EQ(rules_of(found), Names{"one-way-loses"});
  EXPECT_EQ(found[0].because, "64 bytes: in each of the 2 trials that lost frames only b>a did");
}

TEST(OneWayLosses, LossInBothDirectionsNamesNone) {
  EXPECT_EQ(
      rules_of(one_way(std::vector{both_ways(10'000'000, 9'000'000), both_ways(9'000'000, 10'000'000)})),
      Names{});
}

TEST(OneWayLosses, ADirectionLoadedAloneSaysNothingOfTheOther) {
  EXPECT_EQ(rules_of(one_way(flat_at_seven_million(5'000))), Names{});
}

}  // namespace
}  // namespace pktgen
