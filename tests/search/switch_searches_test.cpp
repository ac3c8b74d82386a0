// The searches of a switch's addresses, without a switch.
#include <gtest/gtest.h>

#include "search/address_capacity.h"
#include "search/ageing_time.h"
#include "search/forwarding_mode.h"
#include "search/json_state.h"
#include "search/learning_rate.h"
#include "search/switch_fields.h"
#include "simulated.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;

/// Without repeats of what wasn't measured.
template <class S>
Search<S> looked_for(const typename S::Goal& goal, const Device& device) {
  return searched<S>(goal, device, {.repeats = 0});
}

/// Of a table that holds `entries` and learns no more.
Device table_of(std::uint64_t entries) {
  return [=](const Question& question, std::size_t) {
    const std::uint64_t known = std::min(question.burst_frames, entries);
    return Reply{.offered = question.burst_frames - 1, .lost = question.burst_frames - known};
  };
}

/// Of buckets that overflow one by one: from `first` addresses on every second one finds its bucket full.
Device buckets(std::uint64_t first) {
  return [=](const Question& question, std::size_t) {
    const std::uint64_t over = question.burst_frames > first ? question.burst_frames - first : 0;
    return Reply{.offered = question.burst_frames - 1, .lost = (over + 1) / 2};
  };
}

