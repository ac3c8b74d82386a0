#pragma once
#include <gtest/gtest.h>
#include <memory>

#include "emulate/virtual_lab.h"
#include "plan/device_spec.h"
#include "plan/plan.h"
#include "rig/measurer.h"
#include "trial/trial.h"

namespace pktgen::test {

/// A trial of one direction: 1 % of line rate is 148,809 frames of 64 bytes a second at 10 Gb/s.
inline Trial one_way(std::uint64_t size, Load load, Nanoseconds duration) {
  return {.size = {size},
          .directions = {Direction::a_to_b},
          .load = load,
          .duration = duration,
          .drain = std::chrono::seconds(2)};
}

inline Load fps(double rate) { return {Load::Unit::frames_per_second, rate}; }
inline Load percent(double share) { return {Load::Unit::percent, share}; }

/// The whole outcome of one trial over a device.
inline Outcome measure(const DeviceSpec& device, const Trial& trial, const Plan& plan = {}) {
  const auto outcome = make_virtual_rig(plan, device)->measure(trial, {});
  EXPECT_TRUE(outcome) << outcome.error().message;
  return outcome.value_or(Outcome{});
}

/// The one direction of a one-way trial; its ledger must balance whatever the device does.
inline DirectionOutcome carry(const DeviceSpec& device, const Trial& trial, const Plan& plan = {}) {
  const Outcome outcome = measure(device, trial, plan);
  EXPECT_EQ(outcome.directions.size(), 1u);
  if (outcome.directions.empty()) return {};
  EXPECT_TRUE(outcome.directions[0].ledger.balances());
  EXPECT_TRUE(outcome.directions[0].tx.balances());
  return outcome.directions[0];
}

}  // namespace pktgen::test
