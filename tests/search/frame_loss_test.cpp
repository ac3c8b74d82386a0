#include "search/frame_loss.h"

#include <gtest/gtest.h>

#include "search/ladder.h"
#include "search/simulated.h"

namespace pktgen {
namespace {

using Loads = std::vector<long>;
constexpr FrameLoss::Goal kGoal{.max = {10'000'000}};

TEST(FrameLoss, StepsDownByTenPercentUntilTwoTrialsInARowLoseNothing) {
  const auto search = searched<FrameLoss>(kGoal, device_of_capacity(7'000'000));
  EXPECT_EQ(loads_asked(search.heard()), (Loads{10'000'000, 9'000'000, 8'000'000, 7'000'000, 6'000'000}));
  EXPECT_EQ(search.heard()[0].question.duration, std::chrono::seconds(60));
  const auto answer = search.answer();
  EXPECT_TRUE(answer.ended_clean);
  ASSERT_EQ(answer.points.size(), 5u);
  EXPECT_EQ(answer.points[0].offered, 600'000'000u);
  EXPECT_EQ(answer.points[0].lost, 180'000'000u);
  EXPECT_DOUBLE_EQ(*answer.points[0].loss_ratio, 0.3);
  EXPECT_DOUBLE_EQ(*answer.points[1].loss_ratio, 2.0 / 9);
  EXPECT_DOUBLE_EQ(*answer.points[2].loss_ratio, 0.125);
  EXPECT_DOUBLE_EQ(*answer.points[3].loss_ratio, 0);
}

TEST(FrameLoss, NeedsTwoTrialsWhereNothingIsLost) {
  const auto search = searched<FrameLoss>(kGoal, device_of_capacity(20e6));
  EXPECT_EQ(loads_asked(search.heard()), (Loads{10'000'000, 9'000'000}));
}

TEST(FrameLoss, EndsWithTheLoadsForADeviceThatForwardsNothing) {
  const auto search = searched<FrameLoss>(kGoal, device_of_capacity(0));
  EXPECT_EQ(loads_asked(search.heard()).size(), 10u);
  EXPECT_EQ(loads_asked(search.heard()).back(), 1'000'000);
  EXPECT_FALSE(search.answer().ended_clean);
  EXPECT_DOUBLE_EQ(*search.answer().points.back().loss_ratio, 1);
}

TEST(FrameLoss, ATrialThatCannotBeMeasuredHasNoRatioAndBreaksTheRow) {
  const Device device = [](const Question& question, std::size_t trial) {
    return question.load == FramesPerSecond{6'000'000} ? Reply{.not_measured = "stalled-worker"}
                                                       : device_of_capacity(7e6)(question, trial);
  };
  const auto search = searched<FrameLoss>(kGoal, device, {.repeats = 1});
  EXPECT_EQ(loads_asked(search.heard()),
            (Loads{10'000'000, 9'000'000, 8'000'000, 7'000'000, 6'000'000, 6'000'000, 5'000'000, 4'000'000}));
  EXPECT_EQ(search.answer().points[4].loss_ratio, std::nullopt);
  EXPECT_EQ(search.answer().points[4].lost, 0u);
  EXPECT_EQ(search.course().not_measured, 2u);
}

TEST(FrameLoss, TellsOfALoadThatLosesFramesBelowOneThatLosesNone) {
  const auto search = searched<FrameLoss>(kGoal, with_hole(device_of_capacity(9.5e6), 7.5e6, 8.5e6));
  EXPECT_EQ(loads_asked(search.heard()), (Loads{10'000'000, 9'000'000, 8'000'000, 7'000'000, 6'000'000}));
  EXPECT_EQ(search.answer().inversions, (std::vector<Inversion>{{{8'000'000}, {9'000'000}}}));
}

TEST(FrameLoss, RefusesAStepThatIsCoarserThanTheRfcAllows) {
  const auto search = Search<FrameLoss>::begin({.max = kLine, .step_percent = 20});
  ASSERT_FALSE(search);
  EXPECT_EQ(search.error().message,
            "frame_loss: step_percent: 0.01 to 10 is wanted (RFC 2544 section 26.3), 20 was found");
  EXPECT_TRUE(Search<FrameLoss>::begin({.max = kLine, .step_percent = 0.01}));
}

TEST(Ladder, AsksEachLoadOnceInItsOrder) {
  const auto search =
      searched<Ladder>({.loads = {{1e6}, {8e6}, {6e6}, {7.5e6}}}, device_of_capacity(7'000'000));
  EXPECT_EQ(loads_asked(search.heard()), (Loads{1'000'000, 8'000'000, 6'000'000, 7'500'000}));
  const auto answer = search.answer();
  EXPECT_DOUBLE_EQ(*answer.points[1].loss_ratio, 0.125);
  EXPECT_EQ(answer.highest_clean, FramesPerSecond{6e6});
  EXPECT_TRUE(answer.inversions.empty());
}

TEST(Ladder, AHoleBelowAPassIsToldAndBoundsWhatIsClean) {
  const auto search = searched<Ladder>({.loads = {{1e6}, {2e6}, {3e6}, {4e6}}},
                                       with_hole(device_of_capacity(7e6), 1.5e6, 2.5e6));
  EXPECT_EQ(search.answer().inversions, (std::vector<Inversion>{{{2e6}, {4e6}}}));
  EXPECT_EQ(search.answer().highest_clean, FramesPerSecond{1e6});
}

TEST(Ladder, AnUnmeasuredLoadIsNeitherCleanNorAFailure) {
  const auto search =
      searched<Ladder>({.loads = {{1e6}, {2e6}}}, tester_of_capacity(1.5e6, device_of_capacity(7e6)));
  EXPECT_EQ(search.answer().highest_clean, FramesPerSecond{1e6});
  EXPECT_EQ(search.answer().points[1], (LossPoint{.load = {2e6}}));
  EXPECT_EQ(search.course().trials, 5u);
}

TEST(Ladder, RefusesLoadsAndTimesOfNothing) {
  const auto refusal = [](Ladder::Goal goal) { return Search<Ladder>::begin(goal).error().message; };
  EXPECT_EQ(refusal({}), "ladder: loads: at least one is wanted, there is none");
  EXPECT_EQ(refusal({.loads = {{1e6}, {0}}}),
            "ladder: loads: more than 0 frames a second are wanted, 0 were found");
  EXPECT_EQ(refusal({.loads = {{1e6}}, .duration = {}}),
            "ladder: duration: a time above zero and up to 4800h is wanted, 0 ns were found");
}

}  // namespace
}  // namespace pktgen
