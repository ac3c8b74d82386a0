// Three trials in ten, drawn at random, aren't measured: an answer stays what it was, or says that it isn't
// one.
#include <gtest/gtest.h>

#include "search/back_to_back.h"
#include "search/frame_loss.h"
#include "search/mlr.h"
#include "search/simulated.h"
#include "search/size_verdict.h"

namespace pktgen {
namespace {

constexpr double kPart = 0.3;
constexpr std::uint64_t kSeeds = 200;

/// How often there was an answer, and how often it was said that there is none.
struct Counts {
  int answered = 0, open = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Counts& c) {
    return out << c.answered << " answered, " << c.open << " open";
  }
};

/// `one(device, limits)` says whether there was an answer; it checks that itself.
template <class One>
Counts count(const Device& device, std::uint32_t repeats, One one) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", repeats " << repeats);
    ++(one(sometimes_unmeasured(device, kPart, seed), Limits{.repeats = repeats}) ? counts.answered
                                                                                  : counts.open);
  }
  return counts;
}

TEST(Unmeasured, AThroughputIsTheSameOrNotMeasured) {
  constexpr Throughput::Goal kGoal{.max = kLine, .precision = {10'000}, .spot_checks = 3};
  const auto one = [&](const Device& device, Limits limits) {
    const auto search = searched<Throughput>(kGoal, device, limits);
    const Verdict verdict = verdict_of({.answer = search.answer(), .course = search.course()});
    EXPECT_NE(verdict, Verdict::fail);
    if (verdict != Verdict::pass) return false;
    EXPECT_EQ(search.answer().throughput, FramesPerSecond{6'997'244});
    EXPECT_TRUE(search.answer().inversions.empty());
    return true;
  };
  EXPECT_EQ(count(device_of_capacity(7e6), 0, one), (Counts{14, 186}));
  EXPECT_EQ(count(device_of_capacity(7e6), 3, one), (Counts{189, 11}));
}

TEST(Unmeasured, ADeviceThatForwardsNothingFailsOrIsNotMeasured) {
  const auto one = [&](const Device& device, Limits limits) {
    const auto search = searched<Throughput>({.max = kLine, .precision = {10'000}}, device, limits);
    EXPECT_EQ(search.answer().throughput, std::nullopt);
    const Verdict verdict = verdict_of({.answer = search.answer(), .course = search.course()});
    EXPECT_NE(verdict, Verdict::pass);
    return verdict == Verdict::fail;
  };
  EXPECT_EQ(count(device_of_capacity(0), 0, one), (Counts{154, 46}));
}

TEST(Unmeasured, APointOfTheFrameLossIsTheSameOrHasNone) {
  constexpr FrameLoss::Goal kGoal{.max = {10'000'000}};
  const auto truth = searched<FrameLoss>(kGoal, device_of_capacity(7e6)).answer();
  const auto one = [&](const Device& device, Limits limits) {
    const auto answer = searched<FrameLoss>(kGoal, device, limits).answer();
    EXPECT_GE(answer.points.size(), truth.points.size());
    EXPECT_TRUE(answer.inversions.empty());
    for (std::size_t i = 0; i < answer.points.size(); ++i) {
      const LossPoint& point = answer.points[i];
      // Below those of the truth nothing is lost.
      if (!point.loss_ratio) {
        EXPECT_EQ(point, (LossPoint{.load = point.load}));
      } else if (i < truth.points.size()) {
        EXPECT_EQ(point, truth.points[i]);
      } else {
        EXPECT_EQ(point.lost, 0u);
      }
    }
    return answer == truth;
  };
  EXPECT_EQ(count(device_of_capacity(7e6), 0, one), (Counts{43, 157}));
  EXPECT_EQ(count(device_of_capacity(7e6), 3, one), (Counts{189, 11}));
}

TEST(Unmeasured, ABurstIsTheSameOrItsRepetitionIsCountedAsUnmeasured) {
  constexpr BackToBack::Goal kGoal{
      .line_rate = {10e6}, .throughput = {7.5e6}, .max_burst_frames = 65'536, .repetitions = 5};
  const auto one = [&](const Device& device, Limits limits) {
    const auto answer = searched<BackToBack>(kGoal, device, limits).answer();
    EXPECT_EQ(answer.bursts.size() + answer.unmeasured, 5u);
    EXPECT_FALSE(answer.reached_limit);
    for (const std::uint64_t burst : answer.bursts) EXPECT_EQ(burst, 4000u);
    EXPECT_EQ(answer.mean_frames.has_value(), answer.unmeasured < 5);
    return answer.unmeasured == 0;
  };
  EXPECT_EQ(count(buffer_of(1000, 7.5e6, 10e6), 0, one), (Counts{0, 200}));
  EXPECT_EQ(count(buffer_of(1000, 7.5e6, 10e6), 3, one), (Counts{101, 99}));
}

TEST(Unmeasured, ARegularResultOfMlrsearchStillEnclosesTheTruth) {
  const Mlr::Goal goal{
      .min = {9'001}, .max = kLine, .goals = {{}, {.loss_ratio = 0.005, .exceed_ratio = 0.5}}};
  const auto one = [&](const Device& device, Limits limits) {
    const auto search = searched<Mlr>(goal, device, limits);
    EXPECT_EQ(search.course().ended, Ended::complete);
    bool are_regular = true;
    for (const auto& found : search.answer().goals) {
      const double truth = 7e6 / (1 - found.goal.loss_ratio);
      EXPECT_LE(found.relevant_lower_bound.value_or(goal.min).count, truth);
      EXPECT_GT(found.relevant_upper_bound.value_or(goal.max).count, truth);
      if (found.irregular == Mlr::Irregular::no) {
        EXPECT_GE(found.relevant_lower_bound->count, 0.995 * found.relevant_upper_bound->count);
        continue;
      }
      EXPECT_EQ(found.irregular, Mlr::Irregular::not_measured);
      are_regular = false;
    }
    return are_regular;
  };
  EXPECT_EQ(count(device_of_capacity(7e6), 0, one), (Counts{12, 188}));
  EXPECT_EQ(count(device_of_capacity(7e6), 3, one), (Counts{188, 12}));
}

}  // namespace
}  // namespace pktgen
