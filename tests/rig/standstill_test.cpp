#include <gtest/gtest.h>

#include "plan/stream_options.h"
#include "support/wire_lab.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;
using test::fps;
using test::one_way;

DeviceSpec hanging_at(double seconds) {
  DeviceSpec device;
  device.ways[0].tx_hangs_at_s = seconds;
  return device;
}

TEST(Standstill, OfASendQueueEndsTheTrialASecondLater) {
  const Outcome outcome = test::measure(hanging_at(0.5), one_way(64, fps(1000), 10s));
  ASSERT_TRUE(outcome.standstill);
  EXPECT_EQ(outcome.standstill->what, Standstill::What::send_queue);
  EXPECT_EQ(outcome.standstill->which, 0u);
  EXPECT_NEAR(seconds(outcome.standstill->at), 0.5, 0.003);
  const DirectionOutcome& way = outcome.directions.at(0);
  EXPECT_EQ(way.tx.sent, 500u);
  EXPECT_EQ(way.ledger.delivered, 500u);
  EXPECT_NEAR(seconds(way.sending_time), 1.5, 0.005);
  EXPECT_FALSE(outcome.interrupted);
}

TEST(Standstill, OfThePortOfTheWayBackIsThatOfTheSecond) {
  DeviceSpec device;
  device.ways[1].tx_hangs_at_s = 0.25;
  Trial trial = one_way(64, fps(1000), 10s);
  trial.directions = {Direction::a_to_b, Direction::b_to_a};
  const Outcome outcome = test::measure(device, trial);
  ASSERT_TRUE(outcome.standstill);
  EXPECT_EQ(outcome.standstill->which, 1u);
}

TEST(Standstill, IsNoneWhereAPortIsOnlySlow) {
  DeviceSpec device;
  device.ways[0].tx_capacity_frames_per_second = 100;
  const Outcome outcome = test::measure(device, one_way(64, fps(1000), 20s));
  EXPECT_FALSE(outcome.standstill);
  EXPECT_GT(outcome.directions.at(0).tx.ring_full, 0u);
}

TEST(Standstill, IsNoneWhereLittleIsSent) {
  EXPECT_FALSE(test::measure({}, one_way(64, fps(0.2), 60s)).standstill);
}

TEST(Standstill, IsNoneWhereALinkFlapsForSeconds) {
  DeviceSpec device;
  device.ways[0].flap_at_s = {1};
  device.ways[0].flap_for_s = 8;
  const Outcome outcome = test::measure(device, one_way(64, fps(1000), 20s));
  EXPECT_FALSE(outcome.standstill);
  ASSERT_EQ(outcome.link_downs.size(), 1u);
  EXPECT_EQ(outcome.link_downs[0].lasted, 8s);
}

TEST(Standstill, IsShownAtOnce) {
  std::string alarm;
  const Watch watch{.show =
                        [&](const Snapshot& seen) {
                          if (alarm.empty()) alarm = seen.alarm;
                        },
                    .stop = {}};
  ASSERT_TRUE(make_virtual_rig({}, hanging_at(0.5))->measure(one_way(64, fps(1000), 10s), watch));
  EXPECT_EQ(alarm.substr(0, alarm.find(" from")), "emu:a took no frame");
  EXPECT_TRUE(alarm.ends_with("of the trial on: its send queue stands still")) << alarm;
}

TEST(Standstill, EndsStreamsToo) {
  StreamSpec spec = default_stream();
  spec.schedule.load = fps(1000);
  const auto out = make_virtual_rig({}, hanging_at(0.5))->stream({.streams = {spec}, .duration = 10s}, {});
  ASSERT_TRUE(out) << out.error().message;
  ASSERT_TRUE(out->total.standstill);
  EXPECT_EQ(out->total.standstill->what, Standstill::What::send_queue);
  EXPECT_EQ(out->streams.at(0).tx.sent, 500u);
  EXPECT_LT(seconds(out->sending_time), 1.6);
}

TEST(Standstill, LeavesTheNextTrialAlone) {
  const auto rig = make_virtual_rig({}, hanging_at(0.5));
  ASSERT_TRUE(rig->measure(one_way(64, fps(1000), 10s), {})->standstill);
  const auto next = rig->measure(one_way(64, fps(1000), 400ms), {});
  EXPECT_FALSE(next->standstill);
  EXPECT_EQ(next->directions.at(0).ledger.delivered, 400u);
}

}  // namespace
}  // namespace pktgen
