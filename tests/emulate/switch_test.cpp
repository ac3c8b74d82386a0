// What is found out about emulated switches with two ports, against what their device files say.
#include <gtest/gtest.h>

#include <cmath>

#include "emulate/virtual_lab.h"
#include "rig/switch_streams.h"
#include "search/address_capacity.h"
#include "search/ageing_time.h"
#include "search/forwarding_mode.h"
#include "search/learning_rate.h"
#include "search/run_search.h"
#include "support/wire_lab.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;

/// A switch that learns, changed.
template <class Change>
DeviceSpec switch_with(Change change) {
  DeviceSpec device;
  for (WaySpec& way : device.ways) {
    way.kind = WaySpec::Kind::store_and_forward;
    way.latency_ns = 3000;
    way.buffer_bytes = 1'000'000;
    way.learns = true;
    change(way);
  }
  return device;
}

/// Asks a device about addresses, none of which it was shown before.
class Asking {
 public:
  explicit Asking(const DeviceSpec& device) : rig_(make_virtual_rig({}, device)) {}

  AddressCount count(AddressTrial trial) {
    trial.first = next_address_;
    trial.drain = 1s;
    next_address_ += trial.addresses;
    const auto outcome = rig_->stream(address_streams(trial), {});
    EXPECT_TRUE(outcome) << outcome.error().message;
    return count_addresses(trial, *outcome);
  }

  /// Of a question about how many, after all older ones were forgotten.
  Reply many(const Question& question) {
    const auto gap = Nanoseconds(std::llround(1e9 / question.load.count));
    return reply({.addresses = question.burst_frames,
                  .learning_rate = question.load,
                  .silence = 310s,
                  .asked_after = gap * static_cast<std::int64_t>(question.burst_frames) + 100ms,
                  .between_asked = 50us});
  }

  /// Of a question about how long.
  Reply long_after(const Question& question) {
    const auto step = Nanoseconds(std::llround(1e9 / question.load.count));
    return reply(
        {.addresses = question.burst_frames + 1,
         .learning_rate = {1000},
         .asked_after = question.duration - step * static_cast<std::int64_t>(question.burst_frames - 1),
         .between_asked = step + 1ms});
  }

 private:
  Reply reply(const AddressTrial& trial) {
    const AddressCount counted = count(trial);
    return {.offered = counted.asked,
            .lost = counted.asked - counted.known,
            .not_measured = counted.not_measured};
  }

  std::unique_ptr<Measurer> rig_;
  std::uint64_t next_address_ = 0;
};

template <class S>
Search<S> found(const DeviceSpec& device, typename S::Goal goal, Reply (Asking::*ask)(const Question&)) {
  Asking asking(device);
  auto search = Search<S>::begin(goal, {.repeats = 0});
  EXPECT_TRUE(search) << search.error().message;
  const auto done = run_search(
      *search, [&](const Question& q) -> Result<std::optional<Reply>> { return (asking.*ask)(q); },
      [](const Question&, const Reply&) -> Result<void> { return {}; });
  EXPECT_TRUE(done);
  return std::move(*search);
}

Search<AddressCapacity> capacity_of(const DeviceSpec& device, std::uint64_t most = 16'384) {
  return found<AddressCapacity>(device, {.most = most, .learning_rate = {1000}}, &Asking::many);
}
Search<LearningRate> learning_rate_of(const DeviceSpec& device) {
  return found<LearningRate>(device, {.addresses = 200, .least = {10}, .max = {14'880'952}}, &Asking::many);
}
Search<AgeingTime> ageing_of(const DeviceSpec& device) {
  return found<AgeingTime>(device, {}, &Asking::long_after);
}

TEST(Switch, Of4096AddressesIsFoundToHoldExactlySoMany) {
  const auto search = capacity_of(switch_with([](WaySpec& way) { way.table_entries = 4096; }));
  EXPECT_EQ(search.answer(),
            (AddressCapacity::Answer{
                .capacity = 4096, .lowest_failed = 4097, .most_held = 4096, .is_exact = true}));
  EXPECT_EQ(search.heard().size(), 3u) << "too many, what was held then, and one more";
}

TEST(Switch, OfMoreAddressesThanAreTriedIsSaidToHoldThoseAtLeast) {
  const auto answer = capacity_of(switch_with([](WaySpec& way) { way.table_entries = 4096; }), 1000).answer();
  EXPECT_EQ(answer.capacity, 1000u);
  EXPECT_TRUE(answer.reached_most);
  EXPECT_FALSE(answer.is_exact);
}

