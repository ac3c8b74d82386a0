#include "trial/sweep.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

/// A device that forwards frames up to `limit` bytes and drops longer ones.
Outcome carried(const Trial& trial, std::uint64_t limit) {
  const bool fits = trial.size.count <= limit;
  DirectionOutcome out;
  out.ledger = {.sent = 100, .delivered = fits ? 100u : 0u, .lost = fits ? 0u : 100u};
  Outcome outcome;
  outcome.directions = {out};
  return outcome;
}

struct Swept {
  std::vector<std::uint64_t> sizes;
  std::optional<Sweep::Boundary> boundary;
};

Swept sweep_over(std::uint64_t limit, std::vector<FrameBytes> sizes) {
  Sweep sweep({.sizes = std::move(sizes), .each = {.duration = std::chrono::seconds(10)}});
  Swept swept;
  for (int bound = 0; bound < 100; ++bound) {
    const auto trial = sweep.next();
    if (!trial) break;
    if (!sweep.is_probing()) swept.sizes.push_back(trial->size.count);
    sweep.learn(*trial, carried(*trial, limit));
  }
  swept.boundary = sweep.boundary();
  return swept;
}

TEST(Sweep, AsksForEachSizeOnceInOrder) {
  const Swept swept = sweep_over(9018, {{64}, {1518}, {9018}});
  EXPECT_EQ(swept.sizes, (std::vector<std::uint64_t>{64, 1518, 9018}));
  EXPECT_FALSE(swept.boundary);
}

TEST(Sweep, FindsWhereFramesBeginToVanish) {
  for (const std::uint64_t limit : {1518u, 1522u, 1598u, 9000u}) {
    const auto boundary = sweep_over(limit, {{64}, {1518}, {2048}, {4096}, {9018}}).boundary;
    ASSERT_TRUE(boundary);
    EXPECT_EQ(boundary->largest_that_came.count, limit);
    EXPECT_EQ(boundary->smallest_that_vanished.count, limit + 1);
    EXPECT_LE(boundary->probes, 13u);
  }
}

TEST(Sweep, HasNoBoundaryForADeviceThatForwardsNothing) {
  EXPECT_FALSE(sweep_over(10, {{64}, {1518}}).boundary);
}

TEST(Sweep, ProbesShortlyAndAtALowLoad) {
  Sweep sweep({.sizes = {{64}, {9018}}, .each = {.duration = std::chrono::seconds(10), .sample_frames = 16}});
  for (int i = 0; i < 2; ++i) sweep.learn(*sweep.next(), carried(*sweep.next(), 1518));
  const auto probe = sweep.next();
  ASSERT_TRUE(probe && sweep.is_probing());
  EXPECT_EQ(probe->load, (Load{Load::Unit::percent, 1.0}));
  EXPECT_EQ(probe->duration, std::chrono::milliseconds(50));
  EXPECT_EQ(probe->sample_frames, 0u);
}

TEST(Sweep, GivesUpTheBoundaryWhenAProbeHasNoAnswer) {
  Sweep sweep({.sizes = {{64}, {9018}}, .each = {}});
  for (int i = 0; i < 2; ++i) sweep.learn(*sweep.next(), carried(*sweep.next(), 1518));
  sweep.learn(*sweep.next(), Outcome{});
  EXPECT_FALSE(sweep.next());
  EXPECT_FALSE(sweep.boundary());
}

}  // namespace
}  // namespace pktgen
