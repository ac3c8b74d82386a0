#include "app/command_send.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>

#include "app/calibration_use.h"
#include "app/interrupt.h"
#include "app/open_measurer.h"
#include "app/progress.h"
#include "app/publish.h"
#include "app/record.h"
#include "app/samples.h"
#include "plan/ready_streams.h"
#include "traffic/stream_program.h"
#include "verdict/streams_verdict.h"

namespace pktgen {
namespace {

/// Streams that all end by themselves need no time, unless one was asked for.
Nanoseconds duration_of(const Plan& plan, const std::vector<StreamSpec>& streams) {
  const auto ends = [](const StreamSpec& s) { return s.schedule.frames || s.schedule.duration; };
  return !was_asked(plan, "duration") && std::ranges::all_of(streams, ends) ? kForever : plan.duration;
}

Result<StreamsRequest> request_of(const Plan& plan) {
  StreamsRequest request{.streams = streams_of(plan), .drain = plan.drain};
  if (auto loaded = load_payloads(request.streams); !loaded) return tl::make_unexpected(loaded.error());
  for (StreamSpec& stream : request.streams) {
    if (plan.asked_ports < 2 && stream.port != 0)
      return fail(ErrorKind::plan,
                  fmt::format("{}: port b isn't there; name two ports with --ports", stream.place));
    if (auto sane = check_program(stream); !sane) return tl::make_unexpected(sane.error());
    std::array macs{plan.src_mac.value_or(MacAddress{}), plan.dst_mac.value_or(MacAddress{})};
    fill_macs(stream.headers, macs[stream.port], macs[1 - stream.port]);
  }
  request.duration = duration_of(plan, request.streams);
  request.is_received = plan.asked_ports == 2;
  request.sample_frames = plan.sample_frames;
  return request;
}

FrameBytes smallest_of(const std::vector<StreamSpec>& streams) {
  FrameBytes smallest = kLargestFrame;
  for (const StreamSpec& stream : streams)
    for (const SizeMix::Part& part : stream.sizes.parts) smallest = std::min(smallest, part.size);
  return smallest;
}

}  // namespace

Result<int> run_send(const CheckedPlan& checked) {
  const Interrupt interrupt;  // first, so that whatever is opened from here on is also closed
  for (const std::string& note : checked.notes) fmt::print(stderr, "pktgen: {}\n", note);
  const Plan& plan = checked.plan;
  auto request = request_of(plan);
  if (!request) return tl::make_unexpected(request.error());
  auto out = open_directory(plan);
  if (!out) return tl::make_unexpected(out.error());
  auto measurer = open_measurer(plan);
  if (!measurer) return tl::make_unexpected(measurer.error());
  RunRecord record = begin_record(plan, **measurer);
  if (auto looked = use_calibration(plan, record); !looked) return tl::make_unexpected(looked.error());
  record.ports.resize(std::min(record.ports.size(), plan.asked_ports));
  Progress progress;
  auto outcome = (*measurer)->stream(
      *request,
      {.show = [&](const Snapshot& seen) { progress.show_streams(seen); }, .stop = interrupt.token()});
  progress.clear();
  if (!outcome) return tl::make_unexpected(outcome.error());
  Criteria criteria = criteria_for(plan.tolerance_percent, false, (*measurer)->ports());
  criteria.limits = limits_of_streams(record.limits(), *request, *outcome);
  StreamsVerdict verdict =
      judge_streams(*outcome, smallest_of(request->streams), request->is_received, criteria);
  if (*out) {
    auto files = write_samples((*out)->path(), "", outcome->total, record.clock);
    if (!files) return tl::make_unexpected(files.error());
  }
  record.run = std::move(verdict.run);
  record.interrupted = outcome->total.interrupted;
  record.streams = StreamsRecord{.outcome = std::move(*outcome),
                                 .of_stream = std::move(verdict.of_stream),
                                 .is_received = request->is_received};
  return conclude(plan, record, std::move(*measurer), *out);
}

}  // namespace pktgen