TEST(Switch, ThatLearns700ASecondIsFoundToToAPercent) {
  const auto search = learning_rate_of(switch_with([](WaySpec& way) { way.learns_per_second = 700; }));
  const auto answer = search.answer();
  ASSERT_TRUE(answer.rate);
  EXPECT_TRUE(answer.is_within_precision);
  EXPECT_LE(answer.rate->count, 700);
  EXPECT_GE(answer.rate->count, 693);
  EXPECT_GT(answer.lowest_failed->count, 700);
  EXPECT_LE(answer.lowest_failed->count, 707);
}

TEST(Switch, ThatLearnsEachFrameIsFoundToLearnAtLineRate) {
  const auto answer = learning_rate_of(switch_with([](WaySpec&) {})).answer();
  EXPECT_EQ(answer.rate, FramesPerSecond{14'880'952});
  EXPECT_TRUE(answer.is_within_precision);
}

TEST(Switch, ThatForgetsAfter300SecondsIsFoundToToASecond) {
  const auto search = ageing_of(switch_with([](WaySpec& way) { way.ageing_s = 300; }));
  const auto answer = search.answer();
  ASSERT_TRUE(answer.forgotten);
  EXPECT_TRUE(answer.is_within_resolution);
  EXPECT_LE(answer.remembered, 300s);
  EXPECT_GE(answer.remembered, 299s);
  EXPECT_GT(*answer.forgotten, 300s);
  EXPECT_LE(*answer.forgotten, 301s);
  EXPECT_EQ(search.heard().size(), 3u);
}

TEST(Switch, ThatLearnsNothingHasNoCapacityNoRateAndForgetsAtOnce) {
  const DeviceSpec cable;
  EXPECT_FALSE(capacity_of(cable, 64).answer().capacity);
  EXPECT_FALSE(learning_rate_of(cable).answer().rate);
  EXPECT_EQ(ageing_of(cable).answer().remembered, 0s);
}

TEST(Switch, ThatLosesFramesIsNotTakenForOneThatKnowsThem) {
  const auto device = switch_with([](WaySpec& way) { way.table_entries = 64, way.drop_every = 50; });
  const auto search = capacity_of(device, 256);
  EXPECT_FALSE(search.answer().capacity);
  EXPECT_EQ(search.answer().lowest_unmeasured, 2u);
  EXPECT_EQ(search.course().not_measured, search.course().trials);
  EXPECT_EQ(
      search.heard()[0].reply.not_measured,
      "5 of 256 frames that show an address didn't arrive, so nobody knows whether the switch saw them");
}

TEST(Switch, WhosePortAtTheTesterDropsFramesIsNotMeasured) {
  Asking asking(switch_with([](WaySpec& way) { way.rx_miss_every = 500; }));
  EXPECT_EQ(asking.many({.load = {1000}, .burst_frames = 400}).not_measured,
            "the receiving port itself dropped 1 frames");
}

TEST(Switch, ThatIsShownMoreThanItLearnsInTimeKnowsTheRestAllTheSame) {
  Asking asking(switch_with([](WaySpec& way) { way.learns_per_second = 500; }));
  const Reply reply = asking.many({.load = {1000}, .burst_frames = 101});
  EXPECT_EQ(reply.offered, 100u);
  EXPECT_EQ(reply.lost, 50u) << "each second one";
}

ForwardingFit fit_of(const DeviceSpec& device) {
  auto rig = make_virtual_rig({}, device);
  std::vector<LatencyOfSize> points;
  for (const std::uint64_t size : {64u, 128u, 256u, 512u, 1024u, 1280u, 1518u}) {
    const auto outcome = rig->measure({.size = {size},
                                       .directions = {Direction::a_to_b},
                                       .load = test::fps(1000),
                                       .duration = 1s,
                                       .drain = 100ms},
                                      {});
    points.push_back({{size}, static_cast<double>(outcome->directions[0].latency.min)});
  }
  return fit_forwarding(points, {.in = 10_Gbps, .out = 10_Gbps, .tester_slope = 0});
}

