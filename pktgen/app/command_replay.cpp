#include "app/command_replay.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

#include "app/interrupt.h"
#include "app/open_measurer.h"
#include "app/progress.h"
#include "app/publish.h"
#include "app/record.h"
#include "traffic/replay_script.h"
#include "verdict/replay_verdict.h"

namespace pktgen {
namespace {

Result<ReplayScript> open_script(const Plan& plan, FrameBytes largest, LinkBitsPerSecond link,
                                 std::vector<std::uint32_t> ethertypes_blocked = {}) {
  CaptureReading reading{.fcs = plan.replay.fcs, .skips_truncated = plan.replay.skips_truncated};
  reading.largest = largest;
  reading.ethertypes_blocked = std::move(ethertypes_blocked);
  auto reader = PcapReader::open(plan.replay.file, reading);
  if (!reader) return tl::make_unexpected(reader.error());
  return ReplayScript::make(std::move(*reader), replay_spec(plan), link);
}

}  // namespace

Result<int> run_replay(const CheckedPlan& checked) {
  const Interrupt interrupt;  // first, so that whatever is opened from here on is also closed
  for (const std::string& note : checked.notes) fmt::print(stderr, "pktgen: {}\n", note);
  const Plan& plan = checked.plan;
  if (auto readable = open_script(plan, plan.replay.largest, 10_Gbps); !readable)  // before a port is touched
    return tl::make_unexpected(readable.error());
  auto measurer = open_measurer(plan);
  if (!measurer) return tl::make_unexpected(measurer.error());
  const PortFacts sender = (*measurer)->ports()[0];
  const FrameBytes fits = sender.largest_frame.count != 0 ? sender.largest_frame : kLargestFrame;
  auto script =
      open_script(plan, std::min(plan.replay.largest, fits), sender.link, sender.ethertypes_blocked);
  if (!script) return tl::make_unexpected(script.error());

  RunRecord record = begin_record(plan, **measurer);
  record.ports.resize(std::min(record.ports.size(), plan.asked_ports));
  Progress progress;
  const Nanoseconds duration = was_asked(plan, "duration") ? plan.duration : Nanoseconds::zero();
  auto outcome = (*measurer)->replay(
      *script, duration,
      {.show = [&](const Snapshot& seen) { progress.show_replay(seen); }, .stop = interrupt.token()});
  progress.clear();
  if (!outcome) return tl::make_unexpected(outcome.error());
  const bool keeps_time = replay_spec(plan).timing != ReplaySpec::Timing::fastest;
  record.run = judge_replay(*outcome, keeps_time);
  record.interrupted = outcome->interrupted;
  record.replay = ReplayRecord{.outcome = std::move(*outcome),
                               .loops = script->count().loops,
                               .rewritten = script->count().rewritten,
                               .notes = script->notes()};
  std::optional<RunDirectory> nowhere;
  return conclude(plan, record, std::move(*measurer), nowhere);
}

}  // namespace pktgen
