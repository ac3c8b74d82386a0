// Long runs over devices whose faults are known: what each interval counted, each loss, and what came around
// it.
#include <gtest/gtest.h>
#include <malloc.h>

#include "emulate/virtual_lab.h"
#include "plan/stream_options.h"
#include "rig/measurer.h"
#include "support/wire_lab.h"
#include "wire/signature.h"

namespace pktgen {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kSignatureAt = 14 + 20 + 8;

StreamSpec slow_stream(double rate, std::size_t port = 0) {
  StreamSpec spec = default_stream();
  spec.name = port == 0 ? "there" : "back";
  spec.port = port;
  spec.schedule.load = test::fps(rate);
  return spec;
}

template <class Change>
DeviceSpec faulty(Change change) {
  DeviceSpec device;
  change(device.ways[0]);
  return device;
}

StreamsOutcome soak(std::vector<StreamSpec> streams, Nanoseconds duration, SoakRequest request,
                    const DeviceSpec& device = {}, const Watch& watch = {}) {
  auto outcome = make_virtual_rig({}, device)
                     ->stream({.streams = std::move(streams),
                               .duration = duration,
                               .drain = 100ms,
                               .soak = std::move(request)},
                              watch);
  EXPECT_TRUE(outcome) << outcome.error().message;
  return std::move(*outcome);
}

TEST(Soak, OneRunIsCutIntoIntervalsWithoutAGap) {
  const auto out = soak({slow_stream(1000)}, 60s, {.every = 10s});
  const auto& intervals = out.soak->intervals;
  ASSERT_EQ(intervals.size(), 6u);
  std::uint64_t sent = 0, delivered = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(intervals[i].from, i * 10s);
    EXPECT_EQ(intervals[i].to, (i + 1) * 10s);
    sent += intervals[i].ways[0].sent;
    delivered += intervals[i].ways[0].delivered;
    EXPECT_EQ(intervals[i].ways[0].lost, 0u);
    EXPECT_NEAR(static_cast<double>(intervals[i].ways[0].sent), 10'000, 1) << i;
    EXPECT_EQ(intervals[i].ways[0].latency.max, 56u) << "64 bytes at 10 Gb/s and 5 ns";
    EXPECT_EQ(intervals[i].ways[1].sent, 0u);
  }
  EXPECT_EQ(sent, 60'000u);
  EXPECT_EQ(delivered, 60'000u);
  EXPECT_EQ(out.total.directions[0].latency.samples, 60'000u) << "all intervals together";
  EXPECT_TRUE(out.soak->events.empty());
}

TEST(Soak, WhatIsLeftAtTheEndBelongsToTheLastIntervalIfItIsShort) {
  const auto ends = [](Nanoseconds duration) {
    std::vector<Nanoseconds> all;
    const auto out = soak({slow_stream(100)}, duration, {.every = 10s});
    for (const SoakInterval& interval : out.soak->intervals) all.push_back(interval.to);
    return all;
  };
  EXPECT_EQ(ends(24s), (std::vector<Nanoseconds>{10s, 24s}));
  EXPECT_EQ(ends(26s), (std::vector<Nanoseconds>{10s, 20s, 26s}));
  EXPECT_EQ(ends(12s), (std::vector<Nanoseconds>{12s}));
  EXPECT_EQ(ends(10s), (std::vector<Nanoseconds>{10s}));
}

TEST(Soak, EachLostFrameIsAnEventWithItsTimeAndNeighbours) {
  const auto device = faulty([](WaySpec& way) { way.drop_every = 1500; });
  const auto out = soak({slow_stream(1000)}, 6s, {.every = 1s}, device);
  ASSERT_EQ(out.soak->events.size(), 4u) << "frames 1500, 3000, 4500 and 6000";
  const LossEvent& first = out.soak->events[0];
  EXPECT_EQ(first.direction, Direction::a_to_b);
  EXPECT_EQ(first.frames, 1u);
  EXPECT_EQ(first.before, 1498u);
  EXPECT_EQ(first.first, 1499u);
  EXPECT_EQ(first.after, 1500u);
  EXPECT_EQ(first.at, 1499ms);
  EXPECT_EQ(first.lasted, 1ms);
  const LossEvent& last = out.soak->events[3];
  EXPECT_EQ(last.first, 5999u) << "the very last frame counts too";
  EXPECT_EQ(last.after, std::nullopt);
  EXPECT_EQ(last.at, 5999ms);
  EXPECT_EQ(last.lasted, 1ms);
  std::vector<std::uint64_t> lost;
  for (const SoakInterval& interval : out.soak->intervals) lost.push_back(interval.ways[0].lost);
  EXPECT_EQ(lost, (std::vector<std::uint64_t>{0, 1, 0, 1, 1, 1}))
      << "number 2999, due at the end of the third second, is missed with the next one";
  EXPECT_EQ(out.soak->all_frames[0], 4u);
  EXPECT_EQ(out.total.directions[0].ledger.lost, 4u);
}

TEST(Soak, AFlapIsOneEventAsLongAsTheLinkWasDown) {
  const auto device = faulty([](WaySpec& way) {
    way.flap_at_s = {25.0};
    way.flap_for_s = 0.1;
  });
  const auto out = soak({slow_stream(1000)}, 60s, {.every = 10s}, device);
  ASSERT_EQ(out.soak->events.size(), 1u);
  EXPECT_EQ(out.soak->events[0].frames, 100u);
  EXPECT_EQ(out.soak->events[0].at, 25s);
  EXPECT_EQ(out.soak->events[0].lasted, 100ms);
  EXPECT_EQ(out.soak->events[0].before, 24'999u);
  EXPECT_EQ(out.soak->events[0].after, 25'100u);
  ASSERT_EQ(out.soak->intervals.size(), 6u);
  EXPECT_EQ(out.soak->intervals[2].ways[0].lost, 100u);
  EXPECT_EQ(out.soak->intervals[2].link_down[0], 100ms);
  EXPECT_EQ(out.soak->intervals[3].link_down[0], 0ms);
}

TEST(Soak, FramesThatTheMacDroppedAreNotLost) {
  const auto device = faulty([](WaySpec& way) { way.crc_error_every = 2500; });
  const auto out = soak({slow_stream(1000)}, 10s, {.every = 5s}, device);
  EXPECT_EQ(out.soak->intervals[0].ways[0].rx_crc_errors, 2u);
  EXPECT_EQ(out.soak->intervals[1].ways[0].rx_crc_errors, 2u);
  EXPECT_EQ(out.soak->intervals[0].ways[0].lost, 0u);
  EXPECT_EQ(out.soak->intervals[1].ways[0].lost, 0u);
  EXPECT_EQ(out.soak->events.size(), 4u) << "the gap is seen all the same";
}

TEST(Soak, AFrameThatIsOnlyLateIsNoLoss) {
  const auto device = faulty([](WaySpec& way) {
    way.reorder_every = 100;
    way.reorder_by = 3;
  });
  std::size_t captured = 0;
  const auto out = soak({slow_stream(10'000)}, 10s,
                        {.every = 1s, .keep = [&](const LossCapture&) { return ++captured, true; }}, device);
  EXPECT_TRUE(out.soak->events.empty());
  EXPECT_EQ(out.soak->all_events[0], 0u);
  EXPECT_EQ(captured, 0u);
  std::uint64_t reordered = 0, lost = 0;
  for (const SoakInterval& interval : out.soak->intervals) {
    reordered += interval.ways[0].reordered;
    lost += interval.ways[0].lost;
  }
  EXPECT_EQ(reordered, out.total.directions[0].ledger.reordered);
  EXPECT_GT(reordered, 900u);
  EXPECT_EQ(lost, 0u);
}

std::vector<std::uint64_t> numbers_in(const LossCapture& capture) {
  std::vector<std::uint64_t> numbers;
  for (const Sample& frame : capture.frames) {
    Signature signature;
    EXPECT_EQ(read_signature(&frame.bytes[kSignatureAt], signature), SignatureState::ours);
    numbers.push_back(signature.sequence);
  }
  return numbers;
}

TEST(Soak, KeepsTheFramesBeforeAndAfterALoss) {
  const auto device = faulty([](WaySpec& way) { way.drop_every = 1000; });
  std::vector<std::vector<std::uint64_t>> kept;
  std::vector<std::uint64_t> missing;
  SoakRequest request{.every = 1s, .frames_before = 3, .frames_after = 2};
  request.keep = [&](const LossCapture& capture) {
    EXPECT_EQ(capture.before, 3u);
    missing.push_back(capture.event.first);
    kept.push_back(numbers_in(capture));
    return true;
  };
  const auto out = soak({slow_stream(1000)}, 3500ms, std::move(request), device);
  EXPECT_EQ(missing, (std::vector<std::uint64_t>{999, 1999, 2999}));
  ASSERT_EQ(kept.size(), 3u);
  EXPECT_EQ(kept[0], (std::vector<std::uint64_t>{996, 997, 998, 1000, 1001}));
  EXPECT_EQ(kept[2], (std::vector<std::uint64_t>{2996, 2997, 2998, 3000, 3001}));
  EXPECT_EQ(out.soak->captured, 3u);
  EXPECT_TRUE(out.soak->events[1].is_captured);
}

TEST(Soak, TwoWaysAreToldApart) {
  DeviceSpec device;
  device.ways[1].drop_every = 1000;
  const auto out = soak({slow_stream(1000), slow_stream(500, 1)}, 10s, {.every = 5s}, device);
  ASSERT_EQ(out.soak->events.size(), 5u);
  for (const LossEvent& event : out.soak->events) {
    EXPECT_EQ(event.direction, Direction::b_to_a);
    EXPECT_EQ(event.stream, 1u);
  }
  EXPECT_EQ(out.soak->events[0].at, 1998ms);
  EXPECT_EQ(out.soak->all_events, (std::array<std::uint64_t, 2>{0, 5}));
}

TEST(Soak, ADayInIntervalsOfTenSecondsIsToldInAThousandAtMost) {
  const auto device = faulty([](WaySpec& way) { way.drop_every = 10'000; });
  const auto out =
      soak({slow_stream(20)}, 24h, {.every = 10s, .most_intervals = 1000, .most_events = 100}, device);
  EXPECT_EQ(out.soak->merged, 16u) << "8,640 intervals";
  EXPECT_EQ(out.soak->intervals.size(), 540u);
  std::uint64_t sent = 0, lost = 0;
  for (const SoakInterval& interval : out.soak->intervals) {
    sent += interval.ways[0].sent;
    lost += interval.ways[0].lost;
  }
  EXPECT_EQ(sent, 1'728'000u);
  EXPECT_EQ(lost, 172u);
  EXPECT_EQ(out.soak->intervals[0].to, 160s);
  EXPECT_EQ(out.soak->events.size(), 100u);
  EXPECT_EQ(out.soak->all_events[0], 172u);
  EXPECT_EQ(out.soak->events[99].at, 999'999 * 50ms);
}

std::size_t memory_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(Soak, TheSecondHourTakesNoMemoryThatTheFirstDidNot) {
  const auto device = faulty([](WaySpec& way) { way.drop_every = 1000; });
  std::size_t first = 0, second = 0;
  Watch watch;
  watch.show = [&](const Snapshot& seen) {
    if (first == 0 && seen.elapsed >= 1h) first = memory_in_use();
    if (second == 0 && seen.elapsed >= 2h) second = memory_in_use();
  };
  SoakRequest request{.every = 10s, .most_intervals = 100, .most_events = 50};
  const auto out = soak({slow_stream(100)}, 2h + 1s, std::move(request), device, watch);
  EXPECT_EQ(out.soak->all_events[0], 720u);
  EXPECT_LE(second, first + 8192) << "intervals in use go up and down between 50 and 100";
}

TEST(Soak, ItsRunMayBeStopped) {
  std::stop_source stop;
  Watch watch{.show =
                  [&](const Snapshot& seen) {
                    if (seen.elapsed > 25s) stop.request_stop();
                  },
              .stop = stop.get_token()};
  const auto out = soak({slow_stream(1000)}, 1h, {.every = 10s}, {}, watch);
  EXPECT_TRUE(out.total.interrupted);
  ASSERT_EQ(out.soak->intervals.size(), 3u);
  EXPECT_GE(out.soak->intervals[2].to, 25s);
  EXPECT_EQ(out.total.directions[0].ledger.lost, 0u);
}

TEST(Soak, TellsOfEveryFrameThatIsMissingWhateverTheFault) {
  DeviceSpec device;
  device.seed = 7;
  for (WaySpec& way : device.ways) {
    way.drop_probability = 0.01;
    way.duplicate_every = 17;
    way.reorder_every = 13;
    way.reorder_by = 5;
    way.crc_error_every = 101;
    way.rx_miss_every = 211;
    way.flap_at_s = {3.0, 7.5};
    way.flap_for_s = 0.2;
  }
  const auto out = soak({slow_stream(5000), slow_stream(3000, 1)}, 10s, {.every = 500ms}, device);
  for (std::size_t way : {0u, 1u}) {
    const Ledger& ledger = out.total.directions[way].ledger;
    SoakCounts sum;
    for (const SoakInterval& interval : out.soak->intervals) {
      sum.sent += interval.ways[way].sent;
      sum.delivered += interval.ways[way].delivered;
      sum.lost += interval.ways[way].lost;
      sum.duplicated += interval.ways[way].duplicated;
      sum.reordered += interval.ways[way].reordered;
      sum.rx_crc_errors += interval.ways[way].rx_crc_errors;
      sum.rx_missed += interval.ways[way].rx_missed;
    }
    EXPECT_EQ(sum.sent, ledger.sent);
    EXPECT_EQ(sum.delivered, ledger.delivered);
    EXPECT_EQ(sum.lost, ledger.lost);
    EXPECT_EQ(sum.duplicated, ledger.duplicated);
    EXPECT_EQ(sum.reordered, ledger.reordered);
    EXPECT_EQ(sum.rx_crc_errors, ledger.rx_crc_errors);
    EXPECT_EQ(sum.rx_missed, ledger.rx_missed);
    EXPECT_EQ(out.soak->all_frames[way],
              ledger.lost + ledger.rx_crc_errors + ledger.rx_missed + ledger.rx_no_buffer);
  }
  EXPECT_EQ(out.soak->unmatched, 0u);
}

}  // namespace
}  // namespace pktgen