TEST(Switch, ThatStoresFramesIsToldFromOneThatCutsThrough) {
  const auto stores = fit_of(switch_with([](WaySpec&) {}));
  EXPECT_EQ(stores.mode, ForwardingMode::store_and_forward) << stores.why_not;
  EXPECT_NEAR(*stores.slope, 1.6, 0.01);
  EXPECT_NEAR(*stores.device_slope, 0.8, 0.01);
  const auto cuts = fit_of(switch_with([](WaySpec& way) { way.kind = WaySpec::Kind::cut_through; }));
  EXPECT_EQ(cuts.mode, ForwardingMode::cut_through) << cuts.why_not;
  EXPECT_NEAR(*cuts.slope, 0.8, 0.01);
  EXPECT_NEAR(*cuts.device_slope, 0, 0.01);
}

TEST(Switch, WhoseLatencyScattersByAMillisecondIsNotToldToDoEither) {
  for (const auto kind : {WaySpec::Kind::store_and_forward, WaySpec::Kind::cut_through}) {
    const auto fit = fit_of(switch_with([&](WaySpec& way) { way.kind = kind, way.jitter_ns = 1'000'000; }));
    EXPECT_EQ(fit.mode, ForwardingMode::not_told);
    EXPECT_NE(fit.why_not.find("the latencies scatter"), std::string::npos) << fit.why_not;
  }
}

VlanCounts vlans_of(const DeviceSpec& device, std::vector<std::uint16_t> isolated) {
  const VlanTrial trial{.isolated = std::move(isolated), .load = {1000}, .duration = 1s, .drain = 1s};
  const auto outcome = make_virtual_rig({}, device)->stream(vlan_streams(trial), {});
  EXPECT_TRUE(outcome) << outcome.error().message;
  return count_vlans(trial, *outcome);
}

TEST(Switch, ThatKeepsVlansApartIsSeenToLeakNothing) {
  const auto seen = vlans_of(switch_with([](WaySpec& way) { way.carried_vlans = {10}; }), {20, 30});
  EXPECT_EQ(seen.not_measured, "");
  ASSERT_EQ(seen.counts.size(), 4u);
  for (const VlanCount& count : seen.counts) {
    EXPECT_EQ(count.sent, 3000u);
    EXPECT_EQ(count.leaked, 0u);
  }
}

TEST(Switch, ThatLeaksEachThousandthFrameOfAVlanIsFoundOutFrameByFrame) {
  auto device = switch_with([](WaySpec& way) { way.carried_vlans = {10}; });
  device.ways[1].vlan_leak_every = 1000;
  const auto seen = vlans_of(device, {20});
  ASSERT_EQ(seen.counts.size(), 2u);
  EXPECT_EQ(seen.counts[0].leaked, 0u);
  EXPECT_EQ(seen.counts[1].direction, Direction::b_to_a);
  EXPECT_EQ(seen.counts[1].leaked, 3u);
}

TEST(Switch, ThatForwardsNothingLeaksNothingAndIsNotMeasured) {
  const auto seen = vlans_of(switch_with([](WaySpec& way) { way.drop_every = 1; }), {20});
  EXPECT_EQ(seen.not_measured,
            "a>b: 1000 of 1000 frames that must come didn't, so others may be missing for "
            "the same reason");
}

std::uint64_t delivered_of(Group group, const DeviceSpec& device, double load) {
  const Trial trial{.directions = {Direction::a_to_b}, .load = test::fps(load), .duration = 1s, .drain = 1s};
  return make_virtual_rig({}, device)
      ->stream(group_streams(trial, group), {})
      ->total.directions[0]
      .ledger.delivered;
}

TEST(Switch, ThatLimitsBroadcastsLetsJustSoManyPassAndAllMulticasts) {
  const auto device = switch_with([](WaySpec& way) { way.broadcast_limit_frames_per_second = 1000; });
  EXPECT_EQ(delivered_of(Group::broadcast, device, 1000), 1000u);
  EXPECT_EQ(delivered_of(Group::broadcast, device, 2000), 1000u);
  EXPECT_EQ(delivered_of(Group::multicast, device, 2000), 2000u);
  const auto blocking = switch_with([](WaySpec& way) { way.blocks_multicast = true; });
  EXPECT_EQ(delivered_of(Group::multicast, blocking, 10), 0u);
  EXPECT_EQ(delivered_of(Group::broadcast, blocking, 10), 10u);
}

}  // namespace
}  // namespace pktgen