TEST(AddressCapacity, OfATableThatFillsUpIsFoundInThreeTrials) {
  for (const std::uint64_t entries : {2u, 3u, 1000u, 4096u, 8191u, 65'535u}) {
    const auto search = looked_for<AddressCapacity>({}, table_of(entries));
    EXPECT_EQ(search.answer().capacity, entries);
    EXPECT_EQ(search.answer().lowest_failed, entries + 1);
    EXPECT_TRUE(search.answer().is_exact);
    EXPECT_LE(search.heard().size(), 3u);
  }
}

TEST(AddressCapacity, OfBucketsIsFoundByHalvesAndNotByManyGuesses) {
  const auto search = looked_for<AddressCapacity>({}, buckets(5000));
  EXPECT_EQ(search.answer().capacity, 5000u);
  EXPECT_TRUE(search.answer().is_exact);
  EXPECT_EQ(search.answer().most_held, 35'268u);
  EXPECT_LE(search.heard().size(), 18u);
}

TEST(AddressCapacity, IsNoneWhereNothingIsLearned) {
  const auto search = looked_for<AddressCapacity>({}, table_of(1));
  EXPECT_FALSE(search.answer().capacity);
  EXPECT_EQ(search.answer().lowest_failed, 2u);
  EXPECT_EQ(search.heard().size(), 2u);
}

TEST(AddressCapacity, IsNotExactWhereWhatLiesAboveWasNotMeasured) {
  const auto device = [](const Question& question, std::size_t) {
    if (question.burst_frames > 3000) return Reply{.not_measured = "the tester fell short"};
    return Reply{.offered = question.burst_frames - 1};
  };
  const auto answer = looked_for<AddressCapacity>({}, device).answer();
  EXPECT_EQ(answer.capacity, 3000u);
  EXPECT_EQ(answer.lowest_unmeasured, 3001u);
  EXPECT_FALSE(answer.is_exact);
}

TEST(AddressCapacity, RefusesToLookForOneAddress) {
  EXPECT_EQ(Search<AddressCapacity>::begin({.most = 1}).error().message,
            "address_capacity: most: 2 to 10000000 addresses are wanted, 1 were found");
}

Device learner(double most) {
  return [=](const Question& question, std::size_t) {
    const auto asked = question.burst_frames - 1;
    return Reply{.offered = asked, .lost = question.load.count > most ? asked / 2 + 1 : 0};
  };
}

TEST(LearningRate, IsFoundToItsPrecisionFromTensToMillions) {
  const LearningRate::Goal goal{.addresses = 1000, .least = {7}, .max = kLine};
  for (const double truth : {10.0, 50.0, 1234.0, 1'000'000.0, 14'000'000.0}) {
    const auto answer = looked_for<LearningRate>(goal, learner(truth)).answer();
    ASSERT_TRUE(answer.rate) << truth;
    EXPECT_TRUE(answer.is_within_precision);
    EXPECT_LE(answer.rate->count, truth);
    EXPECT_GE(answer.rate->count, truth * 0.985 - 0.2);
    EXPECT_GT(answer.lowest_failed->count, truth);
  }
}

TEST(LearningRate, AtTheLeastRateOrNoneIsSaidToBeSo) {
  const LearningRate::Goal goal{.addresses = 1000, .least = {7}, .max = {1000}};
  const auto just = looked_for<LearningRate>(goal, learner(7)).answer();
  EXPECT_EQ(just.rate, FramesPerSecond{7});
  const auto none = looked_for<LearningRate>(goal, learner(6)).answer();
  EXPECT_FALSE(none.rate);
  EXPECT_EQ(none.lowest_failed, FramesPerSecond{7});
  const auto all = looked_for<LearningRate>(goal, learner(1e9));
  EXPECT_EQ(all.answer().rate, FramesPerSecond{1000});
  EXPECT_EQ(all.heard().size(), 1u);
}

TEST(LearningRate, BoundedByWhatWasNotMeasuredIsNoAnswer) {
  const auto device = [](const Question& question, std::size_t) {
    if (question.load.count > 500) return Reply{.not_measured = "frames left late"};
    return Reply{.offered = question.burst_frames - 1};
  };
  const auto answer = looked_for<LearningRate>({.least = {7}, .max = {1000}}, device).answer();
  EXPECT_TRUE(answer.rate);
  EXPECT_FALSE(answer.lowest_failed);
  EXPECT_FALSE(answer.is_within_precision);
}

/// Of a device that forgets an address after a time.
Device forgetting_after(Nanoseconds time) {
  return [=](const Question& question, std::size_t) {
    const auto step = Nanoseconds(std::llround(1e9 / question.load.count));
    std::uint64_t known = 0;
    for (std::uint64_t i = 0; i < question.burst_frames; ++i)
      known += question.duration - step * static_cast<std::int64_t>(i) <= time;
    return Reply{.offered = question.burst_frames, .lost = question.burst_frames - known};
  };
}

TEST(AgeingTime, IsFoundToItsResolutionInThreeTrials) {
  for (const Nanoseconds truth :
       {Nanoseconds(100ms), Nanoseconds(15s), Nanoseconds(300s), Nanoseconds(1199s)}) {
    const auto search = looked_for<AgeingTime>({}, forgetting_after(truth));
    const auto answer = search.answer();
    ASSERT_TRUE(answer.forgotten);
    EXPECT_TRUE(answer.is_within_resolution);
    EXPECT_LE(answer.remembered, truth);
    EXPECT_GT(*answer.forgotten, truth);
    EXPECT_LE(*answer.forgotten - answer.remembered, 1s);
    EXPECT_LE(search.heard().size(), 3u);
  }
}

TEST(AgeingTime, LongerThanTheLongestThatIsLookedForHasNoEnd) {
  const auto search = looked_for<AgeingTime>({}, forgetting_after(1h));
  EXPECT_EQ(search.answer().remembered, 20min);
  EXPECT_FALSE(search.answer().forgotten);
  EXPECT_EQ(search.heard().size(), 1u);
}

TEST(AgeingTime, OfTrialsThatContradictEachOtherIsNoAnswer) {
  const auto device = [](const Question& question, std::size_t trial) {
    return Reply{.offered = question.burst_frames, .lost = trial == 0 ? 12u : 0u};
  };
  const auto answer = looked_for<AgeingTime>({}, device).answer();
  EXPECT_TRUE(answer.contradicts_itself);
  EXPECT_FALSE(answer.is_within_resolution);
}

TEST(AgeingTime, ThatCannotBeMeasuredEndsWithWhatIsKnown) {
  const auto device = [](const Question& question, std::size_t trial) {
    if (trial > 0) return Reply{.not_measured = "a link went down"};
    return Reply{.offered = question.burst_frames, .lost = 12};
  };
  const auto search = looked_for<AgeingTime>({}, device);
  EXPECT_EQ(search.answer().remembered, 300s);
  EXPECT_EQ(search.answer().forgotten, 375s);
  EXPECT_FALSE(search.answer().is_within_resolution);
  EXPECT_EQ(search.heard().size(), 2u);
}

TEST(SwitchSearches, GoOnFromTheirJournals) {
  const auto whole = looked_for<AgeingTime>({}, forgetting_after(300s));
  std::string text = journal_head(whole);
  for (std::size_t i = 0; i < 2; ++i) text += journal_line(whole.heard()[i].question, whole.heard()[i].reply);
  auto resumed = resume_journal<AgeingTime>(text);
  ASSERT_TRUE(resumed) << resumed.error().message;
  EXPECT_EQ(resumed->next(), whole.heard()[2].question);
  const auto capacity = looked_for<AddressCapacity>({}, buckets(100));
  EXPECT_TRUE(resume_journal<AddressCapacity>(journal_head(capacity)));
  const auto rate = looked_for<LearningRate>({.least = {7}, .max = kLine}, learner(500));
  text = journal_head(rate);
  for (const Heard& heard : rate.heard()) text += journal_line(heard.question, heard.reply);
  EXPECT_EQ(resume_journal<LearningRate>(text)->answer(), rate.answer());
}

std::vector<LatencyOfSize> line(double base, double slope, double scatter = 0) {
  std::vector<LatencyOfSize> points;
  double sign = 1;
  for (const std::uint64_t size : {64u, 512u, 1024u, 1518u})
    points.push_back({{size}, base + slope * static_cast<double>(size) + scatter * (sign = -sign)});
  return points;
}

ForwardingFit fit(double base, double slope, double scatter = 0, std::optional<double> tester = 0.0) {
  return fit_forwarding(line(base, slope, scatter), {.in = 1_Gbps, .out = 1_Gbps, .tester_slope = tester});
}

TEST(ForwardingMode, FollowsFromWhatAByteCostsBeyondItsTimeOnTheLine) {
  EXPECT_EQ(fit(3000, 16).mode, ForwardingMode::store_and_forward);
  EXPECT_EQ(fit(3000, 8).mode, ForwardingMode::cut_through);
  EXPECT_EQ(fit(3000, 12).mode, ForwardingMode::not_told);
  EXPECT_EQ(fit(3000, 12).why_not, "the device's slope, 4 ns a byte, is near neither 0 nor 8");
  EXPECT_EQ(fit(3000, 24).mode, ForwardingMode::not_told);
  EXPECT_NEAR(*fit(3000, 16).intercept, 3000, 1e-6);
  EXPECT_NEAR(*fit(3000, 16).slope_error, 0, 1e-9);
}

TEST(ForwardingMode, IsNotToldFromLatenciesThatScatter) {
  EXPECT_EQ(fit(3000, 16, 100).mode, ForwardingMode::store_and_forward);
  const auto noisy = fit(3000, 16, 2000);
  EXPECT_EQ(noisy.mode, ForwardingMode::not_told);
  EXPECT_NE(noisy.why_not.find("the latencies scatter"), std::string::npos) << noisy.why_not;
}

TEST(ForwardingMode, NeedsTheTestersOwnSlope) {
  EXPECT_EQ(fit(3000, 16, 0, 8.0).mode, ForwardingMode::cut_through) << "half of it was the tester's";
  EXPECT_EQ(fit(3000, 16, 0, std::nullopt).why_not, "what the tester itself adds a byte isn't known");
  EXPECT_NEAR(*fit(3000, 16, 0, std::nullopt).slope, 16, 1e-9) << "the line is told all the same";
}

TEST(ForwardingMode, NeedsThreeSizesAndLinksOfOneKnownSpeed) {
  const auto points = line(0, 1);
  EXPECT_EQ(fit_forwarding(std::span(points).first(2), {.in = 1_Gbps, .out = 1_Gbps}).why_not,
            "3 different sizes or more are wanted");
  EXPECT_EQ(fit_forwarding(points, {.in = 1_Gbps, .out = {}}).why_not, "the links' speed isn't known");
  EXPECT_EQ(fit_forwarding(points, {.in = 10_Gbps, .out = 1_Gbps}).why_not,
            "the links before and behind the device have different speeds");
}

}  // namespace
}  // namespace pktgen
