#include "search/search.h"

#include <gtest/gtest.h>

#include "search/ladder.h"
#include "search/simulated.h"

namespace pktgen {
namespace {

using std::chrono::seconds;

const Ladder::Goal kTwoLoads{.loads = {{1e6}, {2e6}}, .duration = seconds(10)};

Reply stalled(const Question&, std::size_t) { return {.not_measured = "stalled-worker"}; }

TEST(Search, RepeatsWhatWasNotMeasuredAndThenGivesItUp) {
  const auto search = searched<Ladder>(kTwoLoads, stalled, {.repeats = 2});
  EXPECT_EQ(loads_asked(search.heard()),
            (std::vector<long>{1'000'000, 1'000'000, 1'000'000, 2'000'000, 2'000'000, 2'000'000}));
  const Course course = search.course();
  EXPECT_EQ(course.ended, Ended::complete);
  EXPECT_EQ(course.not_measured, 6u);
  ASSERT_EQ(course.given_up.size(), 2u);
  EXPECT_EQ(course.given_up[1].question.load, FramesPerSecond{2e6});
  EXPECT_EQ(course.given_up[1].reply.not_measured, "stalled-worker");
}

TEST(Search, CountsTheRepeatsOfEachTrialAnew) {
  // The first load is measured at its third try, the second at its third.
  const Device device = [](const Question& question, std::size_t trial) {
    return trial % 3 == 2 ? Reply{.offered = frames_of(question)} : stalled(question, trial);
  };
  const auto search = searched<Ladder>(kTwoLoads, device, {.repeats = 2});
  EXPECT_EQ(search.course().trials, 6u);
  EXPECT_TRUE(search.course().given_up.empty());
  EXPECT_EQ(search.answer().highest_clean, FramesPerSecond{2e6});
}

TEST(Search, AReplyThatSaysNothingIsNotMeasured) {
  const Device nothing_sent = [](const Question&, std::size_t) { return Reply{}; };
  const Device too_much_lost = [](const Question&, std::size_t) { return Reply{.offered = 5, .lost = 6}; };
  EXPECT_EQ(searched<Ladder>(kTwoLoads, nothing_sent).course().given_up[0].reply.not_measured,
            "no frame was offered");
  EXPECT_EQ(searched<Ladder>(kTwoLoads, too_much_lost).course().given_up[0].reply.not_measured,
            "6 frames were lost of 5 offered");
}

TEST(Search, EndsWhenItsTrialsAreUsedUp) {
  const auto search = searched<Ladder>(kTwoLoads, stalled, {.repeats = 100, .trials = 7});
  EXPECT_EQ(search.course().trials, 7u);
  EXPECT_EQ(search.course().ended, Ended::trials_used_up);
}

TEST(Search, EndsBeforeATrialThatWouldTakeItBeyondItsTime) {
  const auto search = searched<Ladder>(kTwoLoads, device_of_capacity(7e6), {.time = seconds(23)});
  EXPECT_EQ(search.course().trials, 1u);
  EXPECT_EQ(search.course().time, seconds(12));
  EXPECT_EQ(search.course().ended, Ended::time_used_up);
  const auto with_time = searched<Ladder>(kTwoLoads, device_of_capacity(7e6), {.time = seconds(24)});
  EXPECT_EQ(with_time.course().ended, Ended::complete);
}

TEST(RunSearch, TellsTheJournalOfATrialBeforeTheSearchLearnsOfIt) {
  auto search = Search<Ladder>::begin(kTwoLoads);
  std::vector<std::size_t> known;
  const auto measure = [](const Question& question) -> Result<std::optional<Reply>> {
    return Reply{.offered = frames_of(question)};
  };
  const auto keep = [&](const Question&, const Reply&) -> Result<void> {
    known.push_back(search->heard().size());
    return {};
  };
  EXPECT_TRUE(run_search(*search, measure, keep));
  EXPECT_EQ(known, (std::vector<std::size_t>{0, 1}));
}

TEST(RunSearch, KeepsWhatWasLearntWhenAPortIsGoneOrTheDiskIsFull) {
  const auto gone = [](const Question& question) -> Result<std::optional<Reply>> {
    if (question.load.count > 1e6) return fail(ErrorKind::port, "gone");
    return Reply{.offered = 1};
  };
  const auto full = [](const Question&, const Reply&) -> Result<void> {
    return fail(ErrorKind::environment, "disk full");
  };
  const auto keep = [](const Question&, const Reply&) { return Result<void>(); };
  auto search = Search<Ladder>::begin(kTwoLoads);
  EXPECT_EQ(run_search(*search, gone, full).error().message, "disk full");
  EXPECT_EQ(search->heard().size(), 0u);
  EXPECT_EQ(run_search(*search, gone, keep).error().message, "gone");
  EXPECT_EQ(search->heard().size(), 1u);
  EXPECT_EQ(search->course().ended, Ended::not_yet);
}

TEST(Question, ALoadIsAPartOfTheLineRate) { EXPECT_DOUBLE_EQ(percent_of({7'440'476.190476190}, kLine), 50); }

}  // namespace
}  // namespace pktgen
