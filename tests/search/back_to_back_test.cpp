#include "search/back_to_back.h"

#include <gtest/gtest.h>

#include "search/simulated.h"

namespace pktgen {
namespace {

using std::chrono::seconds;

/// Ten million frames a second come, seven and a half go: a quarter of a burst stays in the buffer.
constexpr BackToBack::Goal kGoal{
    .line_rate = {10e6}, .throughput = {7.5e6}, .max_burst_frames = 65'536, .repetitions = 3};

Search<BackToBack> bursts_on(const Device& device, BackToBack::Goal goal = kGoal, Limits limits = {}) {
  return searched<BackToBack>(goal, device, limits);
}

TEST(BackToBack, FindsTheLongestBurstThatTheBufferTakes) {
  const auto answer = bursts_on(buffer_of(1000, 7.5e6, 10e6)).answer();
  EXPECT_EQ(answer.bursts, (std::vector<std::uint64_t>{4000, 4000, 4000}));
  EXPECT_DOUBLE_EQ(*answer.mean_frames, 4000);
  EXPECT_DOUBLE_EQ(*answer.deviation_frames, 0);
  EXPECT_EQ(answer.buffer_time, Nanoseconds{400'000});
  // 100 us at the line rate are the thousand frames that the buffer holds.
  EXPECT_EQ(answer.corrected_buffer_time, Nanoseconds{100'000});
}

TEST(BackToBack, AsksForBurstsAtLineRateWithTheTimeToEmptyTheBuffer) {
  const auto search = Search<BackToBack>::begin(kGoal);
  const auto question = search->next();
  ASSERT_TRUE(question);
  EXPECT_EQ(question->load, FramesPerSecond{10e6});
  EXPECT_EQ(question->burst_frames, 65'536u);
  EXPECT_EQ(question->duration, Nanoseconds{6'553'600});
  // At 7.5 Mfps the burst takes 8,738,134 ns, that is 2,184,534 more.
  EXPECT_EQ(question->drain, seconds(2) + Nanoseconds{2'184'534});
}

TEST(BackToBack, HalvesTheLength) {
  BackToBack::Goal goal = kGoal;
  goal.repetitions = 1;
  goal.max_burst_frames = 8000;
  goal.precision_frames = 500;
  const auto search = bursts_on(buffer_of(1000, 7.5e6, 10e6), goal);
  std::vector<std::uint64_t> asked;
  for (const Heard& heard : search.heard()) asked.push_back(heard.question.burst_frames);
  EXPECT_EQ(asked, (std::vector<std::uint64_t>{8000, 4000, 6000, 5000, 4500}));
  EXPECT_EQ(search.answer().bursts, (std::vector<std::uint64_t>{4000}));
  EXPECT_EQ(search.answer().deviation_frames, std::nullopt);
}

TEST(BackToBack, GivesMeanSpreadAndExtremesOfItsRepetitions) {
  // The buffer holds 1000, 1001, 1002 frames in turn; each repetition needs 17 trials, the limit and 16 more.
  const Device device = [](const Question& question, std::size_t trial) {
    return buffer_of(1000 + trial / 17, 7.5e6, 10e6)(question, trial);
  };
  const auto search = bursts_on(device);
  EXPECT_EQ(search.course().trials, 51u);
  const auto answer = search.answer();
  EXPECT_EQ(answer.bursts, (std::vector<std::uint64_t>{4000, 4004, 4008}));
  EXPECT_DOUBLE_EQ(*answer.mean_frames, 4004);
  EXPECT_DOUBLE_EQ(*answer.deviation_frames, 4);
  EXPECT_EQ(answer.min_frames, 4000u);
  EXPECT_EQ(answer.max_frames, 4008u);
}

TEST(BackToBack, AsksNothingOfADeviceThatForwardsAtLineRate) {
  BackToBack::Goal goal = kGoal;
  goal.throughput = goal.line_rate;
  const auto search = bursts_on(buffer_of(0, 10e6, 10e6), goal);
  EXPECT_EQ(search.course().trials, 0u);
  EXPECT_EQ(search.course().ended, Ended::complete);
  EXPECT_FALSE(search.answer().is_applicable);
  EXPECT_EQ(search.answer().mean_frames, std::nullopt);
}

TEST(BackToBack, ABurstThatPassesAtTheLimitIsNoResult) {
  const auto search = bursts_on(buffer_of(20'000, 7.5e6, 10e6));
  EXPECT_EQ(search.course().trials, 1u);
  EXPECT_TRUE(search.answer().reached_limit);
  EXPECT_EQ(search.answer().mean_frames, std::nullopt);
  EXPECT_EQ(search.answer().buffer_time, std::nullopt);
}

TEST(BackToBack, ADeviceThatLosesEvenOneFrameHasABurstOfNone) {
  const Device drops_all = [](const Question& question, std::size_t) {
    return Reply{.offered = question.burst_frames, .lost = question.burst_frames};
  };
  BackToBack::Goal goal = kGoal;
  goal.precision_frames = 100;
  const auto answer = bursts_on(drops_all, goal).answer();
  EXPECT_EQ(answer.bursts, (std::vector<std::uint64_t>{0, 0, 0}));
  EXPECT_EQ(answer.corrected_buffer_time, Nanoseconds{0});
}

TEST(BackToBack, ALossMayBeVerifiedBeforeItIsBelieved) {
  BackToBack::Goal goal = kGoal;
  goal.verifications = 1;
  // Each first try of a burst that fits loses a frame to something else.
  const Device device = [](const Question& question, std::size_t trial) {
    Reply reply = buffer_of(1000, 7.5e6, 10e6)(question, trial);
    if (reply.lost == 0 && trial % 2 == 0) reply.lost = 1;
    return reply;
  };
  EXPECT_EQ(bursts_on(device, goal).answer().bursts, (std::vector<std::uint64_t>{4000, 4000, 4000}));
  EXPECT_LT(bursts_on(device).answer().max_frames, 4000u);
}

TEST(BackToBack, ARepetitionThatCannotBeMeasuredIsCountedAndLeftOut) {
  // The second repetition begins with trial 17.
  const Device device = [](const Question& question, std::size_t trial) {
    return trial >= 17 && trial < 21 ? Reply{.not_measured = "burst-too-short"}
                                     : buffer_of(1000, 7.5e6, 10e6)(question, trial);
  };
  const auto search = bursts_on(device, kGoal, {.repeats = 3});
  EXPECT_EQ(search.answer().unmeasured, 1u);
  EXPECT_EQ(search.answer().bursts, (std::vector<std::uint64_t>{4000, 4000}));
  EXPECT_EQ(search.course().not_measured, 4u);
}

TEST(BackToBack, RefusesBurstsLongerThanThirtySeconds) {
  BackToBack::Goal goal = kGoal;
  goal.max_burst_frames = 300'000'000;
  EXPECT_TRUE(Search<BackToBack>::begin(goal));
  goal.max_burst_frames = 1;
  EXPECT_TRUE(Search<BackToBack>::begin(goal));
  goal.max_burst_frames = 300'000'001;
  EXPECT_EQ(
      Search<BackToBack>::begin(goal).error().message,
      "back_to_back: max_burst_frames: 1 to 300000000 is wanted (30 seconds, RFC 9004), 300000001 was found");
}

TEST(BackToBack, RefusesNoStepAndNoRepetition) {
  const std::string wanted =
      "back_to_back: precision_frames and repetitions: 1 or more is wanted, 0 was found";
  BackToBack::Goal goal = kGoal;
  goal.precision_frames = 0;
  EXPECT_EQ(Search<BackToBack>::begin(goal).error().message, wanted);
  goal = kGoal;
  goal.repetitions = 0;
  EXPECT_EQ(Search<BackToBack>::begin(goal).error().message, wanted);
}

}  // namespace
}  // namespace pktgen
