#include "traffic/frame_queue.h"

#include <gtest/gtest.h>
#include <thread>

namespace pktgen {
namespace {

using State = FrameQueue::State;

bool put(FrameQueue& queue, std::int64_t due_ns, std::size_t length, std::uint8_t mark) {
  const MutableBytes room = queue.room_for(length);
  if (room.empty()) return false;
  std::ranges::fill(room, mark);
  queue.publish(Nanoseconds(due_ns));
  return true;
}

TEST(FrameQueue, HandsFramesOutInOrderWithTheirDueTimes) {
  FrameQueue queue(1 << 17);
  ASSERT_TRUE(put(queue, 100, 60, 0x11));
  ASSERT_TRUE(put(queue, 200, 61, 0x22));
  ASSERT_EQ(queue.look(), State::ready);
  EXPECT_EQ(queue.front().due.count(), 100);
  EXPECT_EQ(queue.front().bytes.size(), 60u);
  EXPECT_EQ(queue.front().bytes[59], 0x11);
  queue.pop();
  ASSERT_EQ(queue.look(), State::ready);
  EXPECT_EQ(queue.front().due.count(), 200);
  EXPECT_EQ(queue.front().bytes.size(), 61u);
}

TEST(FrameQueue, EndsOnceItsLastFrameIsTaken) {
  FrameQueue queue(1 << 17);
  ASSERT_TRUE(put(queue, 1, 60, 1));
  queue.finish();
  ASSERT_EQ(queue.look(), State::ready);
  queue.pop();
  EXPECT_EQ(queue.look(), State::ended);
  EXPECT_EQ(queue.look(), State::ended);
  EXPECT_EQ(queue.dry_spells(), 0u);
}

TEST(FrameQueue, CountsEachDrySpellOnceAndMarksTheFrameThatEndsIt) {
  FrameQueue queue(1 << 17);
  ASSERT_TRUE(put(queue, 1, 60, 1));
  ASSERT_EQ(queue.look(), State::ready);
  EXPECT_FALSE(queue.front().after_dry);
  queue.pop();
  EXPECT_EQ(queue.look(), State::dry);
  EXPECT_EQ(queue.look(), State::dry);
  EXPECT_EQ(queue.dry_spells(), 1u);
  ASSERT_TRUE(put(queue, 2, 60, 1));
  ASSERT_TRUE(put(queue, 3, 60, 1));
  ASSERT_EQ(queue.look(), State::ready);
  EXPECT_TRUE(queue.front().after_dry);
  queue.pop();
  ASSERT_EQ(queue.look(), State::ready);
  EXPECT_FALSE(queue.front().after_dry);
  queue.pop();
  EXPECT_EQ(queue.look(), State::dry);
  EXPECT_EQ(queue.dry_spells(), 2u);
}

TEST(FrameQueue, HasNoRoomWhileItIsFullAndTheSameRoomAgainWhenFramesAreTaken) {
  FrameQueue queue(1 << 17);
  // An entry of 1008 bytes and 16 more: 128 of them are all there is.
  for (int i = 0; i < 128; ++i) ASSERT_TRUE(put(queue, i, 1008, 1)) << i;
  EXPECT_FALSE(put(queue, 128, 1008, 1));
  ASSERT_EQ(queue.look(), State::ready);
  queue.pop();
  EXPECT_TRUE(put(queue, 128, 1008, 1));
  EXPECT_FALSE(put(queue, 129, 1, 1));
}

TEST(FrameQueue, NeverSplitsAFrameAtTheRingsEnd) {
  FrameQueue queue(1 << 17);
  for (int i = 0; i < 1000; ++i) {
    const auto length = static_cast<std::size_t>(20'000 + i), mark = static_cast<std::size_t>(i % 251);
    ASSERT_TRUE(put(queue, i, length, static_cast<std::uint8_t>(mark)));
    ASSERT_EQ(queue.look(), State::ready);
    ASSERT_EQ(queue.front().due.count(), i);
    ASSERT_EQ(queue.front().bytes.size(), length);
    ASSERT_TRUE(std::ranges::all_of(queue.front().bytes, [&](std::uint8_t byte) { return byte == mark; }));
    queue.pop();
  }
}

TEST(FrameQueue, CarriesEveryFrameWholeFromOneThreadToAnother) {
  constexpr int kFrames = 20'000;
  FrameQueue queue(1 << 17);
  std::jthread reader([&] {
    for (int i = 0; i < kFrames;) {
      if (put(queue, i, static_cast<std::size_t>(60 + i % 1455), static_cast<std::uint8_t>(i))) ++i;
      else std::this_thread::yield();
    }
    queue.finish();
  });
  int next = 0;
  bool is_whole = true;
  for (State state = queue.look(); state != State::ended; state = queue.look()) {
    if (state == State::dry) {
      std::this_thread::yield();
      continue;
    }
    const QueuedFrame frame = queue.front();
    const auto mark = static_cast<std::uint8_t>(next);
    is_whole = is_whole && frame.due.count() == next &&
               frame.bytes.size() == static_cast<std::size_t>(60 + next % 1455) &&
               frame.bytes.front() == mark && frame.bytes.back() == mark;
    queue.pop();
    ++next;
  }
  EXPECT_EQ(next, kFrames);
  EXPECT_TRUE(is_whole);
}

}  // namespace
}  // namespace pktgen
