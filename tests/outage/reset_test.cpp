// RFC 2544 section 26.6 and RFC 6201: resets of devices whose time is known, by both methods.
#include "outage/reset.h"

#include <gtest/gtest.h>

#include "emulate/virtual_lab.h"
#include "outage/outage_answers.h"
#include "outage/outage_reply.h"
#include "outage/reset_watch.h"
#include "rig/trial_streams.h"
#include "search/search.h"
#include "support/wire_lab.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;

constexpr FramesPerSecond kLoad{100'000};  // a frame each 10 us

template <class Change>
DeviceSpec changed_device(Change change) {
  DeviceSpec device;
  for (WaySpec& way : device.ways) change(way);
  return device;
}

Reply reset_of(const DeviceSpec& device, std::vector<Direction> directions = {Direction::a_to_b}) {
  const auto rig = make_virtual_rig({}, device);
  Trial trial = test::one_way(64, test::fps(kLoad.count), 1s);
  trial.directions = std::move(directions);
  auto request = streams_of_trial({}, trial, rig->ports());
  EXPECT_TRUE(request) << request.error().message;
  request->silence = 1ms;
  const auto outcome = rig->stream(*request, {});
  EXPECT_TRUE(outcome) << outcome.error().message;
  return reset_reply({.stable_for = 200ms, .size = {64}, .criteria = criteria_for(0.1, false, rig->ports())},
                     *outcome);
}

Reset::Figure figure_of(const Reply& reply) {
  Reset search({.load = kLoad, .stable_for = 200ms, .wait = 600ms, .repetitions = 1});
  search.learn({}, reply);
  return search.answer().resets.front();
}

// Frames due from 300 ms on and before 400 ms are lost: 10,000. The last before came in at 299.99 ms, the
// first after at 400 ms.
TEST(ResetTime, IsTheLostFramesByTheOfferedRateAndTheTimeBetweenTwoFrames) {
  const auto device = changed_device([](WaySpec& way) { way.reset_at_s = {0.3}, way.reset_for_s = 0.1; });
  const Reply reply = reset_of(device);
  ASSERT_TRUE(reply.is_measured()) << reply.not_measured;
  ASSERT_EQ(reply.outages.size(), 1u);
  EXPECT_EQ(reply.outages[0].lost, 10'000u);
  const Reset::Figure figure = figure_of(reply);
  EXPECT_EQ(figure.by_loss, 100ms);
  EXPECT_EQ(figure.by_timestamps, 100'010us);
  EXPECT_EQ(figure.value(), 100ms);
  EXPECT_EQ(figure.lost_outside, 0u);
}

TEST(ResetTime, OfBothDirectionsIsTheLonger) {
  auto device = changed_device([](WaySpec& way) { way.reset_at_s = {0.3}, way.reset_for_s = 0.1; });
  device.ways[1].reset_for_s = 0.25;
  const Reply reply = reset_of(device, {Direction::a_to_b, Direction::b_to_a});
  ASSERT_EQ(reply.outages.size(), 2u) << reply.not_measured;
  EXPECT_EQ(figure_of(reply).by_loss, 250ms);
  EXPECT_EQ(figure_of(reply).by_timestamps, 250'010us);
}

TEST(ResetTime, WithALinkDownIsToldByTimestampsAlone) {
  const auto device = changed_device([](WaySpec& way) { way.flap_at_s = {0.3}, way.flap_for_s = 0.1; });
  const Reply reply = reset_of(device);
  ASSERT_EQ(reply.outages.size(), 1u) << reply.not_measured;
  EXPECT_FALSE(reply.outages[0].link_stayed_up);
  const Reset::Figure figure = figure_of(reply);
  EXPECT_FALSE(figure.by_loss);
  EXPECT_EQ(figure.value(), 100'010us);
}

TEST(ResetTime, OfSeveralInterruptionsIsToldOneByOne) {
  const auto device = changed_device([](WaySpec& way) {
    way.reset_at_s = {0.3, 0.6}, way.reset_for_s = 0.1;
  });
  const Reply reply = reset_of(device);
  ASSERT_EQ(reply.outages.size(), 2u) << reply.not_measured;
  const Reset::Figure figure = figure_of(reply);
  EXPECT_EQ(figure.most_in_a_direction, 2u);
  EXPECT_EQ(figure.by_loss, 200ms);
  EXPECT_EQ(figure.by_timestamps, 400'010us);
  const OutageAnswers answers{
      .reset = {{.size = {64}, .answer = {.resets = {figure}}, .course = {.ended = Ended::complete}}}};
  const RunVerdict run = judge_outages(answers, false);
  EXPECT_EQ(run.verdict, Verdict::pass);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].rule, "several-interruptions");
}

TEST(ResetTime, IsNotMeasuredWhereItCantBe) {
  EXPECT_EQ(reset_of({}).not_measured,
            "no reset was seen in 1.0 s: there was no time in which no frame came "
            "(0 frames lost)");
  const auto too_soon = changed_device([](WaySpec& way) { way.reset_at_s = {0.15}; });
  EXPECT_EQ(
      reset_of(too_soon).not_measured,
      "a>b: the device stopped forwarding 0.1 s after the start; 0.2 s without loss are wanted before a "
      "reset");
  const auto never_back = changed_device([](WaySpec& way) { way.reset_at_s = {0.5}, way.reset_for_s = 9; });
  EXPECT_EQ(reset_of(never_back).not_measured,
            "a>b: the device hasn't forwarded without loss for 0.2 s after the reset");
  const auto lossy = changed_device([](WaySpec& way) { way.reset_at_s = {0.3}, way.drop_every = 1000; });
  EXPECT_EQ(reset_of(lossy).not_measured,
            "a>b: 29 frames were lost before the reset, at a load that the device should carry")
      << "the 30th is the last before it";
  EXPECT_TRUE(reset_of(lossy).outages.empty());
}

TEST(ResetTime, OfALimitThatIsExceededFails) {
  const auto device = changed_device([](WaySpec& way) { way.reset_at_s = {0.3}, way.reset_for_s = 0.1; });
  const SizeReset found{.answer = {.resets = {figure_of(reset_of(device))}, .max = 100ms},
                        .course = {.ended = Ended::complete}};
  EXPECT_EQ(verdict_of(found, {}), Verdict::pass);
  EXPECT_EQ(verdict_of(found, 100ms), Verdict::pass);
  EXPECT_EQ(verdict_of(found, 99ms), Verdict::fail);
}

using Step = ResetWatch::Step;

/// A snapshot of one direction; what is missing is counted from what was sent.
Snapshot at(Nanoseconds elapsed, std::uint64_t sent, std::uint64_t missing) {
  return {.elapsed = elapsed, .duration = 1h, .directions = {{.sent = sent, .received = sent - missing}}};
}

TEST(ResetWatch, SaysWhenTheDeviceMayBeResetAndWhenEnoughWasSeen) {
  ResetWatch watch(15s, 300s, 100);
  EXPECT_EQ(watch.see(at(1s, 1000, 7)), Step::nothing);
  EXPECT_EQ(watch.see(at(15s, 15'000, 9)), Step::may_reset);
  EXPECT_EQ(watch.see(at(20s, 20'000, 50)), Step::nothing) << "as many may be on their way";
  EXPECT_EQ(watch.see(at(40s, 40'000, 9)), Step::nothing);
  EXPECT_FALSE(watch.was_out());
  EXPECT_EQ(watch.see(at(41s, 41'000, 1000)), Step::nothing);
  EXPECT_TRUE(watch.was_out());
  EXPECT_EQ(watch.see(at(42s, 42'000, 1500)), Step::nothing) << "it goes on losing";
  EXPECT_EQ(watch.see(at(56s, 56'000, 1500)), Step::nothing);
  EXPECT_EQ(watch.see(at(57s, 57'000, 1500)), Step::has_enough);
}

TEST(ResetWatch, SeesALinkThatIsDownThoughNothingIsSent) {
  ResetWatch watch(1s, 300s, 100);
  EXPECT_EQ(watch.see(at(1s, 1000, 0)), Step::may_reset);
  EXPECT_EQ(watch.see(at(1200ms, 1000, 0)), Step::nothing);
  EXPECT_TRUE(watch.was_out());
}

TEST(ResetWatch, DoesNotWaitForEver) {
  ResetWatch watch(1s, 5s, 100);
  EXPECT_EQ(watch.see(at(1s, 1000, 0)), Step::may_reset);
  EXPECT_EQ(watch.see(at(5900ms, 5900, 0)), Step::nothing);
  EXPECT_EQ(watch.see(at(6s, 6000, 0)), Step::has_enough);
}

}  // namespace
}  // namespace pktgen
