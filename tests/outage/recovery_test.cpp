// RFC 2544 section 26.5: what is asked, what is made of what was heard, and devices whose recovery is known.
#include "outage/recovery.h"

#include <gtest/gtest.h>

#include "emulate/virtual_lab.h"
#include "outage/outage_answers.h"
#include "outage/outage_fields.h"
#include "outage/outage_reply.h"
#include "rig/overload_streams.h"
#include "search/json_state.h"
#include "search/search.h"
#include "support/wire_lab.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;

Recovery::Goal goal_of(double throughput) {
  return {.line_rate = {1'000'000},
          .throughput = {throughput},
          .overload_for = 60s,
          .relief_for = 30s,
          .repetitions = 2};
}

Reply after(Nanoseconds time) {
  return {.offered = 100, .lost = 10, .outages = {{.lasted = time, .lost = 5}}};
}

TEST(Recovery, OverloadsByATenthButNeverAboveTheLineRate) {
  const auto overload = [](double throughput) { return Recovery(goal_of(throughput)).next()->load.count; };
  EXPECT_DOUBLE_EQ(overload(500'000), 550'000);
  EXPECT_DOUBLE_EQ(overload(950'000), 1'000'000);
  EXPECT_EQ(Recovery(goal_of(500'000)).next()->duration, 90s);
}

TEST(Recovery, IsNotApplicableAtTheLineRateAndAsksNothing) {
  const Recovery search(goal_of(1'000'000));
  EXPECT_FALSE(search.next());
  EXPECT_FALSE(search.answer().is_applicable);
  EXPECT_FALSE(search.answer().mean);
  EXPECT_EQ(verdict_of(SizeRecovery{.answer = search.answer(), .course = {.ended = Ended::complete}}, 1ns),
            Verdict::pass);
}

TEST(Recovery, IsTheMeanOfItsRepetitions) {
  auto search = Search<Recovery>::begin(goal_of(500'000));
  ASSERT_TRUE(search);
  for (const Nanoseconds time : {10ms, 20ms}) search->learn(*search->next(), after(time));
  EXPECT_FALSE(search->next());
  const Recovery::Answer answer = search->answer();
  EXPECT_EQ(answer.mean, 15ms);
  EXPECT_EQ(answer.min, 10ms);
  EXPECT_EQ(answer.max, 20ms);
  EXPECT_EQ(answer.resolution, 3636ns);  // 275,000 frames a second
  EXPECT_EQ(search->course().ended, Ended::complete);
}

TEST(Recovery, AnOverloadThatLosesNothingHasNone) {
  Recovery search(goal_of(500'000));
  search.learn({}, {.offered = 100});
  search.learn({}, after(10ms));
  EXPECT_EQ(search.answer().without_loss, 1u);
  EXPECT_EQ(search.answer().mean, 10ms);
}

TEST(Recovery, WhatIsNotOverIsInNoFigureAndNoPass) {
  auto search = Search<Recovery>::begin(goal_of(500'000));
  search->learn(*search->next(), after(10ms));
  search->learn(*search->next(),
                {.offered = 100, .lost = 10, .outages = {{.lasted = 29s, .is_over = false}}});
  const SizeRecovery found{.goal = search->goal(), .answer = search->answer(), .course = search->course()};
  EXPECT_EQ(found.answer.mean, 10ms);
  EXPECT_EQ(found.answer.not_over, 1u);
  EXPECT_EQ(verdict_of(found, {}), Verdict::not_measured);
  EXPECT_EQ(verdict_of(found, 5ms), Verdict::fail);
  EXPECT_EQ(verdict_of(found, 26s), Verdict::fail) << "it took 27 s at least";
  EXPECT_EQ(verdict_of(found, 28s), Verdict::not_measured);
}

TEST(Recovery, GoesOnFromItsJournalWithTheSameAnswer) {
  auto search = Search<Recovery>::begin(goal_of(500'000));
  std::string journal = journal_head(*search);
  for (const Nanoseconds time : {10ms, 20ms}) {
    journal += journal_line(*search->next(), after(time));
    search->learn(*search->next(), after(time));
  }
  const auto resumed = resume_journal<Recovery>(journal);
  ASSERT_TRUE(resumed) << resumed.error().message;
  EXPECT_EQ(resumed->answer(), search->answer());
}

/// A device of 1,000,000 frames a second at 1 Gb/s, which 64 bytes can overload by half.
DeviceSpec device_of(std::uint64_t buffer_bytes, std::uint64_t overload_recovery_ns) {
  DeviceSpec device;
  for (WaySpec& way : device.ways) {
    way.link = 1_Gbps;
    way.kind = WaySpec::Kind::store_and_forward;
    way.capacity_frames_per_second = 1'000'000;
    way.buffer_bytes = buffer_bytes;
    way.overload_recovery_ns = overload_recovery_ns;
  }
  return device;
}

Reply recovery_of(const DeviceSpec& device, std::vector<Direction> directions, double overload = 1'100'000) {
  const auto rig = make_virtual_rig({}, device);
  OverloadTrial trial{.overload = test::one_way(64, test::fps(overload), 100ms),
                      .relief = {overload / 2},
                      .relief_for = 200ms};
  trial.overload.directions = std::move(directions);
  const auto request = overload_streams({}, trial, rig->ports());
  EXPECT_TRUE(request) << request.error().message;
  const auto outcome = rig->stream(*request, {});
  EXPECT_TRUE(outcome) << outcome.error().message;
  const auto verdicts = judge_trial(trial.overload, outcome->total, criteria_for(0.1, false, rig->ports()));
  return recovery_reply({.overload_for = 100ms, .relief_for = 200ms}, *outcome, verdicts);
}

// The frame at the step comes 909 ns after the one before it, too soon for 1,000,000 frames a second, so the
// time begins with it. Frames follow every 1818.18 ns: in 99.999 ms numbers 0 to 54,999, the last
// at 99.998181 ms.
TEST(Recovery, OfADeviceThatNeedsAWhileIsKnownToTheFrame) {
  for (const auto& directions : {std::vector{Direction::a_to_b}, std::vector{Direction::b_to_a},
                                 std::vector{Direction::a_to_b, Direction::b_to_a}}) {
    const Reply reply = recovery_of(device_of(64'000, 99'999'000), directions);
    ASSERT_TRUE(reply.is_measured()) << reply.not_measured;
    ASSERT_EQ(reply.outages.size(), 1u);
    EXPECT_EQ(reply.outages[0].lasted, 99'998'181ns);
    EXPECT_EQ(reply.outages[0].lost, 55'000u * directions.size());
    EXPECT_EQ(reply.outages[0].at, 100ms);
    EXPECT_EQ(reply.outages[0].error, 0ns);
    EXPECT_TRUE(reply.outages[0].is_over);
  }
}

TEST(Recovery, OfABufferAloneIsNone) {
  const Reply reply = recovery_of(device_of(64'000, 0), {Direction::a_to_b});
  ASSERT_EQ(reply.outages.size(), 1u) << reply.not_measured;
  EXPECT_EQ(reply.outages[0].lasted, 0ns);
  EXPECT_GT(reply.lost, 8'000u);  // 110,000 came, 100,000 left and 1,000 waited
}

TEST(Recovery, OfABufferThatHeldTheOverloadIsNothingAtAll) {
  const Reply reply = recovery_of(device_of(1'000'000, 99'999'000), {Direction::a_to_b});
  EXPECT_TRUE(reply.is_measured());
  EXPECT_EQ(reply.lost, 0u);
  EXPECT_TRUE(reply.outages.empty());
}

TEST(Recovery, ThatLastsToTheEndIsNotOver) {
  const Reply reply = recovery_of(device_of(64'000, 190'000'000), {Direction::a_to_b});
  ASSERT_EQ(reply.outages.size(), 1u);
  EXPECT_FALSE(reply.outages[0].is_over);
}

TEST(Recovery, OfATesterThatCouldNotOfferTheOverloadIsNotMeasured) {
  DeviceSpec device = device_of(64'000, 99'999'000);
  for (WaySpec& way : device.ways) way.tx_capacity_frames_per_second = 1'050'000;
  EXPECT_FALSE(recovery_of(device, {Direction::a_to_b}).is_measured());
}

}  // namespace
}  // namespace pktgen
