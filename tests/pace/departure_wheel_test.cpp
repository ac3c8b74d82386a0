#include "pace/departure_wheel.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <queue>

#include "base/random.h"

namespace pktgen {
namespace {

/// The same by a heap.
class Oracle {
 public:
  void add(std::uint16_t stream, Ticks due) {
    if (due != kNever) queue_.push({due.count, stream});
  }
  std::optional<StreamDue> pop(Ticks now) {
    if (queue_.empty() || queue_.top().first > now.count) return std::nullopt;
    const StreamDue top{queue_.top().second, {queue_.top().first}};
    queue_.pop();
    return top;
  }
  Ticks earliest() const { return queue_.empty() ? kNever : Ticks{queue_.top().first}; }

 private:
  using Entry = std::pair<std::uint64_t, std::uint16_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

/// Streams that each come back after `gap(stream)`, from `start` on, for `pops` frames.
void expect_order(std::size_t streams, double distance, std::uint64_t start, int pops,
                  const std::function<std::uint64_t(std::uint16_t)>& gap) {
  DepartureWheel wheel(streams, distance);
  Oracle oracle;
  const auto add = [&](std::uint16_t stream, Ticks due) {
    wheel.add(stream, due);
    oracle.add(stream, due);
  };
  for (std::size_t s = streams; s-- > 0;) {
    const auto stream = static_cast<std::uint16_t>(s);
    add(stream, {start + (s % 3 == 0 ? 0 : gap(stream))});
  }
  for (Ticks now{start}; pops > 0; --pops) {
    const auto expected = oracle.pop(now);
    const auto popped = wheel.pop(now);
    ASSERT_EQ(popped.has_value(), expected.has_value()) << "at " << now.count;
    if (!popped) {
      ASSERT_EQ(wheel.earliest(), oracle.earliest());
      now = std::max(now + Ticks{1}, oracle.earliest());
      continue;
    }
    ASSERT_EQ(popped->stream, expected->stream) << "at " << now.count;
    ASSERT_EQ(popped->due, expected->due);
    add(popped->stream, popped->due + Ticks{gap(popped->stream)});
  }
}

TEST(DepartureWheel, GivesStreamsInTheOrderOfTheirDueTimes) {
  DepartureWheel wheel(4, 100);
  wheel.add(0, {5000});
  wheel.add(1, {300});
  wheel.add(2, {320});
  wheel.add(3, {1'000'000'000'000});
  EXPECT_EQ(wheel.earliest(), (Ticks{300}));
  EXPECT_EQ(wheel.pop({299}), std::nullopt);
  EXPECT_EQ(wheel.pop({300}), (StreamDue{1, {300}}));
  EXPECT_EQ(wheel.pop({319}), std::nullopt);
  EXPECT_EQ(wheel.pop({100'000}), (StreamDue{2, {320}}));
  EXPECT_EQ(wheel.pop({100'000}), (StreamDue{0, {5000}}));
  EXPECT_EQ(wheel.pop({100'000}), std::nullopt);
  EXPECT_EQ(wheel.earliest(), (Ticks{1'000'000'000'000}));
  EXPECT_EQ(wheel.pop({1'000'000'000'000}), (StreamDue{3, {1'000'000'000'000}}));
  EXPECT_EQ(wheel.earliest(), kNever);
}

TEST(DepartureWheel, GivesStreamsDueAtTheSameTimeInTheOrderOfTheirNumbers) {
  DepartureWheel wheel(3, 1000);
  for (const int stream : {1, 2, 0}) wheel.add(static_cast<std::uint16_t>(stream), {777'777});
  for (const int stream : {0, 1, 2}) EXPECT_EQ(wheel.pop({800'000})->stream, stream);
}

TEST(DepartureWheel, TakesAStreamThatIsDueBeforeWhatWasTakenLast) {
  DepartureWheel wheel(3, 100);
  wheel.add(0, {10'000});
  wheel.add(1, {10'001});
  EXPECT_EQ(wheel.pop({10'000})->stream, 0);
  wheel.add(0, {10'000});
  wheel.add(2, {5});
  EXPECT_EQ(wheel.pop({20'000}), (StreamDue{2, {5}}));
  EXPECT_EQ(wheel.pop({20'000}), (StreamDue{0, {10'000}}));
  EXPECT_EQ(wheel.pop({20'000}), (StreamDue{1, {10'001}}));
}

TEST(DepartureWheel, ForgetsAStreamThatIsNeverDue) {
  DepartureWheel wheel(1, 100);
  wheel.add(0, kNever);
  EXPECT_EQ(wheel.earliest(), kNever);
  EXPECT_EQ(wheel.pop({kNever.count - 1}), std::nullopt);
}

TEST(DepartureWheel, KeepsTheOrderOfStreamsOfOneRate) {
  for (const std::size_t streams : {1u, 2u, 1024u, 65'535u})
    expect_order(streams, 140, 3'000'000'000'000, 300'000,
                 [&](std::uint16_t) { return 140 * std::uint64_t{streams}; });
}

TEST(DepartureWheel, KeepsTheOrderOfStreamsOfManyRates) {
  // from 15 M frames/s to 0.1, in ticks of 2.1 GHz: 140 to 2.1e10
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    Random random(seed);
    expect_order(1000, 20, 0, 300'000, [&](std::uint16_t stream) {
      return (std::uint64_t{140} << stream % 28) + random.next() % 100;
    });
  }
}

TEST(DepartureWheel, KeepsTheOrderWhateverTheDistanceItWasMadeFor) {
  for (const double distance : {0.0, 1.0, 1e3, 1e9, 1e18}) {
    Random random(7);
    expect_order(50, distance, 1'000'000, 50'000, [&](std::uint16_t) { return random.next() % 100'000; });
  }
}

TEST(DepartureWheel, KeepsTheOrderOfStreamsThatMeetEachSecond) {
  // gaps that divide a second of a million ticks, so that all fall on the same ticks again and again
  constexpr std::uint64_t kGaps[] = {1, 2, 4, 5, 8, 10, 1000, 100'000, 1'000'000};
  expect_order(3000, 1, 0, 300'000, [&](std::uint16_t stream) { return 1000 * kGaps[stream % 9]; });
}

TEST(DepartureWheel, KeepsTheOrderOfAnyGaps) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::size_t streams = 1 + random.next() % 40;
    const double distance = static_cast<double>(1 + random.next() % 1000);
    const auto widest = static_cast<int>(random.next() % 50);
    expect_order(streams, distance, random.next() % (std::uint64_t{1} << 50), 3000, [&](std::uint16_t) {
      return random.next() % (std::uint64_t{2} << random.next() % static_cast<std::uint64_t>(widest + 1));
    });
  }
}

}  // namespace
}  // namespace pktgen
