// Each key of the device file, with its exact truth. 100,000 frames a second for 100 ms are 10,000 frames.
#include <gtest/gtest.h>

#include "emulate/mac_table.h"
#include "rig/rig.h"
#include "support/wire_lab.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;
using test::carry;
using test::measure;
using test::one_way;
using test::percent;

Trial ten_thousand(std::uint64_t size = 256) { return one_way(size, test::fps(100'000), 100ms); }

template <class Change>
DeviceSpec device_with(Change change) {
  DeviceSpec device;
  for (WaySpec& way : device.ways) change(way);
  return device;
}

TEST(Device, DropEveryLosesExactlyThatMany) {
  const auto device = device_with([](WaySpec& way) { way.drop_every = 1000; });
  EXPECT_EQ(carry(device, ten_thousand()).ledger, (Ledger{.sent = 10'000, .delivered = 9'990, .lost = 10}));
}

TEST(Device, DropEveryCountsFromTheStartOfEachTrial) {
  const auto device = device_with([](WaySpec& way) { way.drop_every = 1000; });
  const auto rig = make_virtual_rig({}, device);
  const Trial trial = one_way(256, test::fps(9'990), 100ms);  // 999 frames: never the 1000th
  for (int i = 0; i < 3; ++i) EXPECT_EQ(rig->measure(trial, {})->directions[0].ledger.lost, 0u);
}

// 256 bytes are 2048 bits: 100,000 frames/s are 204.8 Mb/s L2, 50,000 are 102.4.
TEST(Device, APolicerLetsItsRateAndOneBurstPassWhateverIsOffered) {
  const auto device = device_with([](WaySpec& way) {
    way.policer_l2_bits_per_second = 102'400'000;
    way.policer_burst_bytes = 2'560;  // ten frames
  });
  const auto delivered = [&](double rate) {
    return carry(device, one_way(256, test::fps(rate), 100ms)).ledger.delivered;
  };
  EXPECT_EQ(delivered(50'000), 5'000u);
  EXPECT_EQ(delivered(100'000), 5'009u) << "rate and burst; the first refill is one frame's time away";
  EXPECT_EQ(delivered(400'000), 5'009u);
}

TEST(Device, APolicerOfLessThanAFrameLetsOneAtATimePass) {
  const auto device = device_with([](WaySpec& way) {
    way.policer_l2_bits_per_second = 102'400'000;
    way.policer_burst_bytes = 1;
  });
  EXPECT_EQ(carry(device, ten_thousand()).ledger.delivered, 5'000u);
}

TEST(Device, OneFrameInAHundredIsSlowerAndMaybeOvertaken) {
  const auto device = device_with([](WaySpec& way) { way.delay_every = 100, way.delay_by_ns = 53'000; });
  const DirectionOutcome out = carry(device, ten_thousand());
  EXPECT_EQ(out.ledger.delivered, 10'000u);
  EXPECT_EQ(out.ledger.reordered, 99u) << "the last has nobody behind it";
  EXPECT_EQ(out.latency.max - out.latency.min, 53'000u);
  EXPECT_NEAR(out.latency.mean - static_cast<double>(out.latency.min), 530, 1);
}

TEST(Device, DropProbabilityLosesAboutThatShare) {
  const auto device = device_with([](WaySpec& way) { way.drop_probability = 0.01; });
  const Ledger ledger = carry(device, ten_thousand()).ledger;
  EXPECT_NEAR(static_cast<double>(ledger.lost), 100, 40);  // four sigma
}

TEST(Device, DuplicatesAreCountedAndAreNoDelivery) {
  const auto device = device_with([](WaySpec& way) { way.duplicate_every = 100; });
  EXPECT_EQ(carry(device, ten_thousand()).ledger,
            (Ledger{.sent = 10'000, .delivered = 10'000, .duplicated = 100}));
}

TEST(Device, DuplicatesDontHideDrops) {
  const auto device = device_with([](WaySpec& way) { way.drop_every = way.duplicate_every = 100; });
  EXPECT_EQ(carry(device, ten_thousand()).ledger,
            (Ledger{.sent = 10'000, .delivered = 9'900, .lost = 100, .duplicated = 99}));
}

TEST(Device, ReorderingIsNoLoss) {
  const auto device = device_with([](WaySpec& way) { way.reorder_every = 100, way.reorder_by = 3; });
  // The last frame is a hundredth one too: nothing passes it, so it only comes late and in order.
  EXPECT_EQ(carry(device, ten_thousand()).ledger,
            (Ledger{.sent = 10'000, .delivered = 10'000, .reordered = 99, .late = 1}));
}

TEST(Device, CorruptionBehindTheSignatureIsSeenOnlyByComparingThePayload) {
  const auto device = device_with([](WaySpec& way) { way.corrupt_every = 1000; });
  EXPECT_EQ(carry(device, ten_thousand()).ledger, (Ledger{.sent = 10'000, .delivered = 10'000}));
  Plan plan;
  plan.verify_payload = true;
  EXPECT_EQ(carry(device, ten_thousand(), plan).ledger,
            (Ledger{.sent = 10'000, .delivered = 9'990, .corrupted = 10}));
}

TEST(Device, CorruptionOfTheSignatureIsLossAndADamagedFrame) {
  const auto device = device_with([](WaySpec& way) { way.corrupt_every = 1000; });
  Ledger expected{.sent = 10'000, .delivered = 9'990, .lost = 10};
  expected.foreign[static_cast<std::size_t>(Foreign::damaged)] = 10;
  EXPECT_EQ(carry(device, ten_thousand(64)).ledger, expected);
}

TEST(Device, CrcErrorsLandInTheirBucket) {
  const auto device = device_with([](WaySpec& way) { way.crc_error_every = 1000; });
  EXPECT_EQ(carry(device, ten_thousand()).ledger,
            (Ledger{.sent = 10'000, .delivered = 9'990, .rx_crc_errors = 10}));
}

TEST(Device, WhatTheTesterMissesIsNotLost) {
  const auto device = device_with([](WaySpec& way) { way.rx_miss_every = 1000; });
  EXPECT_EQ(carry(device, ten_thousand()).ledger,
            (Ledger{.sent = 10'000, .delivered = 9'990, .rx_missed = 10}));
}

TEST(Device, EachFrameThatReachesAStepIsCountedThere) {
  // Of 10,000 every 10th is dropped: 9,000 reach the CRC step, 9,000 / 100 fail there, 8,910 / 99 are missed.
  const auto device = device_with(
      [](WaySpec& way) { way.drop_every = 10, way.crc_error_every = 100, way.rx_miss_every = 99; });
  EXPECT_EQ(
      carry(device, ten_thousand()).ledger,
      (Ledger{.sent = 10'000, .delivered = 8'820, .lost = 1'000, .rx_crc_errors = 90, .rx_missed = 90}));
}

TEST(Device, FramesAboveItsMtuVanish) {
  const auto device = device_with([](WaySpec& way) { way.max_frame_bytes = 1518; });
  EXPECT_EQ(carry(device, ten_thousand(1518)).ledger, (Ledger{.sent = 10'000, .delivered = 10'000}));
  EXPECT_EQ(carry(device, ten_thousand(1519)).ledger, (Ledger{.sent = 10'000, .lost = 10'000}));
}

TEST(Device, ACapacityInBitsPassesExactlyThat) {
  // 7 Gb/s of 1518-byte frames are 576,416 a second; 57,641 in 100 ms, and the one that waits at the end.
  const auto device = device_with([](WaySpec& way) { way.capacity_l2_bits_per_second = 7'000'000'000; });
  const Ledger ledger = carry(device, one_way(1518, percent(100), 100ms)).ledger;
  EXPECT_EQ(ledger.sent, 81'274u);
  EXPECT_NEAR(static_cast<double>(ledger.delivered), 57'642, 1);
}

TEST(Device, ACapacityInFramesPassesExactlyThat) {
  const auto device = device_with([](WaySpec& way) { way.capacity_frames_per_second = 1'000'000; });
  const Ledger ledger = carry(device, one_way(64, percent(100), 100ms)).ledger;
  EXPECT_EQ(ledger.sent, 1'488'095u);
  EXPECT_NEAR(static_cast<double>(ledger.delivered), 100'000, 2);
}

TEST(Device, ABufferTakesWhatTheEgressCant) {
  // 10 Gb/s into 5 Gb/s: of 1,000 frames of 1230 bytes (1250 on the wire) half has left when the last one
  // comes; 250 wait in a buffer of 250 frames, and the rest is dropped.
  DeviceSpec device = device_with([](WaySpec& way) {
    way.kind = WaySpec::Kind::store_and_forward;
    way.egress_bits_per_second = 5'000'000'000;
    way.buffer_bytes = 250 * 1230;
  });
  const Ledger ledger = carry(device, one_way(1230, percent(100), 1ms)).ledger;
  EXPECT_EQ(ledger.sent, 1'000u);
  EXPECT_NEAR(static_cast<double>(ledger.delivered), 751, 1);
}

TEST(Device, ASwitchStoresAFrameBeforeItForwardsIt) {
  // 1000 ns in, 1000 ns out, 5 ns of way, and what the switch itself takes.
  const auto device = device_with([](WaySpec& way) {
    way.kind = WaySpec::Kind::store_and_forward;
    way.latency_ns = 2'000;
  });
  EXPECT_EQ(carry(device, one_way(1250, test::fps(100'000), 10ms)).latency.max, 4'005u);
}

TEST(Device, ACutThroughSwitchDoesNot) {
  const auto device = device_with([](WaySpec& way) {
    way.kind = WaySpec::Kind::cut_through;
    way.latency_ns = 2'000;
  });
  EXPECT_EQ(carry(device, one_way(1250, test::fps(100'000), 10ms)).latency.max, 3'005u);
}

TEST(Device, FramesInAFlapAreLostAndTheOutageIsTold) {
  const auto device = device_with([](WaySpec& way) { way.flap_at_s = {0.02}, way.flap_for_s = 0.01; });
  const Outcome outcome = measure(device, ten_thousand());
  ASSERT_EQ(outcome.link_downs.size(), 2u);  // at both ports
  EXPECT_EQ(outcome.link_downs[0].at, 20ms);
  EXPECT_EQ(outcome.link_downs[0].lasted, 10ms);
  EXPECT_EQ(outcome.directions[0].ledger, (Ledger{.sent = 10'000, .delivered = 9'000, .lost = 1'000}));
}

TEST(Device, FramesInAResetAreLostAndItsLinksStayUp) {
  const auto device = device_with([](WaySpec& way) {
    way.reset_at_s = {0.02, 0.05}, way.reset_for_s = 0.01;
  });
  const Outcome outcome = measure(device, ten_thousand());
  EXPECT_TRUE(outcome.link_downs.empty());
  EXPECT_EQ(outcome.directions[0].ledger, (Ledger{.sent = 10'000, .delivered = 8'000, .lost = 2'000}));
}

/// A switch of 1,000,000 frames a second; each frame finds room or doesn't.
DeviceSpec slow_to_recover(std::uint64_t overload_recovery_ns) {
  return device_with([=](WaySpec& way) {
    way.kind = WaySpec::Kind::cut_through;
    way.capacity_frames_per_second = 1'000'000;
    way.buffer_bytes = 6400;  // 100 frames
    way.overload_recovery_ns = overload_recovery_ns;
  });
}

TEST(Device, ThatNeedsToRecoverDropsEverythingWhileTheOverloadLasts) {
  // 2,000,000 a second: every second one waits until 100 do, after 200 frames; from then on none gets
  // through.
  const Ledger ledger = carry(slow_to_recover(1'000'000), one_way(64, test::fps(2e6), 10ms)).ledger;
  EXPECT_NEAR(static_cast<double>(ledger.delivered), 200, 3);
}

TEST(Device, RecoversWithoutAnOverloadToRecoverFrom) {
  const Ledger ledger = carry(slow_to_recover(1'000'000), one_way(64, test::fps(1e6), 10ms)).ledger;
  EXPECT_EQ(ledger.delivered, 10'000u);
}

TEST(Device, ChatterIsForeignByKindAndNoDelivery) {
  const auto device = device_with([](WaySpec& way) {
    way.lldp = 100, way.stp = 200, way.arp = 300, way.ipv6_nd = 400, way.drop_every = 1000;
  });
  const DirectionOutcome out = carry(device, ten_thousand());
  EXPECT_EQ(out.ledger.lost, 10u);
  EXPECT_EQ(out.ledger.delivered, 9'990u);
  // 100 ms of sending and 2 s of drain, for ten frames never come.
  EXPECT_NEAR(static_cast<double>(out.ledger.foreign[static_cast<std::size_t>(Foreign::lldp)]), 211, 2);
  EXPECT_NEAR(static_cast<double>(out.ledger.foreign[static_cast<std::size_t>(Foreign::stp)]), 422, 3);
  EXPECT_NEAR(static_cast<double>(out.ledger.foreign[static_cast<std::size_t>(Foreign::arp)]), 633, 4);
  EXPECT_NEAR(static_cast<double>(out.ledger.foreign[static_cast<std::size_t>(Foreign::ipv6_nd)]), 844, 5);
  EXPECT_EQ(out.ledger.foreign[static_cast<std::size_t>(Foreign::other)], 0u);
}

TEST(Device, ATesterThatCantSendLeavesFramesUnsentAndLosesNone) {
  const auto device = device_with([](WaySpec& way) { way.tx_capacity_frames_per_second = 5'120'000; });
  const DirectionOutcome out = carry(device, one_way(64, percent(100), 100ms));
  EXPECT_EQ(out.tx.due, 1'488'095u);
  EXPECT_NEAR(static_cast<double>(out.tx.sent), 512'000 + 513, 2);  // and what its ring holds
  EXPECT_EQ(out.ledger.lost, 0u);
}

TEST(Device, APeerThatPausesHalvesTheRateAndIsCounted) {
  const auto device = device_with([](WaySpec& way) { way.pause_received = true; });
  const DirectionOutcome out = carry(device, one_way(64, percent(100), 100ms));
  EXPECT_NEAR(static_cast<double>(out.tx.sent), 744'047 + 513, 2);
  EXPECT_EQ(out.sender.rx_pause, 744u);
  EXPECT_EQ(out.ledger.lost, 0u);
}

TEST(Device, HeldFramesComeLateWithinTheDrain) {
  const auto device = device_with([](WaySpec& way) { way.egress_hold_ns = 1'000'000'000; });
  EXPECT_EQ(carry(device, ten_thousand()).ledger, (Ledger{.sent = 10'000, .delivered = 10'000, .late = 32}));
}

TEST(Device, FramesHeldForLongerThanTheDrainAreLostAndStaleInTheNextTrial) {
  const auto device = device_with([](WaySpec& way) { way.egress_hold_ns = 2'500'000'000; });
  const auto rig = make_virtual_rig({}, device);
  EXPECT_EQ(rig->measure(ten_thousand(), {})->directions[0].ledger.lost, 32u);
  const Ledger next = rig->measure(ten_thousand(), {})->directions[0].ledger;
  EXPECT_EQ(next.foreign[static_cast<std::size_t>(Foreign::stale)], 31u);  // one was pushed out by learning
}

/// A learning switch with an ageing time of 10 s and a port that only receives.
std::uint64_t flooded_after(Nanoseconds duration) {
  const auto device = device_with([](WaySpec& way) { way.learns = true, way.ageing_s = 10; });
  auto lab = std::make_unique<VirtualLab>(device, std::array<std::string, 2>{"emu:a", "emu:b"});
  VirtualLab& wire = *lab;
  Rig<VirtualLab> rig({}, std::move(lab));
  EXPECT_EQ(rig.measure(one_way(64, test::fps(100), duration), {})->directions[0].ledger.lost, 0u);
  return wire.port(0).way_counters().flooded;
}

TEST(Device, ASwitchThatLearnsFloodsNoTestFrame) {
  EXPECT_EQ(flooded_after(1s), 1u) << "only the first learning frame, when it knew nobody yet";
  EXPECT_EQ(flooded_after(30s), 1u) << "the silent port speaks up again before it is forgotten";
}

TEST(MacTable, FloodsWhatItHasNotSeenAndForgetsInTime) {
  constexpr std::array<std::uint8_t, 12> kAToB{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1};
  constexpr std::array<std::uint8_t, 12> kBToA{2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2};
  MacTable table({.ageing = {1000}});
  std::uint64_t flooded = 0;
  EXPECT_FALSE(table.forwards_to_ingress(kAToB, 0, {0}, flooded));
  EXPECT_EQ(flooded, 1u);
  EXPECT_FALSE(table.forwards_to_ingress(kBToA, 1, {10}, flooded));
  EXPECT_FALSE(table.forwards_to_ingress(kAToB, 0, {20}, flooded));
  EXPECT_EQ(flooded, 1u);
  EXPECT_FALSE(table.forwards_to_ingress(kAToB, 0, {1011}, flooded));
  EXPECT_EQ(flooded, 2u) << "B was last seen more than 1000 ticks ago";
}

/// Whether a frame from port 0 to the last of `count` addresses goes nowhere, as it was learned there.
bool learns(MacTable& table, std::uint8_t first, std::uint8_t count, Ticks now) {
  std::uint64_t flooded = 0;
  for (std::uint8_t i = 0; i < count; ++i) {
    const auto from = static_cast<std::uint8_t>(first + i);
    table.forwards_to_ingress(std::array<std::uint8_t, 12>{4, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, from}, 0, now,
                              flooded);
  }
  const auto last = static_cast<std::uint8_t>(first + count - 1);
  return table.forwards_to_ingress(std::array<std::uint8_t, 12>{2, 0, 0, 0, 0, last, 2, 0, 0, 0, 0, first}, 0,
                                   now, flooded);
}

TEST(MacTable, HoldsJustItsEntriesAndHasRoomAgainOnceTheyAreOld) {
  MacTable table({.ageing = {1000}, .entries = 4});
  EXPECT_TRUE(learns(table, 10, 4, {0}));
  EXPECT_FALSE(learns(table, 20, 1, {1000})) << "full, and none is old";
  for (std::uint64_t round = 1; round < 5; ++round) {
    const auto first = static_cast<std::uint8_t>(30 + 10 * round);
    EXPECT_FALSE(learns(table, first, 5, {round * 2000})) << "four of five";
    EXPECT_TRUE(learns(table, first, 4, {round * 2000 + 1}));
  }
}

TEST(MacTable, LearnsNoFasterThanItCan) {
  MacTable table({.ageing = {100'000}, .entries = 100, .between_new = {10}});
  EXPECT_TRUE(learns(table, 1, 1, {100}));
  EXPECT_FALSE(learns(table, 2, 1, {109}));
  EXPECT_TRUE(learns(table, 3, 1, {110}));
  EXPECT_TRUE(learns(table, 1, 1, {111})) << "known already";
}

TEST(MacTable, KeepsAFrameOffThePortItCameFrom) {
  constexpr std::array<std::uint8_t, 12> kAToB{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1};
  constexpr std::array<std::uint8_t, 12> kBToA{2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2};
  MacTable table({.ageing = {1000}});
  std::uint64_t flooded = 0;
  table.forwards_to_ingress(kBToA, 0, {0}, flooded);
  EXPECT_TRUE(table.forwards_to_ingress(kAToB, 0, {1}, flooded));
}

}  // namespace
}  // namespace pktgen
