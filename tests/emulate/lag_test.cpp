// The emulated LAG, against what its keys say.
#include <gtest/gtest.h>

#include "support/wire_lab.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;
using test::fps;

/// A LAG of members of 10 Mb/s between links of 100 Mb/s: 14,880 frames of 64 bytes a second each.
template <class Change>
DeviceSpec lag_with(Change change) {
  DeviceSpec device;
  for (WaySpec& way : device.ways) {
    way.link = {100'000'000};
    way.propagation_ns = 0;
    way.lag_members = 2;
    way.member_bits_per_second = 10'000'000;
    way.member_buffer_bytes = 1280;  // twenty frames
    change(way);
  }
  return device;
}

/// Flows of one size whose source port counts up, frames a second each.
StreamsRequest flows_of(std::size_t count, double rate, Nanoseconds duration) {
  StreamsRequest request{
      .streams = {}, .duration = duration, .drain = 1s, .measures_order = true, .tells_missing = true};
  for (std::size_t i = 0; i < count; ++i) {
    StreamSpec stream{.name = std::to_string(i), .place = std::to_string(i)};
    stream.headers = {EthernetHeader{}, Ipv4Header{.src = {198, 18, 0, 1}, .dst = {198, 19, 0, 1}},
                      UdpHeader{.src_port = static_cast<std::uint16_t>(1024 + i), .dst_port = 7}};
    stream.sizes.parts = {{kSmallestFrame, 1}};
    stream.schedule.load = fps(rate);
    request.streams.push_back(std::move(stream));
  }
  return request;
}

StreamsOutcome send(const DeviceSpec& device, const StreamsRequest& request) {
  const auto outcome = make_virtual_rig({}, device)->stream(request, {});
  EXPECT_TRUE(outcome) << outcome.error().message;
  return outcome.value_or(StreamsOutcome{});
}

std::uint64_t missing_of(const StreamsOutcome& outcome) {
  std::uint64_t missing = 0;
  for (const StreamOutcome& stream : outcome.streams) missing += stream.missing;
  return missing;
}

TEST(Lag, CarriesAFlowNoFasterThanOneMember) {
  const DeviceSpec device = lag_with([](WaySpec&) {});
  EXPECT_EQ(missing_of(send(device, flows_of(1, 14'880, 1s))), 0u);
  const std::uint64_t missing = missing_of(send(device, flows_of(1, 20'000, 1s)));
  EXPECT_NEAR(static_cast<double>(missing), 20'000 - 14'880.95 - 20, 2) << "a queue of frames came later";
}

TEST(Lag, Layer3And4ShareConsecutivePortsEvenly) {
  // Ports 1024 and 1025 go to one member, 1026 and 1027 to the other.
  const DeviceSpec device = lag_with([](WaySpec&) {});
  EXPECT_EQ(missing_of(send(device, flows_of(4, 7'400, 1s))), 0u);
  EXPECT_GT(missing_of(send(device, flows_of(2, 7'600, 1s))), 0u);
}

TEST(Lag, SendsAllFlowsOverOneMemberWhereThePolicyDoesNotLookAtThem) {
  const DeviceSpec device = lag_with([](WaySpec& way) { way.lag_policy = HashPolicy::layer2; });
  EXPECT_EQ(missing_of(send(device, flows_of(4, 3'700, 1s))), 0u);
  EXPECT_GT(missing_of(send(device, flows_of(4, 3'800, 1s))), 0u);
}

TEST(Lag, NeverReordersAFlowItHashes) {
  const StreamsOutcome outcome =
      send(lag_with([](WaySpec& way) { way.skew_ns = 1'000'000; }), flows_of(4, 7'000, 1s));
  ASSERT_TRUE(outcome.reordering[0]);
  EXPECT_EQ(outcome.reordering[0]->arrivals, 28'000u);
  EXPECT_EQ(outcome.reordering[0]->reordered, 0u);
}

TEST(Lag, RoundRobinOverMembersOfDifferentLengthReordersByTheSkew) {
  // A frame each 50 us, the second member 1 ms longer: what goes there is overtaken by ten frames of the
  // first, those sent 50, 150 ... 950 us later, and comes 950 us after the first of them.
  const StreamsOutcome outcome = send(lag_with([](WaySpec& way) {
                                        way.lag_policy = HashPolicy::round_robin;
                                        way.skew_ns = 1'000'000;
                                      }),
                                      flows_of(1, 20'000, 1s));
  EXPECT_EQ(missing_of(outcome), 0u);
  ASSERT_TRUE(outcome.reordering[0]);
  const Reordering& seen = *outcome.reordering[0];
  EXPECT_EQ(seen.arrivals, 20'000u);
  EXPECT_EQ(seen.reordered, 9'999u) << "the last one has nothing behind it";
  EXPECT_EQ(seen.late_max_ns, 950'000u);
  EXPECT_EQ(seen.late_p50_ns, 950'000u);
  // Ten of the first member, and of the second the nine that were sent before.
  EXPECT_EQ(seen.extent_p50, 19u);
  EXPECT_EQ(seen.extent_max, 19u);
  // 1 comes behind 2, 4 ... 20; from then on frames of both members come in turn, and at the end nine in a
  // row.
  EXPECT_EQ(seen.n_reordered, (std::array<std::uint64_t, 4>{9'990, 1, 1, 1}));
}

TEST(Lag, RoundRobinCarriesOneFlowOverAllMembers) {
  const DeviceSpec device = lag_with([](WaySpec& way) { way.lag_policy = HashPolicy::round_robin; });
  EXPECT_EQ(missing_of(send(device, flows_of(1, 29'700, 1s))), 0u);
}

TEST(Lag, LosesWhatGoesToAMemberThatIsDownUntilTheOtherTakesOver) {
  // The first member is down from 0.25 s on, for half a second; the other takes over after 100 ms.
  const StreamsOutcome outcome = send(lag_with([](WaySpec& way) {
                                        way.down_member = 0;
                                        way.member_down_at_s = {0.25};
                                        way.member_down_for_s = 0.5;
                                        way.failover_ns = 100'000'000;
                                        way.rejoin_loss_ns = 20'000'000;
                                      }),
                                      flows_of(4, 1'000, 1s));
  // Ports 1024 and 1025 have an odd hash and stay on the second member.
  EXPECT_EQ(outcome.streams[0].missing, 0u);
  EXPECT_EQ(outcome.streams[1].missing, 0u);
  for (const std::size_t i : {2u, 3u}) {
    ASSERT_EQ(outcome.streams[i].missing_runs.size(), 2u) << i;
    EXPECT_NEAR(static_cast<double>(outcome.streams[i].missing_runs[0].first), 250, 1);
    EXPECT_NEAR(static_cast<double>(outcome.streams[i].missing_runs[0].count), 100, 1);
    EXPECT_NEAR(static_cast<double>(outcome.streams[i].missing_runs[1].first), 750, 1);
    EXPECT_NEAR(static_cast<double>(outcome.streams[i].missing_runs[1].count), 20, 1);
  }
}

}  // namespace
}  // namespace pktgen
