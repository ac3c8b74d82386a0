#include "app/ladder_run.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <utility>

#include "app/calibration_use.h"
#include "link/link_wish.h"

namespace pktgen {
namespace {

/// Everything at one speed but the verdict.
Rung stand_on(LinkBitsPerSecond speed, Measurer& measurer, RunRecord& record, const MeasureSizes& measure) {
  Rung rung{.speed = speed, .first = record.trials.size()};
  if (auto linked = measurer.relink(speed); !linked) {
    rung.stopped_by = linked.error().message;
    return rung;
  }
  const auto ports = measurer.ports();
  for (std::size_t i = 0; i < std::min(ports.size(), rung.time_to_link.size()); ++i)
    rung.time_to_link[i] = ports[i].time_to_link;
  const auto boundary = measure();
  if (boundary) rung.boundary = *boundary;
  else rung.stopped_by = boundary.error().message;
  rung.count = record.trials.size() - rung.first;
  return rung;
}

}  // namespace

void climb_ladder(const Plan& plan, Measurer& measurer, const Interrupt& interrupt, RunRecord& record,
                  const MeasureSizes& measure) {
  const Criteria criteria = criteria_of(plan, record);
  auto& rungs = record.rungs;
  for (const LinkBitsPerSecond speed : plan.link_speeds) {
    Rung rung = stand_on(speed, measurer, record, measure);
    if (!rung.stopped_by.empty())
      fmt::print(stderr, "pktgen: at {}: {}\n", print_speed(speed), rung.stopped_by);
    if (rung.count > 0) rung.run = judge_run(rung.of(record.trials), criteria, {.boundary = rung.boundary});
    rungs.push_back(std::move(rung));
    record.interrupted = interrupt.token().stop_requested();
    if (record.interrupted) break;
  }
  record.run = judge_ladder(record.trials, rungs, record.interrupted);
}

}  // namespace pktgen
