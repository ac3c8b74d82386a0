#include "app/command_receive.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <optional>

#include "app/interrupt.h"
#include "app/open_measurer.h"
#include "app/progress.h"
#include "app/publish.h"
#include "app/record.h"
#include "verdict/listen_verdict.h"
#include "wire/pcap_filter.h"
#include "wire/pcapng_writer.h"

namespace pktgen {
namespace {

Result<std::optional<PcapFilter>> filter_of(const ReceivePlan& plan) {
  if (plan.capture.empty()) return std::optional<PcapFilter>();
  auto filter = PcapFilter::compile(plan.filter);
  if (!filter) return tl::make_unexpected(filter.error());
  return std::optional<PcapFilter>(std::move(*filter));
}

Result<std::optional<PcapngWriter>> writer_of(const ReceivePlan& plan, const std::vector<PortFacts>& ports) {
  if (plan.capture.empty()) return std::optional<PcapngWriter>();
  std::vector<CapturePort> described;
  for (const PortFacts& port : ports) described.push_back({.name = port.name, .speed = port.link});
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  auto writer =
      PcapngWriter::create(plan.capture, described, {.files = plan.ring_files, .most_bytes = plan.ring_bytes},
                           std::chrono::duration_cast<Nanoseconds>(now));
  if (!writer) return tl::make_unexpected(writer.error());
  return std::optional<PcapngWriter>(std::move(*writer));
}

/// Who listens for ever is told when to stop by hand, so that is no interruption; the virtual wire never
/// waits.
bool is_endless(const Plan& plan, const RunRecord& record) {
  return plan.duration == kForever || (!was_asked(plan, "duration") && !record.clock.is_virtual);
}

std::vector<std::string> names_of(const Plan& plan) {
  std::vector<std::string> names;
  for (const StreamSpec& stream : plan.streams) names.push_back(stream.name);
  return names;
}

}  // namespace

Result<int> run_receive(const CheckedPlan& checked) {
  const Interrupt interrupt;  // first, so that whatever is opened from here on is also closed
  for (const std::string& note : checked.notes) fmt::print(stderr, "pktgen: {}\n", note);
  const Plan& plan = checked.plan;
  auto filter = filter_of(plan.receive);
  if (!filter) return tl::make_unexpected(filter.error());
  auto measurer = open_measurer(plan);
  if (!measurer) return tl::make_unexpected(measurer.error());
  RunRecord record = begin_record(plan, **measurer);
  record.ports.resize(std::min(record.ports.size(), plan.asked_ports));
  auto writer = writer_of(plan.receive, record.ports);
  if (!writer) return tl::make_unexpected(writer.error());

  const bool endless = is_endless(plan, record);
  const auto keep = [&](std::size_t port, Nanoseconds arrival, ByteView frame) {
    return (*writer)->write({.time = arrival + Nanoseconds(static_cast<std::int64_t>(record.clock.epoch_ns)),
                             .port = static_cast<std::uint32_t>(port),
                             .direction = CaptureDirection::inbound,
                             .frame = frame});
  };
  const ListenRequest request{.ports = plan.asked_ports,
                              .duration = endless ? kForever : plan.duration,
                              .answers_for = {.ipv4 = plan.receive.ipv4, .ipv6 = plan.receive.ipv6},
                              .filter = *filter ? &**filter : nullptr,
                              .keep = keep};
  Progress progress;
  auto outcome = (*measurer)->listen(
      request, {.show = [&](const Snapshot& seen) { progress.show_heard(seen); }, .stop = interrupt.token()});
  progress.clear();
  if (!outcome) return tl::make_unexpected(outcome.error());
  ListenRecord heard{.outcome = std::move(*outcome), .stream_names = names_of(plan)};
  for (const PortFacts& port : record.ports) heard.port_names.push_back(port.name);
  Result<void> closed;
  if (*writer) {
    closed = (*writer)->close();
    heard.capture_files.assign((*writer)->files().begin(), (*writer)->files().end());
  }
  record.run = judge_listening(heard.outcome);
  record.interrupted = heard.outcome.interrupted && !endless;
  record.heard = std::move(heard);
  measurer->reset();  // interfaces are put back before anything can go wrong with a pipe
  std::optional<RunDirectory> nowhere;
  if (const auto published = publish(plan, record, nowhere); !published)
    return tl::make_unexpected(published.error());
  if (!closed) return tl::make_unexpected(closed.error());
  return record.interrupted ? kInterrupted : exit_code(record.run.verdict);
}

}  // namespace pktgen
