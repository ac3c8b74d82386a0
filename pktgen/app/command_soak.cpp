#include "app/command_soak.h"

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
#include "app/soak_capture.h"
#include "plan/ready_streams.h"
#include "rig/trial_streams.h"
#include "soak/judge.h"
#include "traffic/stream_program.h"
#include "verdict/trial_verdict.h"

namespace pktgen {
namespace {

/// Both ways, a port without streams sends those of the other back.
std::vector<StreamSpec> soak_streams(const Plan& plan) {
  std::vector<StreamSpec> streams = streams_of(plan);
  const std::vector<StreamSpec> asked = streams;
  for (const std::size_t port : {0u, 1u}) {
    const bool sends = std::ranges::find(asked, port, &StreamSpec::port) != asked.end();
    if (sends || !plan.soak.is_bidirectional) continue;
    for (const StreamSpec& stream : asked) {
      streams.push_back(mirrored(stream));
      streams.back().name += " back";
    }
  }
  return streams;
}

Result<StreamsRequest> soak_request(const Plan& plan) {
  StreamsRequest request{
      .streams = soak_streams(plan), .duration = plan.duration, .drain = plan.drain, .sample_frames = 0};
  if (auto loaded = load_payloads(request.streams); !loaded) return tl::make_unexpected(loaded.error());
  const std::array macs{plan.src_mac.value_or(MacAddress{}), plan.dst_mac.value_or(MacAddress{})};
  for (StreamSpec& stream : request.streams) {
    if (auto sane = check_program(stream); !sane) return tl::make_unexpected(sane.error());
    fill_macs(stream.headers, macs[stream.port], macs[1 - stream.port]);
  }
  const std::size_t kept = plan.out_directory.empty() ? 0 : plan.soak.kept_frames;
  request.soak = SoakRequest{.every = plan.soak.every, .frames_before = kept, .frames_after = kept};
  return request;
}

FrameBytes smallest_frame_of(const std::vector<StreamSpec>& streams) {
  FrameBytes smallest = kLargestFrame;
  for (const StreamSpec& stream : streams)
    for (const SizeMix::Part& part : stream.sizes.parts) smallest = std::min(smallest, part.size);
  return smallest;
}

}  // namespace

Result<int> run_soak(const CheckedPlan& checked) {
  const Interrupt interrupt;  // first, so that whatever is opened from here on is also closed
  for (const std::string& note : checked.notes) fmt::print(stderr, "pktgen: {}\n", note);
  const Plan& plan = checked.plan;
  auto request = soak_request(plan);
  if (!request) return tl::make_unexpected(request.error());
  auto out = open_directory(plan);
  if (!out) return tl::make_unexpected(out.error());
  auto measurer = open_measurer(plan);
  if (!measurer) return tl::make_unexpected(measurer.error());
  RunRecord record = begin_record(plan, **measurer);
  if (auto looked = use_calibration(plan, record); !looked) return tl::make_unexpected(looked.error());
  std::optional<SoakCapture> capture;
  if (*out) capture.emplace((*out)->path(), record.ports, record.clock);
  if (capture && request->soak->frames_before != 0)
    request->soak->keep = [&](const LossCapture& loss) { return capture->keep(loss); };
  Progress progress;
  auto outcome = (*measurer)->stream(
      *request, {.show = [&](const Snapshot& seen) { progress.show_soak(seen); }, .stop = interrupt.token()});
  progress.clear();
  if (!outcome) return tl::make_unexpected(outcome.error());
  SoakRecord soaked{.outcome = std::move(*outcome),
                    .goal = {.ber = plan.soak.ber, .must_show = was_asked(plan, "ber")},
                    .every = plan.soak.every};
  // A full disk shan't cost the counts of a day.
  const Result<std::string> file = capture ? capture->close() : Result<std::string>();
  const Result<void> captured = file ? Result<void>() : tl::make_unexpected(file.error());
  if (file) soaked.capture_file = *file;
  else fmt::print(stderr, "pktgen: {}\n", file.error().message);
  record.ports = (*measurer)->ports();
  Criteria criteria = criteria_for(plan.tolerance_percent, false, record.ports);
  criteria.limits = limits_of_streams(record.limits(), *request, soaked.outcome);
  criteria.accepted_loss_ratio = plan.search.accepted_loss_percent / 100;
  soaked.verdict = judge_soak(soaked.outcome, smallest_frame_of(request->streams), soaked.goal, criteria);
  record.run = soaked.verdict.run;
  record.interrupted = soaked.outcome.total.interrupted;
  record.soaked = std::move(soaked);
  return conclude(plan, record, std::move(*measurer), *out, captured);
}

}  // namespace pktgen
