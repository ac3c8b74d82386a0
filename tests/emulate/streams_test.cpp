// Streams over the emulated wire: what each sends and what comes of it, exactly.
#include <gtest/gtest.h>

#include "emulate/virtual_lab.h"
#include "plan/modifier_values.h"
#include "plan/stream_options.h"
#include "plan/stream_values.h"
#include "rig/measurer.h"
#include "support/wire_lab.h"
#include "wire/checksum.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;

StreamSpec stream(std::string name, Load load, std::string_view sizes = "64",
                  std::string_view stack = "eth/ipv4/udp") {
  StreamSpec spec = default_stream();
  spec.name = std::move(name);
  spec.headers = *parse_header_stack(stack);
  spec.sizes.parts = *parse_size_mix(sizes);
  spec.schedule.load = load;
  return spec;
}

StreamsOutcome send(std::vector<StreamSpec> streams, Nanoseconds duration, const DeviceSpec& device = {}) {
  auto outcome =
      make_virtual_rig({}, device)
          ->stream({.streams = std::move(streams), .duration = duration, .drain = 1s, .sample_frames = 300},
                   {});
  EXPECT_TRUE(outcome) << outcome.error().message;
  return std::move(*outcome);
}

std::string refusal(std::vector<StreamSpec> streams) {
  const auto outcome = make_virtual_rig({}, {})->stream({.streams = std::move(streams), .duration = 1s}, {});
  return outcome ? "" : outcome.error().message;
}

template <class Change>
DeviceSpec device_with(Change change) {
  DeviceSpec device;
  for (WaySpec& way : device.ways) change(way);
  return device;
}

