#include "search/throughput.h"

#include <gtest/gtest.h>

#include "search/simulated.h"

namespace pktgen {
namespace {

using std::chrono::seconds;
using Loads = std::vector<long>;
using ThroughputSearch = Search<Throughput>;

constexpr Throughput::Goal kGoal{.max = kLine, .precision = {10'000}};

ThroughputSearch throughput_of(const Device& device, Throughput::Goal goal = kGoal, Limits limits = {}) {
  return searched<Throughput>(goal, device, limits);
}

TEST(Throughput, HalvesFromTheMaximumDownAndConfirmsWithALongTrial) {
  const auto search = throughput_of(device_of_capacity(7'000'000));
  EXPECT_EQ(loads_asked(search.heard()),
            (Loads{14'880'952, 7'440'476, 3'720'238, 5'580'357, 6'510'416, 6'975'446, 7'207'961, 7'091'703,
                   7'033'574, 7'004'510, 6'989'978, 6'997'244, 6'997'244}));
  EXPECT_EQ(search.heard()[11].question.duration, seconds(10));
  EXPECT_EQ(search.heard()[12].question.duration, seconds(60));
  const Throughput::Answer answer = search.answer();
  EXPECT_EQ(answer.throughput, FramesPerSecond{6'997'244});
  EXPECT_EQ(answer.lowest_failed, FramesPerSecond{7'004'510});
  EXPECT_TRUE(answer.is_within_precision);
  EXPECT_TRUE(answer.inversions.empty());
  EXPECT_EQ(search.course().ended, Ended::complete);
  EXPECT_EQ(search.course().trials, 13u);
  EXPECT_EQ(search.course().time, seconds(12 * (10 + 2) + 60 + 2));
}

TEST(Throughput, NeedsTwoTrialsAtLineRateIfNothingIsLost) {
  const auto search = throughput_of(device_of_capacity(20e6));
  EXPECT_EQ(loads_asked(search.heard()), (Loads{14'880'952, 14'880'952}));
  EXPECT_EQ(search.answer().throughput, kLine);
  EXPECT_EQ(search.answer().lowest_failed, std::nullopt);
  EXPECT_TRUE(search.answer().is_within_precision);
}

TEST(Throughput, NeedsOneTrialIfEachIsOfTheFullLength) {
  Throughput::Goal goal = kGoal;
  goal.search_duration = goal.final_duration;
  EXPECT_EQ(throughput_of(device_of_capacity(20e6), goal).course().trials, 1u);
}

TEST(Throughput, HalvesAllTheWayWhereEachTrialIsOfTheFullLength) {
  Throughput::Goal goal = kGoal;
  goal.search_duration = goal.final_duration;
  const auto search = throughput_of(device_of_capacity(7e6), goal);
  EXPECT_EQ(search.course().trials, 12u);
  EXPECT_EQ(search.answer().throughput, FramesPerSecond{6'997'244});
}

TEST(Throughput, HasNoAnswerForADeviceThatForwardsNothing) {
  const auto search = throughput_of(device_of_capacity(0));
  EXPECT_EQ(search.answer().throughput, std::nullopt);
  EXPECT_EQ(search.answer().lowest_failed, FramesPerSecond{7'266});
  EXPECT_FALSE(search.answer().is_within_precision);
  EXPECT_EQ(search.course().ended, Ended::complete);
}

TEST(Throughput, OneLostFrameInAllIsALoss) {
  const Device one_lost = [](const Question& question, std::size_t) {
    return Reply{.offered = frames_of(question), .lost = question.load.count > 5e6 ? 1u : 0u};
  };
  const auto answer = throughput_of(one_lost).answer();
  ASSERT_TRUE(answer.throughput);
  EXPECT_LE(answer.throughput->count, 5e6);
  EXPECT_GT(answer.throughput->count, 5e6 - 10'000);
}

TEST(Throughput, ALossOfJustTheAcceptedRatioPasses) {
  Throughput::Goal goal = kGoal;
  goal.accepted_loss_ratio = 0.005;
  const Device five_in_a_thousand = [](const Question&, std::size_t) { return Reply{1000, 5, {}, {}}; };
  const Device six_in_a_thousand = [](const Question&, std::size_t) { return Reply{1000, 6, {}, {}}; };
  EXPECT_EQ(throughput_of(five_in_a_thousand, goal).answer().throughput, kLine);
  EXPECT_EQ(throughput_of(six_in_a_thousand, goal).answer().throughput, std::nullopt);
}

TEST(Throughput, ADeviceThatPausesUsFailsAlthoughNothingIsLost) {
  const Device pausing = [](const Question& question, std::size_t) {
    const bool pauses = question.load.count > 3e6;
    return Reply{.offered = frames_of(question), .fell_short = pauses ? "peer-pauses-us" : ""};
  };
  const auto answer = throughput_of(pausing).answer();
  ASSERT_TRUE(answer.throughput);
  EXPECT_LE(answer.throughput->count, 3e6);
  EXPECT_GT(answer.throughput->count, 3e6 - 10'000);
}

/// Forwards 7 Mfps in short trials and 6.5 in long ones, as a device that heats up or has a deep buffer.
Reply tiring(const Question& question, std::size_t trial) {
  return device_of_capacity(question.duration > seconds(10) ? 6.5e6 : 7e6)(question, trial);
}

TEST(Throughput, TrustsLongTrialsOnceAShortOneHasMisled) {
  const auto search = throughput_of(tiring);
  // 6,997,244 passes shortly and fails at length; then down by 10,000, 20,000, 40,000 ... and halves.
  const Loads asked = loads_asked(search.heard());
  EXPECT_EQ(Loads(asked.begin() + 12, asked.begin() + 20),
            (Loads{6'997'244, 6'987'244, 6'967'244, 6'927'244, 6'847'244, 6'687'244, 6'367'244, 6'527'244}));
  for (std::size_t i = 12; i < search.heard().size(); ++i)
    EXPECT_EQ(search.heard()[i].question.duration, seconds(60)) << i;
  ASSERT_TRUE(search.answer().throughput);
  EXPECT_LE(search.answer().throughput->count, 6.5e6);
  EXPECT_GT(search.answer().throughput->count, 6.5e6 - 10'000);
  EXPECT_TRUE(search.answer().is_within_precision);
  // A short pass above a long failure is no sign of a hole.
  EXPECT_TRUE(search.answer().inversions.empty());
}

TEST(Throughput, FindsTheSameWhenThreeTrialsInTenAreNotMeasured) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto search =
        throughput_of(sometimes_unmeasured(device_of_capacity(7e6), 0.3, seed), kGoal, {.repeats = 12});
    EXPECT_EQ(search.answer().throughput, FramesPerSecond{6'997'244}) << "seed " << seed;
    EXPECT_TRUE(search.answer().is_within_precision);
    const Course course = search.course();
    EXPECT_EQ(course.trials, 13 + course.not_measured);
    EXPECT_TRUE(course.given_up.empty());
  }
}

TEST(Throughput, BeyondWhatTheTesterCanOfferIsNeitherPassNorFailure) {
  const auto search = throughput_of(tester_of_capacity(9e6, device_of_capacity(20e6)), kGoal, {.repeats = 2});
  const Throughput::Answer answer = search.answer();
  EXPECT_EQ(answer.lowest_failed, std::nullopt);
  EXPECT_FALSE(answer.is_within_precision);
  ASSERT_TRUE(answer.throughput && answer.lowest_unmeasured);
  EXPECT_LE(answer.throughput->count, 9e6);
  EXPECT_GT(answer.lowest_unmeasured->count, 9e6);
  EXPECT_LE(*answer.lowest_unmeasured - *answer.throughput, FramesPerSecond{10'000});
  ASSERT_FALSE(search.course().given_up.empty());
  EXPECT_EQ(search.course().given_up[0].question.load, kLine);
  EXPECT_EQ(search.course().given_up[0].reply.not_measured, "tester-could-not-send");
  EXPECT_EQ(loads_asked(search.heard())[2], 14'880'952);
  EXPECT_EQ(loads_asked(search.heard())[3], 7'440'476);
}

TEST(Throughput, AWeakTesterDoesNotHideAWeakerDevice) {
  const auto answer = throughput_of(tester_of_capacity(12e6, device_of_capacity(7e6))).answer();
  EXPECT_EQ(answer.throughput, FramesPerSecond{6'997'244});
  EXPECT_EQ(answer.lowest_failed, FramesPerSecond{7'004'510});
  EXPECT_EQ(answer.lowest_unmeasured, kLine);
  EXPECT_TRUE(answer.is_within_precision);
}

TEST(Throughput, EndsEvenIfLongTrialsCanNeverBeMeasured) {
  const Device stalls_at_length = [](const Question& question, std::size_t trial) {
    return question.duration > seconds(10) ? Reply{.not_measured = "stalled-worker"}
                                           : device_of_capacity(7e6)(question, trial);
  };
  const auto search = throughput_of(stalls_at_length, kGoal, {.repeats = 0});
  EXPECT_EQ(search.answer().throughput, std::nullopt);
  EXPECT_FALSE(search.answer().is_within_precision);
  EXPECT_EQ(search.course().ended, Ended::complete);
  EXPECT_LT(search.course().trials, 50u);
}

TEST(Throughput, ASpotCheckSeesThatALoadAboveAHolePasses) {
  Throughput::Goal goal = kGoal;
  goal.spot_checks = 2;
  const auto search = throughput_of(with_hole(device_of_capacity(7e6), 3.3e6, 3.9e6), goal);
  const Loads asked = loads_asked(search.heard());
  EXPECT_EQ(Loads(asked.end() - 3, asked.end()), (Loads{3'298'804, 11'160'714, 5'580'357}));
  const auto answer = search.answer();
  EXPECT_EQ(answer.throughput, FramesPerSecond{3'298'804});
  ASSERT_EQ(answer.inversions.size(), 5u);
  EXPECT_EQ(answer.inversions[0], (Inversion{{3'306'070}, {5'580'357}}));
  EXPECT_EQ(answer.inversions[4], (Inversion{{3'720'238}, {5'580'357}}));
}

TEST(Throughput, ASpotCheckThatFailsLowersTheAnswerBelowTheHole) {
  Throughput::Goal goal = kGoal;
  goal.spot_checks = 1;
  const auto search = throughput_of(with_hole(device_of_capacity(20e6), 7e6, 8e6), goal);
  const auto answer = search.answer();
  EXPECT_EQ(answer.throughput, FramesPerSecond{6'997'244});
  ASSERT_FALSE(answer.inversions.empty());
  EXPECT_EQ(answer.inversions.back(), (Inversion{{7'440'476}, kLine}));
}

TEST(Throughput, ASpotCheckThatIsNotMeasuredChangesNothing) {
  Throughput::Goal goal = kGoal;
  goal.spot_checks = 2;
  const Device device = [](const Question& question, std::size_t) {
    return question.load.count < 8e6 ? Reply{.not_measured = "schedule-late"}
                                     : Reply{.offered = frames_of(question)};
  };
  const auto search = throughput_of(device, goal, {.repeats = 1});
  EXPECT_EQ(search.answer().throughput, kLine);
  EXPECT_EQ(search.answer().lowest_unmeasured, std::nullopt);
  EXPECT_EQ(search.course().given_up.size(), 2u);
  EXPECT_EQ(search.course().trials, 6u);
}

TEST(Throughput, SpotChecksEndWhereNoGapIsWiderThanThePrecision) {
  const auto search =
      throughput_of(device_of_capacity(20e6), {.max = {8e6}, .precision = {2e6}, .spot_checks = 100});
  EXPECT_EQ(loads_asked(search.heard()), (Loads{8'000'000, 8'000'000, 4'000'000, 2'000'000, 6'000'000}));
}

TEST(Throughput, NeverAnswersAboveOrAtALoadThatLostAFrame) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Throughput::Goal goal = kGoal;
    goal.precision = {1'000};
    const auto search = throughput_of(randomly_losing(1e-7, seed), goal);
    EXPECT_EQ(search.course().ended, Ended::complete);
    EXPECT_LT(search.course().trials, 100u);
    const auto answer = search.answer();
    if (!answer.throughput) continue;
    bool has_passed_at_length = false;
    for (const Heard& heard : search.heard()) {
      if (heard.reply.lost > 0) {
        EXPECT_GT(heard.question.load, *answer.throughput) << "seed " << seed;
      } else if (heard.question.load == *answer.throughput) {
        has_passed_at_length |= heard.question.duration == seconds(60);
      }
    }
    EXPECT_TRUE(has_passed_at_length) << "seed " << seed;
  }
}

TEST(Throughput, RareLossWithinTheAcceptedRatioLeavesTheLineRate) {
  Throughput::Goal goal = kGoal;
  goal.accepted_loss_ratio = 1e-6;
  EXPECT_EQ(throughput_of(randomly_losing(1e-7, 1), goal).answer().throughput, kLine);
}

TEST(Throughput, AnInterruptedSearchSaysNoMoreThanWhatPassedAtLength) {
  auto search = ThroughputSearch::begin(kGoal);
  ASSERT_TRUE(search);
  run_on(*search, device_of_capacity(7e6), 12);
  EXPECT_EQ(search->course().ended, Ended::not_yet);
  EXPECT_EQ(search->answer().throughput, std::nullopt);
  EXPECT_EQ(search->answer().lowest_failed, FramesPerSecond{7'004'510});
}

TEST(Throughput, RefusesGoalsThatCannotBeReached) {
  const auto refusal = [](Throughput::Goal goal) { return ThroughputSearch::begin(goal).error().message; };
  Throughput::Goal goal = kGoal;
  goal.precision = {1};
  EXPECT_TRUE(ThroughputSearch::begin(goal));
  goal.precision = {0.5};
  EXPECT_EQ(refusal(goal), "throughput: precision: 1 frame a second or more is wanted, 0.5 was found");
  goal = kGoal;
  goal.max = {};
  EXPECT_EQ(refusal(goal), "throughput: max: more than 0 frames a second are wanted, 0 were found");
  goal = kGoal;
  goal.accepted_loss_ratio = 1;
  EXPECT_EQ(refusal(goal),
            "throughput: accepted_loss_ratio: 0 or more and less than 1 is wanted, 1 was found");
  goal = kGoal;
  goal.search_duration = seconds(61);
  EXPECT_EQ(refusal(goal), "throughput: search_duration: at most final_duration is wanted, more was found");
}

}  // namespace
}  // namespace pktgen
