#include "soak/module_moves.h"

#include <chrono>
#include <gtest/gtest.h>

namespace pktgen {
namespace {

using namespace std::chrono_literals;

/// b receives 0.5 mW, and from 30 s on 0.1 mW.
SoakOutcome fallen() {
  SoakOutcome soak;
  soak.modules[0] = ModuleTimeline{.interval = 1s};
  soak.modules[1] = ModuleTimeline{
      .interval = 1s, .steps = {{.monitor = Monitor::rx_power, .at = 30s, .from = 0.5, .to = 0.1}}};
  return soak;
}

LossEvent loss(Direction direction, Nanoseconds at, Nanoseconds lasted = 1ms) {
  return {.direction = direction, .frames = 1, .at = at, .lasted = lasted};
}

std::size_t beside(const SoakOutcome& soak, const LossEvent& event) {
  return moves_beside(moves_of(soak), event, soak).size();
}

TEST(ModuleMoves, AStepIsToldInDecibels) {
  const auto moves = moves_of(fallen());
  ASSERT_EQ(moves.size(), 1u);
  EXPECT_EQ(moves[0].words, "rx power fell 7.0 dB from -3.0 to -10.0 dBm");
  EXPECT_EQ(moves[0].port, 1u);
}

TEST(ModuleMoves, AThresholdCrossedInTheSameReadingBelongsToTheStep) {
  SoakOutcome soak = fallen();
  using Limit = Excursion::Limit;
  soak.modules[1]->excursions = {
      {.monitor = Monitor::rx_power, .limit = Limit::low_alarm, .at = 30s, .until = 40s, .worst = 0.1},
      {.monitor = Monitor::rx_power, .limit = Limit::low_warning, .at = 30s, .until = 41s, .worst = 0.1}};
  const auto moves = moves_of(soak);
  ASSERT_EQ(moves.size(), 1u);
  EXPECT_EQ(moves[0].words, "rx power fell 7.0 dB from -3.0 to -10.0 dBm, below its low alarm");
  EXPECT_EQ(beside(soak, loss(Direction::a_to_b, 36s)), 1u) << "beyond a threshold meanwhile";
  EXPECT_EQ(beside(soak, loss(Direction::a_to_b, 50s)), 0u);
}

TEST(ModuleMoves, LiesBesideALossThatIsLessThanTwoReadingsApart) {
  const SoakOutcome soak = fallen();
  EXPECT_EQ(beside(soak, loss(Direction::a_to_b, 29s)), 1u);
  EXPECT_EQ(beside(soak, loss(Direction::a_to_b, 31900ms)), 1u);
  EXPECT_EQ(beside(soak, loss(Direction::a_to_b, 32s)), 0u);
  EXPECT_EQ(beside(soak, loss(Direction::a_to_b, 27s)), 0u);
  EXPECT_EQ(beside(soak, loss(Direction::a_to_b, 20s, 15s)), 1u) << "it came while frames were missing";
}

TEST(ModuleMoves, LightThatAPortReceivesIsNoMatterToFramesItSends) {
  EXPECT_EQ(beside(fallen(), loss(Direction::b_to_a, 30s)), 0u);
}

TEST(ModuleMoves, TheDistanceIsToldFromTheLoss) {
  const ModuleMove move{.at = 30s, .words = ""};
  EXPECT_EQ(distance_text(move, loss(Direction::a_to_b, 30s)), "as the loss began");
  EXPECT_EQ(distance_text(move, loss(Direction::a_to_b, 29300ms)), "0.7 s after the loss began");
  EXPECT_EQ(distance_text(move, loss(Direction::a_to_b, 30300ms)), "0.3 s before the loss");
}

std::vector<std::string> findings(const SoakOutcome& soak) {
  StreamsOutcome outcome;
  outcome.soak = soak;
  outcome.total.directions = {{.direction = Direction::a_to_b}};
  std::vector<std::string> told;
  for (const Finding& one : findings_of_modules(outcome, moves_of(soak), Criteria{}))
    told.push_back(one.rule + ": " + one.because);
  return told;
}

TEST(ModuleMoves, TheModuleBesideALossIsNamedAndOneWithoutALossIsANote) {
  SoakOutcome soak = fallen();
  const auto quiet = findings(soak);
  ASSERT_EQ(quiet.size(), 1u);
  EXPECT_EQ(quiet[0],
            "module-moved: the module of b (a module without a name): rx power fell 7.0 dB from -3.0 to "
            "-10.0 dBm at 30.0 s; no frames were lost beside it");
  soak.events = {loss(Direction::a_to_b, 10s), loss(Direction::a_to_b, 29600ms)};
  soak.all_events = {2, 0};
  const auto lossy = findings(soak);
  ASSERT_EQ(lossy.size(), 1u);
  EXPECT_EQ(lossy[0],
            "module-moved-beside-loss: a>b: the module of b (a module without a name) may be the cause: rx "
            "power fell "
            "7.0 dB from -3.0 to -10.0 dBm at 30.0 s, 0.4 s after the loss began; 1 of 2 gaps in the numbers "
            "lie beside it");
}

}  // namespace
}  // namespace pktgen