TEST(Streams, AreEachSentAtTheirOwnRateAndDeliveredOnTheirOwn) {
  const auto out = send({stream("slow", test::fps(1000)), stream("fast", test::fps(250'000), "128"),
                         stream("slower", test::fps(10), "1518", "eth/vlan/ipv6/tcp")},
                        1s);
  ASSERT_EQ(out.streams.size(), 3u);
  EXPECT_EQ(out.streams[0].tx.sent, 1000u);
  EXPECT_EQ(out.streams[1].tx.sent, 250'000u);
  EXPECT_EQ(out.streams[2].tx.sent, 10u);
  EXPECT_EQ(out.streams[2].bytes, 15'180u);
  for (const StreamOutcome& one : out.streams) {
    EXPECT_EQ(one.rx->delivered, one.tx.sent) << one.name;
    EXPECT_EQ(one.missing, 0u) << one.name;
  }
}

TEST(Streams, AreWatchedOneByOneIfThatIsAsked) {
  const StreamsRequest asked{.streams = {stream("slow", test::fps(1000)), stream("fast", test::fps(5000))},
                             .duration = 2s,
                             .drain = 1s,
                             .shows_streams = true};
  std::vector<Snapshot> seen;
  const auto device = device_with([](WaySpec& way) { way.drop_every = 2; });
  const auto keep = [&](const Snapshot& snapshot) { seen.push_back(snapshot); };
  ASSERT_TRUE(make_virtual_rig({}, device)->stream(asked, {.show = keep, .stop = {}}));
  const auto second = std::ranges::find_if(seen, [](const Snapshot& s) { return s.elapsed >= 1s; });
  ASSERT_NE(second, seen.end());
  ASSERT_EQ(second->streams.size(), 2u);
  EXPECT_NEAR(static_cast<double>(second->streams[0].sent), 1000, 2);
  EXPECT_NEAR(static_cast<double>(second->streams[1].sent), 5000, 10);
  EXPECT_EQ(seen.back().streams[0].sent + seen.back().streams[1].sent, 12'000u);
  EXPECT_EQ(seen.back().streams[0].received + seen.back().streams[1].received, 6'000u);
}

StreamSpec tagged(std::uint16_t vlan, double rate) {
  StreamSpec spec = stream("v" + std::to_string(vlan), test::fps(rate), "256", "eth/vlan/ipv4/udp");
  std::get<VlanTag>(spec.headers[1]).id = vlan;
  return spec;
}

TEST(Streams, AVlanHasAPolicerAndALatencyOfItsOwn) {
  const auto device = device_with([](WaySpec& way) {
    way.vlans = {{.id = 7, .policer_l2_bits_per_second = 102'400'000, .policer_burst_bytes = 2'560},
                 {.id = 8, .latency_ns = 70'000}};
  });
  const auto out = send({tagged(7, 100'000), tagged(8, 100'000), tagged(9, 100'000)}, 100ms, device);
  EXPECT_EQ(out.streams[0].rx->delivered, 5'009u);
  EXPECT_EQ(out.streams[1].rx->delivered, 10'000u);
  EXPECT_EQ(out.streams[2].rx->delivered, 10'000u);
  EXPECT_EQ(out.streams[2].latency.min, 209u) << "2048 bits at 10 Gb/s and 5 ns of cable";
  EXPECT_EQ(out.streams[1].latency.min, 70'209u) << "a frame that takes longer holds nobody up";
  EXPECT_LE(out.streams[2].latency.max, 700u);
}

TEST(Streams, OfSixteenNestedHeadersHaveEachChecksumRight) {
  const auto nested = [](std::size_t headers) {
    std::string stack = "eth";
    for (std::size_t i = 0; i < headers; ++i) stack += "/ipv4";
    StreamSpec spec = stream("nested", test::fps(1000), "512", stack);
    for (const char* field : {"ipv4.src=198.18.0.0+1*256", "ipv4.ttl=1+1*255"})
      spec.modifiers.push_back(*parse_modifier(field, spec.headers, 1));
    return spec;
  };
  const auto out = send({nested(16)}, 1s);
  EXPECT_EQ(out.streams[0].rx->delivered, 1000u);
  EXPECT_EQ(out.streams[0].missing, 0u);
  const auto& samples = out.total.directions[0].rx_samples;
  ASSERT_EQ(samples.size(), 300u);
  for (const Sample& sample : samples)
    for (std::size_t header = 0; header < 16; ++header)
      EXPECT_EQ(
          internet_checksum(ones_complement_add(0, ByteView(sample.bytes).subspan(14 + 20 * header, 20))), 0);
  EXPECT_EQ(
      refusal({nested(17)}),
      "stream: fields change in frames with 16 checksums at most, the headers have 17; leave out modifiers "
      "or headers");
}

TEST(Streams, OfPrebuiltFramesAreTheFirstOnesOverAndOverWithoutASignature) {
  StreamSpec spec = stream("load", test::fps(1000));
  spec.modifiers.push_back(*parse_modifier("ipv4.src=198.18.0.1+1*256", spec.headers, 1));
  spec.prebuilt = 3;
  const auto out = send({spec}, 1s);
  EXPECT_EQ(out.streams[0].tx.sent, 1000u);
  const DirectionOutcome& way = out.total.directions[0];
  EXPECT_EQ(way.ledger.delivered, 0u) << "none can be told from another";
  ASSERT_EQ(way.rx_samples.size(), 0u);
  ASSERT_EQ(way.tx_samples.size(), 300u);
  for (std::size_t i = 0; i < 300; ++i) {
    const ByteView frame = way.tx_samples[i].bytes;
    EXPECT_EQ(frame[14 + 15], 1 + i % 3);
    EXPECT_EQ(internet_checksum(ones_complement_add(0, frame.subspan(14, 20))), 0);
    EXPECT_EQ(internet_checksum(ones_complement_add(17 + 26, frame.subspan(14 + 12, 8 + 26))), 0) << "UDP's";
    EXPECT_EQ(frame[42], 0) << "the payload counts up from the headers' end";
    EXPECT_EQ(frame[42 + 17], 17);
  }
}

TEST(Streams, FillTheLineTogether) {
  std::vector<StreamSpec> streams;
  for (int i = 0; i < 4; ++i) streams.push_back(stream("quarter", test::percent(25)));
  const auto out = send(streams, 100ms);
  EXPECT_EQ(out.total.directions[0].tx.sent, 1'488'096u);  // 4 times 372,023.8, begun frames counted
  EXPECT_EQ(out.total.directions[0].ledger.lost, 0u);
}

TEST(Streams, OfAMixtureAreBackToBackAtAllOfTheLine) {
  const auto out = send({stream("imix", test::percent(100), "64:7,594:4,1518:1")}, 1s);
  // 12 frames take 7 * 84 + 4 * 614 + 1538 = 4582 bytes: 10^10 / 8 / 4582 * 12 frames a second.
  EXPECT_NEAR(static_cast<double>(out.streams[0].tx.sent), 3'273'679.6, 7);
  EXPECT_EQ(out.streams[0].missing, 0u);
  EXPECT_EQ(out.pacing[0].max, 0u);
}

TEST(Streams, TellWhichOfThemADeviceDrops) {
  const auto device = device_with([](WaySpec& way) { way.max_frame_bytes = 1000; });
  const auto out =
      send({stream("short", test::fps(1000), "64"), stream("long", test::fps(100), "1518")}, 1s, device);
  EXPECT_EQ(out.streams[0].missing, 0u);
  EXPECT_EQ(out.streams[1].missing, 100u);
  EXPECT_EQ(out.total.directions[0].ledger.lost, 100u);
}

TEST(Streams, AreHeldApartFromThoseThatComeBack) {
  StreamSpec back = stream("back", test::fps(500));
  back.port = 1;
  const auto out = send({stream("there", test::fps(1000)), back}, 1s);
  EXPECT_EQ(out.streams[0].rx->delivered, 1000u);
  EXPECT_EQ(out.streams[1].rx->delivered, 500u);
  EXPECT_EQ(out.total.directions.size(), 2u);
}

TEST(Streams, CountDuplicatesAndReorderingByStream) {
  const auto device = device_with([](WaySpec& way) { way.duplicate_every = 100; });
  const auto out = send({stream("one", test::fps(10'000))}, 1s, device);
  EXPECT_EQ(out.streams[0].rx->duplicated, 100u);
  EXPECT_EQ(out.streams[0].rx->delivered, 10'000u);
}

TEST(Streams, EndAfterTheirFramesAndBeginWhenTheyShould) {
  StreamSpec few = stream("few", test::fps(1000));
  few.schedule.frames = 7;
  StreamSpec later = stream("later", test::fps(1000));
  later.schedule.start_offset = 600ms;
  later.schedule.duration = 200ms;
  const auto out = send({few, later}, 1s);
  EXPECT_EQ(out.streams[0].tx.sent, 7u);
  EXPECT_EQ(out.streams[1].tx.sent, 200u);
}

TEST(Streams, WhoseSizesAreMixedKnowEachFramesLength) {
  const auto device = device_with([](WaySpec& way) { way.drop_every = 10; });
  const auto out = send({stream("mixed", test::fps(10'000), "64:1,128:2,1518:1")}, 1s, device);
  EXPECT_EQ(out.streams[0].rx->delivered, 9000u);
  EXPECT_EQ(out.streams[0].rx->corrupted, 0u);
  EXPECT_EQ(out.streams[0].missing, 1000u);
}

TEST(Streams, OfDifferentHeadersAndPayloadsAreAllRecognised) {
  std::vector<StreamSpec> streams;
  for (const char* const stack : {"eth", "eth/vlan/ipv4/udp", "eth/mpls/ipv4/tcp", "eth/ipv6/icmp",
                                  "eth/ipv4/udp/vxlan/eth/ipv6/udp", "eth/ipv4/gre/ipv4/icmp", "eth/arp"}) {
    streams.push_back(stream(stack, test::fps(1000), "256", stack));
    streams.back().payload.kind = static_cast<PayloadSpec::Kind>(streams.size() % 5);
  }
  for (const StreamOutcome& one : send(streams, 1s).streams) {
    EXPECT_EQ(one.rx->delivered, 1000u) << one.name;
    EXPECT_EQ(one.rx->corrupted, 0u) << one.name;
  }
}

TEST(Streams, ByTheThousandLoseNothing) {
  std::vector<StreamSpec> streams;
  for (int i = 0; i < 1024; ++i) streams.push_back(stream("one of many", test::fps(10'000)));
  const auto out = send(streams, 10ms);
  for (const StreamOutcome& one : out.streams) {
    ASSERT_EQ(one.tx.sent, 100u);
    ASSERT_EQ(one.rx->delivered, 100u);
  }
}

TEST(Streams, KeepTheirTimesToTheTick) {
  StreamSpec poisson = stream("poisson", test::fps(10'000));
  poisson.schedule.shape = Schedule::Shape::poisson;
  const auto out = send({poisson, stream("even", test::fps(1000))}, 1s);
  EXPECT_EQ(out.pacing[0].max, 0u);
  EXPECT_NEAR(static_cast<double>(out.streams[0].tx.sent), 10'000, 400);  // four sigma
}

TEST(Streams, SayWhatTheyCouldNotSend) {
  const auto device = device_with([](WaySpec& way) { way.tx_capacity_frames_per_second = 5000; });
  const auto out = send({stream("half", test::fps(10'000))}, 1s, device);
  const TxTally& tx = out.streams[0].tx;
  EXPECT_TRUE(tx.balances());
  EXPECT_EQ(tx.due, 10'000u);
  EXPECT_NEAR(static_cast<double>(tx.sent), 5000, 520);  // and what the ring of 512 holds
  EXPECT_EQ(out.streams[0].rx->delivered, tx.sent);
  EXPECT_EQ(out.streams[0].missing, 0u);
}

TEST(Streams, ThatTheLineCantCarryTogetherAreRefused) {
  const std::string message = refusal({stream("one", test::percent(60)), stream("other", test::percent(60))});
  EXPECT_EQ(message,
            "streams of port a together are 12.000 Gb/s L1 at 0 s, but the link carries 10 Gb/s; lower their "
            "loads, or start some later");
}

TEST(Streams, MayFollowEachOtherAtAllOfTheLine) {
  StreamSpec first = stream("first", test::percent(100));
  first.schedule.duration = 10ms;
  StreamSpec second = stream("second", test::percent(100));
  second.schedule.start_offset = 10ms;
  EXPECT_EQ(send({first, second}, 20ms).total.directions[0].ledger.lost, 0u);
}

Outcome sweep_trial(const std::vector<StreamSpec>& streams, std::vector<Direction> directions) {
  Plan plan;
  plan.streams = streams;
  const Trial trial{.size = {256},
                    .directions = std::move(directions),
                    .load = test::fps(100'000),
                    .duration = 100ms,
                    .drain = 1s};
  const auto outcome = make_virtual_rig(plan, {})->measure(trial, {});
  EXPECT_TRUE(outcome) << outcome.error().message;
  return outcome.value_or(Outcome{});
}

TEST(StreamsOfATrial, ShareItsLoadAsTheirOwnLoadsAreToEachOther) {
  const Outcome out = sweep_trial({stream("three", test::percent(30)), stream("one", test::percent(10))},
                                  {Direction::a_to_b});
  ASSERT_EQ(out.directions.size(), 1u);
  EXPECT_EQ(out.directions[0].load.count, 100'000);
  EXPECT_EQ(out.directions[0].ledger, (Ledger{.sent = 10'000, .delivered = 10'000}));
  EXPECT_EQ(out.directions[0].latency.samples, 10'000u);
}

TEST(StreamsOfATrial, AreMirroredForAWayThatHasNoneOfItsOwn) {
  const Outcome out =
      sweep_trial({stream("there", test::percent(30))}, {Direction::a_to_b, Direction::b_to_a});
  ASSERT_EQ(out.directions.size(), 2u);
  for (const DirectionOutcome& way : out.directions)
    EXPECT_EQ(way.ledger, (Ledger{.sent = 10'000, .delivered = 10'000}));
}

TEST(Streams, WithFieldsThatChangeDontDisturbTheCount) {
  StreamSpec changing = stream("changing", test::fps(10'000));
  changing.modifiers = {{.field = "ipv4.src", .first = 0xc612'0000, .count = 256},
                        {.field = "udp.src_port", .kind = Modifier::Kind::random}};
  const auto out = send({changing, stream("still", test::fps(10'000))}, 1s);
  EXPECT_EQ(out.streams[0].rx->delivered, 10'000u);
  EXPECT_EQ(out.streams[1].rx->delivered, 10'000u);
}

}  // namespace
}  // namespace pktgen
