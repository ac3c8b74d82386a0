#include "traffic/replay_script.h"

#include <gtest/gtest.h>

#include "support/capture_bytes.h"
#include "support/memory_file.h"

namespace pktgen {
namespace {

using Filled = ReplayScript::Filled;

ReplayScript script(const CaptureBytes& capture, const ReplaySpec& spec) {
  const MemoryFile file(capture.bytes());
  return ReplayScript::make(PcapReader::open(file.path(), {}).value(), spec, 10_Gbps).value();
}

CaptureBytes three_frames() {
  return CaptureBytes(Order::little)
      .pcap(0xa1b23c4d)
      .record(7, 1000, marked_frame(60, 1))
      .record(7, 1100, marked_frame(70, 2))
      .record(7, 1400, marked_frame(50, 3));
}

struct Sent {
  std::int64_t due;
  std::size_t length;
  std::uint8_t mark;
  bool operator==(const Sent&) const = default;
};

std::vector<Sent> taken(FrameQueue& queue) {
  std::vector<Sent> frames;
  for (; queue.look() == FrameQueue::State::ready; queue.pop())
    frames.push_back({queue.front().due.count(), queue.front().bytes.size(), queue.front().bytes[14]});
  return frames;
}

TEST(ReplayScript, PutsTheFilesFramesIntoTheQueueWithTheirDueTimesAndEndsIt) {
  FrameQueue queue(1 << 17);
  auto replay = script(three_frames(), {});
  EXPECT_EQ(replay.fill(queue).value(), Filled::all);
  EXPECT_EQ(taken(queue), (std::vector<Sent>{{0, 60, 1}, {100, 70, 2}, {400, 60, 3}}));
  EXPECT_EQ(queue.look(), FrameQueue::State::ended);
  EXPECT_EQ(replay.count().frames, 3u);
  EXPECT_EQ(replay.count().loops, 1u);
  EXPECT_EQ(replay.notes(), std::vector<std::string>{"1 frame below 60 bytes, padded with zeros"});
}

TEST(ReplayScript, LoopsAsOftenAsAsked) {
  FrameQueue queue(1 << 17);
  auto replay = script(three_frames(), {.loops = 2});
  EXPECT_EQ(replay.fill(queue).value(), Filled::all);
  EXPECT_EQ(
      taken(queue),
      (std::vector<Sent>{{0, 60, 1}, {100, 70, 2}, {400, 60, 3}, {600, 60, 1}, {700, 70, 2}, {1000, 60, 3}}));
  EXPECT_EQ(replay.fill(queue).value(), Filled::all);
  EXPECT_EQ(replay.count().loops, 2u);
}

TEST(ReplayScript, ComesBackFromAReplayForEver) {
  FrameQueue queue(1 << 17);
  auto replay = script(three_frames(), {.timing = ReplaySpec::Timing::fastest, .loops = {}});
  EXPECT_EQ(replay.fill(queue, 5).value(), Filled::some);
  EXPECT_EQ(taken(queue).size(), 5u);
  EXPECT_EQ(queue.look(), FrameQueue::State::dry);
}

TEST(ReplayScript, GoesOnWhereAFullQueueStoppedIt) {
  FrameQueue queue(1 << 17);
  auto capture = CaptureBytes(Order::little).pcap(0xa1b23c4d);
  for (std::uint8_t i = 0; i < 200; ++i) capture.record(1, i, marked_frame(1008, i));
  auto replay = script(capture, {});
  EXPECT_EQ(replay.fill(queue).value(), Filled::to_the_brim);
  EXPECT_EQ(replay.fill(queue).value(), Filled::to_the_brim);
  EXPECT_EQ(replay.count().frames, 128u);
  EXPECT_EQ(taken(queue).size(), 128u);
  EXPECT_EQ(replay.fill(queue).value(), Filled::all);
  const auto rest = taken(queue);
  EXPECT_EQ(rest.size(), 72u);
  EXPECT_EQ(rest.front(), (Sent{128, 1008, 128}));
}

TEST(ReplayScript, RewritesWhatGoesIntoTheQueueAndSaysIfNoAddressFitted) {
  FrameQueue queue(1 << 17);
  auto replay =
      script(three_frames(), {.rewriting = {.dst_mac = MacAddress{6, 6, 6, 6, 6, 6},
                                            .addresses = {parse_address_map("10.0.0.1=10.0.0.2").value()}}});
  EXPECT_EQ(replay.fill(queue).value(), Filled::all);
  ASSERT_EQ(queue.look(), FrameQueue::State::ready);
  EXPECT_EQ(queue.front().bytes[0], 6);
  EXPECT_EQ(queue.front().bytes[6], 2);
  EXPECT_EQ(replay.notes().back(), "no frame had an address that was to be mapped");
}

TEST(ReplayScript, TellsTheRecordThatStopsItAndLeavesTheQueueOpen) {
  FrameQueue queue(1 << 17);
  auto replay = script(three_frames().record(8, 0, marked_frame(60, 4), 100), {});
  const auto filled = replay.fill(queue);
  EXPECT_NE(filled.error().message.find("record 4: 60 of 160 bytes were captured"), std::string::npos);
  EXPECT_EQ(taken(queue).size(), 3u);
  EXPECT_EQ(queue.look(), FrameQueue::State::dry);
}

TEST(ReplayScript, TellsTheRecordWithATimeThatCantBe) {
  FrameQueue queue(1 << 17);
  auto replay = script(CaptureBytes(Order::little)
                           .pcap(0xa1b23c4d)
                           .record(0, 0, marked_frame(60, 1))
                           .record(0x7000'0000, 0, marked_frame(60, 2)),
                       {.speed = 0.01});
  EXPECT_EQ(replay.fill(queue).error().message.substr(0, 50),
            "record 2: would be due in more than a hundred year");
}

}  // namespace
}  // namespace pktgen
