#include <gtest/gtest.h>

#include "support/wire_lab.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;
using test::carry;
using test::measure;
using test::one_way;
using test::percent;

TEST(Cable, CarriesLineRateAtEverySizeWithoutLoss) {
  const std::pair<std::uint64_t, std::uint64_t> frames_in_a_second[] = {
      {64, 14'880'952}, {1518, 812'743}, {9000, 138'580}, {9018, 138'304}};
  for (const auto& [size, frames] : frames_in_a_second) {
    const DirectionOutcome out = carry({}, one_way(size, percent(100), 1s));
    EXPECT_EQ(out.tx, (TxTally{.due = frames, .sent = frames})) << size;
    EXPECT_EQ(out.ledger, (Ledger{.sent = frames, .delivered = frames})) << size;
    EXPECT_EQ(out.sending_time, 1s) << size;
  }
}

TEST(Cable, HasTheLineRateOfItsSpeed) {
  const std::pair<std::uint64_t, std::uint64_t> frames_at_speed[] = {
      {1'000'000'000, 148'809}, {2'500'000'000, 372'023}, {5'000'000'000, 744'047}};
  for (const auto& [speed, frames] : frames_at_speed) {
    DeviceSpec device;
    for (WaySpec& way : device.ways) way.link = {speed};
    const DirectionOutcome out = carry(device, one_way(64, percent(100), 100ms));
    EXPECT_EQ(out.link.count, speed);
    EXPECT_EQ(out.ledger, (Ledger{.sent = frames, .delivered = frames})) << speed;
  }
}

TEST(Cable, TakesTheTimeOfTheFrameAndOfTheWay) {
  // 1250-byte frames last 1000 ns at 10 Gb/s; due every 10 us, so no rounding of either stamp.
  DeviceSpec device;
  device.ways[0].propagation_ns = 500;
  const DirectionOutcome out = carry(device, one_way(1250, test::fps(100'000), 10ms));
  EXPECT_EQ(out.latency.min, 1500u);
  EXPECT_EQ(out.latency.max, 1500u);
  EXPECT_EQ(out.latency.p50, 1500u);
  EXPECT_EQ(out.latency.mean, 1500.0);
  EXPECT_EQ(out.latency.samples, 1000u);
}

TEST(Cable, MeasuresBothDirectionsAtTheSameTime) {
  Trial trial = one_way(64, percent(100), 10ms);
  trial.directions = {Direction::a_to_b, Direction::b_to_a};
  const Outcome outcome = measure({}, trial);
  ASSERT_EQ(outcome.directions.size(), 2u);
  for (const DirectionOutcome& out : outcome.directions)
    EXPECT_EQ(out.ledger, (Ledger{.sent = 148'809, .delivered = 148'809}));
}

TEST(Cable, WhoseClockIsSlowTakesFewerFramesAndTheRestIsUnsent) {
  // 1 % slow: of 148,809 frames in 10 ms the link takes 147,321 and its ring holds 512 more. A full ring
  // refuses what is left of the burst at hand, which may be half a burst too many.
  DeviceSpec device;
  device.ways[0].clock_ppm = -10'000;
  const DirectionOutcome out = carry(device, one_way(64, percent(100), 10ms));
  EXPECT_EQ(out.tx.due, 148'809u);
  EXPECT_NEAR(static_cast<double>(out.tx.ring_full), 976, 16);
  EXPECT_EQ(out.ledger.lost, 0u);
}

TEST(Cable, CarriesEachStackAndSizeUnharmed) {
  for (const Stack stack : {Stack::udp4, Stack::udp6, Stack::eth})
    for (const std::uint64_t size : {84u, 85u, 1517u, 9022u}) {
      Plan plan;
      plan.stack = stack;
      plan.verify_payload = true;
      const DirectionOutcome out = carry({}, one_way(size, test::fps(1000), 100ms), plan);
      EXPECT_EQ(out.ledger, (Ledger{.sent = 100, .delivered = 100})) << name_of(stack) << size;
    }
}

TEST(Cable, KeepsTheFirstFramesOfEachSideAsSamples) {
  Trial trial = one_way(64, test::fps(1000), 100ms);
  trial.sample_frames = 3;
  const DirectionOutcome out = carry({}, trial);
  ASSERT_EQ(out.tx_samples.size(), 3u);
  ASSERT_EQ(out.rx_samples.size(), 3u);
  EXPECT_EQ(out.tx_samples[1].bytes.size(), 60u);
  EXPECT_EQ(out.tx_samples[1].bytes, out.rx_samples[1].bytes);
  EXPECT_EQ(out.tx_samples[1].time - out.tx_samples[0].time, 1ms);
}

TEST(Cable, IsTheSameWhetherOrNotItMightHaveAFault) {
  DeviceSpec faulty;
  faulty.ways[0].drop_every = 1'000'000'000;
  const Trial trial = one_way(128, percent(99), 10ms);
  const DirectionOutcome perfect = carry({}, trial), spared = carry(faulty, trial);
  EXPECT_EQ(perfect.ledger, spared.ledger);
  EXPECT_EQ(perfect.latency.mean, spared.latency.mean);
  EXPECT_EQ(perfect.latency.max, spared.latency.max);
}

TEST(Cable, GivesTheSameOutcomeAgain) {
  DeviceSpec device;
  device.ways[0].drop_probability = 0.01;
  const Trial trial = one_way(64, percent(10), 10ms);
  EXPECT_EQ(carry(device, trial).ledger, carry(device, trial).ledger);
  DeviceSpec other_seed = device;
  other_seed.seed = 2;
  EXPECT_NE(carry(device, trial).ledger.lost, carry(other_seed, trial).ledger.lost);
}

}  // namespace
}  // namespace pktgen
