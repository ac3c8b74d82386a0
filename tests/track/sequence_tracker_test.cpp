#include "track/sequence_tracker.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <map>
#include <utility>
#include <vector>

#include "base/random.h"

namespace pktgen {
namespace {

using Seen = SequenceTracker::Seen;

Seen arrivals(std::initializer_list<std::uint64_t> sequences, std::uint64_t sent) {
  SequenceTracker tracker(sent);
  for (const auto s : sequences) tracker.on(s);
  return tracker.final_count(sent);
}

TEST(SequenceTracker, AFrameThatNeverComesIsNotDelivered) {
  EXPECT_EQ(arrivals({0, 1, 3}, 4), (Seen{.delivered = 3}));
}
TEST(SequenceTracker, ALateFrameIsReorderedAndDelivered) {
  EXPECT_EQ(arrivals({0, 2, 1, 3}, 4), (Seen{.delivered = 4, .reordered = 1}));
  EXPECT_EQ(arrivals({1, 3, 2, 5, 4, 7, 6, 8}, 9), (Seen{.delivered = 8, .reordered = 3}));
}
TEST(SequenceTracker, ASecondCopyMakesUpForNothing) {
  EXPECT_EQ(arrivals({0, 1, 1, 3}, 4), (Seen{.delivered = 3, .duplicated = 1}));
}
TEST(SequenceTracker, TheCopyOfAReorderedFrameIsADuplicateOnly) {
  EXPECT_EQ(arrivals({0, 2, 1, 1, 2}, 3), (Seen{.delivered = 3, .duplicated = 2, .reordered = 1}));
}
TEST(SequenceTracker, ANumberThatWasNeverSentIsSurplus) {
  SequenceTracker tracker(100);
  for (const std::uint64_t s : {0u, 1u, 2u, 100u, 5'000'000u}) tracker.on(s);
  EXPECT_EQ(tracker.final_count(2), (Seen{.delivered = 2, .surplus = 3}));
}
TEST(SequenceTracker, AHugeGapIsLossAndLeavesNothingBehind) {
  SequenceTracker tracker(1'000'000);
  tracker.on(0);
  tracker.on(999'999);
  for (std::uint64_t s = 1; s < 999'999; ++s) tracker.on(s);
  EXPECT_EQ(tracker.final_count(1'000'000), (Seen{.delivered = 1'000'000, .reordered = 999'998}));
}

TEST(SequenceTracker, ADamagedFrameIsCorruptedUnlessAWholeCopyComes) {
  SequenceTracker tracker(10, true);
  tracker.on_damaged(0);
  tracker.on_damaged(1);
  tracker.on(1);
  tracker.on(2);
  tracker.on_damaged(2);
  EXPECT_EQ(tracker.final_count(3), (Seen{.delivered = 2, .corrupted = 1, .duplicated = 2}));
}

/// What a tally is, told by a map that forgets nothing.
Seen oracle(const std::vector<std::pair<std::uint64_t, bool>>& frames, std::uint64_t sent) {
  std::map<std::uint64_t, bool> whole;
  Seen seen;
  std::uint64_t next = 0;
  for (const auto& [sequence, is_whole] : frames) {
    const auto [at, is_first] = whole.try_emplace(sequence, false);
    at->second |= is_whole;
    seen.duplicated += !is_first;
    seen.reordered += is_first && sequence < next;
    next = std::max(next, sequence + 1);
  }
  for (const auto& [sequence, is_whole] : whole) {
    if (sequence >= sent) ++seen.surplus;
    else ++(is_whole ? seen.delivered : seen.corrupted);
  }
  return seen;
}

TEST(SequenceTracker, AgreesWithAnOracleInAnyMixture) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const std::uint64_t sent = 1 + random.next() % 3000;
    std::vector<std::pair<std::uint64_t, bool>> frames;
    for (std::uint64_t s = 0; s < sent; ++s) {
      if (random.happens(0.1)) continue;
      for (int copies = 1; copies < 4 && random.happens(0.2 * copies); ++copies)
        frames.emplace_back(s, !random.happens(0.3));
      frames.emplace_back(s, !random.happens(0.3));
    }
    for (std::size_t i = 0; i + 1 < frames.size(); ++i)
      if (random.happens(0.3))
        std::swap(frames[i], frames[std::min(frames.size() - 1, i + 1 + random.next() % 100)]);
    SequenceTracker tracker(sent, true), in_bursts(sent, true);
    std::vector<std::uint64_t> burst;
    for (const auto& [sequence, is_whole] : frames) {
      is_whole ? tracker.on(sequence) : tracker.on_damaged(sequence);
      if (is_whole && burst.size() < 32) {
        burst.push_back(sequence);
        continue;
      }
      in_bursts.on_many(std::exchange(burst, {}));
      is_whole ? in_bursts.on(sequence) : in_bursts.on_damaged(sequence);
    }
    in_bursts.on_many(burst);
    ASSERT_EQ(tracker.final_count(sent), oracle(frames, sent)) << "seed " << seed;
    ASSERT_EQ(in_bursts.final_count(sent), oracle(frames, sent)) << "seed " << seed;
  }
}

TEST(SequenceTracker, KeepsCountingWhenItsWindowWraps) {
  constexpr std::uint64_t kWindow = std::uint64_t{1} << 27;
  SequenceTracker tracker(3 * kWindow, true);
  tracker.on(0);
  tracker.on_damaged(kWindow - 1);
  tracker.on(2 * kWindow - 2);
  tracker.on(2 * kWindow - 1);  // falls on the same place as the damaged one
  tracker.on(2 * kWindow - 1);
  EXPECT_EQ(tracker.so_far(), (Seen{.delivered = 3, .corrupted = 1, .duplicated = 1}));
  tracker.on(1);
  EXPECT_EQ(tracker.so_far().surplus, 1u) << "too old to be known";
}

/// What one tracker counts, and what several count together that each get a part.
void expect_joint_equals_one(std::uint64_t seed, std::size_t parts, bool with_damage) {
  constexpr std::uint64_t kSent = 10'000;
  Random random(seed);
  SequenceTracker one(kSent, with_damage);
  std::vector<SequenceTracker> queues(parts, SequenceTracker(kSent, with_damage));
  const auto arrive = [&](std::uint64_t number, bool damaged) {
    SequenceTracker& queue = queues[random.next() % parts];
    if (damaged) one.on_damaged(number), queue.on_damaged(number);
    else one.on(number), queue.on(number);
  };
  for (std::uint64_t n = 0; n < kSent + 5; ++n) {
    if (random.happens(0.01)) continue;
    const bool damaged = with_damage && random.happens(0.02);
    arrive(n, damaged);
    if (random.happens(0.01)) arrive(n - std::min<std::uint64_t>(n, random.next() % 300), damaged);
    if (damaged && random.happens(0.5)) arrive(n, false);
  }
  std::vector<const SequenceTracker*> pointers;
  for (const SequenceTracker& queue : queues) pointers.push_back(&queue);
  SequenceTracker::Seen joint = SequenceTracker::joint(pointers, kSent - 3),
                        wanted = one.final_count(kSent - 3);
  joint.reordered = wanted.reordered = 0;
  EXPECT_EQ(joint, wanted) << "seed " << seed << ", " << parts << " queues";
}

TEST(JointSequences, AreCountedAsIfOneTrackerHadSeenThemAll) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const std::size_t parts : {1u, 2u, 5u}) {
      expect_joint_equals_one(seed, parts, false);
      expect_joint_equals_one(seed, parts, true);
    }
}

TEST(JointSequences, OfTwoQueuesThatGotTheSameNumberAreADuplicate) {
  SequenceTracker one(10), other(10);
  one.on(3);
  other.on(3);
  other.on(4);
  const std::array<const SequenceTracker*, 2> both{&one, &other};
  EXPECT_EQ(SequenceTracker::joint(both, 10), (SequenceTracker::Seen{.delivered = 2, .duplicated = 1}));
}

std::optional<std::uint64_t> highest_missing(const SequenceTracker& tracker, std::uint64_t sent) {
  const std::array parts{&tracker};
  return SequenceTracker::highest_missing(parts, sent);
}

TEST(SequenceTracker, KnowsTheHighestNumberThatNeverCame) {
  SequenceTracker tracker(1000, true);
  EXPECT_EQ(highest_missing(tracker, 0), std::nullopt);
  EXPECT_EQ(highest_missing(tracker, 70), 69u);
  for (std::uint64_t s = 0; s < 1000; ++s)
    if (s != 3 && s != 130 && s != 131 && s != 999) tracker.on(s);
  EXPECT_EQ(highest_missing(tracker, 1000), 999u);
  EXPECT_EQ(highest_missing(tracker, 999), 131u);
  tracker.on_damaged(131);
  EXPECT_EQ(highest_missing(tracker, 999), 130u) << "a damaged frame came";
  tracker.on(130);
  EXPECT_EQ(highest_missing(tracker, 999), 3u);
  tracker.on(3);
  EXPECT_EQ(highest_missing(tracker, 999), std::nullopt);
}

TEST(SequenceTracker, KnowsItAlsoOnceTheWindowHasLeftIt) {
  constexpr std::uint64_t kMany = 100'000, kWindow = 4096;
  for (const std::uint64_t missing : {0u, 63u, 64u, 5'000u, 95'000u, 95'999u, 99'000u}) {
    SequenceTracker tracker(kMany, false, kWindow);
    for (std::uint64_t s = 0; s < kMany; ++s)
      if (s != missing && s != 0) tracker.on(s);
    EXPECT_EQ(highest_missing(tracker, kMany), missing);
  }
  SequenceTracker jumped(kMany, false, kWindow);
  for (const std::uint64_t s : {0u, 1u, 50'000u}) jumped.on(s);
  for (std::uint64_t s = 45'905; s < kMany; ++s)
    if (s != 50'000) jumped.on(s);
  EXPECT_EQ(highest_missing(jumped, kMany), 45'968u) << "what comes more than 4032 late isn't known any more";
}

TEST(SequenceTracker, OfSeveralPartsKnowsItWithinTheWindow) {
  SequenceTracker even(1000), odd(1000);
  for (std::uint64_t s = 0; s < 1000; ++s)
    if (s != 501) (s % 2 == 0 ? even : odd).on(s);
  const std::array parts{&std::as_const(even), &std::as_const(odd)};
  EXPECT_EQ(SequenceTracker::highest_missing(parts, 1000), 501u);
}

}  // namespace
}  // namespace pktgen
