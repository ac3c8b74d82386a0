#include "dpdk/tsc_clock.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

TEST(TscClock, KnowsItsOwnError) {
  TscCalibration calibration;
  const TscClock clock = calibration.finish(std::chrono::milliseconds(50));
  EXPECT_GT(clock.scale.clock().count, 500e6);
  EXPECT_LT(clock.scale.clock().count, 10e9);
  EXPECT_GT(clock.error_ppm, 0.0);
  EXPECT_LT(clock.error_ppm, 1000.0);
}

TEST(TscClock, RunsForwards) {
  const Ticks before = tsc_now();
  EXPECT_LE(before, tsc_now());
}

}  // namespace
}  // namespace pktgen
