#include "plan/validate.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "plan/lag_values.h"
#include "plan/settings.h"
#include "plan/soak_options.h"
#include "plan/switch_values.h"
#include "plan/validate_link.h"
#include "plan/validate_streams.h"

namespace pktgen {
namespace {

using std::chrono::hours;
constexpr Nanoseconds kLongestTrial = hours(24), kLongestWait = hours(1);

bool all_emulated(const Plan& plan) {
  return std::ranges::all_of(plan.ports,
                             [](const PortName& p) { return p.kind == PortName::Kind::emulated; });
}

Result<void> check_ports(const Plan& plan) {
  if (plan.ports.size() != 2)
    return fail(ErrorKind::plan, fmt::format("ports wants two, like emu:a,emu:b or if:eth1,if:eth2, found {}",
                                             plan.ports.size()));
  const PortName &a = plan.ports[0], &b = plan.ports[1];
  if (a.kind == b.kind && a.name == b.name)
    return fail(ErrorKind::plan,
                fmt::format("ports: {} is there twice; frames go from one port to another, so "
                            "give two",
                            in_quotes(b.text)));
  const bool one_emulated = (a.kind == PortName::Kind::emulated) != (b.kind == PortName::Kind::emulated);
  if (one_emulated)
    return fail(ErrorKind::plan,
                fmt::format("ports: {} and {} don't go together, for the emulated wire's ends "
                            "reach each other only; give emu:a,emu:b or two real ports",
                            in_quotes(a.text), in_quotes(b.text)));
  return {};
}

Result<void> check_emulation(const Plan& plan) {
  if (all_emulated(plan)) return {};
  if (!plan.device_file.empty())
    return fail(ErrorKind::plan,
                fmt::format("device describes what lies between emu:a and emu:b, but the ports are "
                            "{} and {}; leave out device, or ports",
                            in_quotes(plan.ports[0].text), in_quotes(plan.ports[1].text)));
  if (plan.real_time)
    return fail(ErrorKind::plan,
                fmt::format("real-time is a choice for emu:a and emu:b only, but the ports are {} "
                            "and {}, always in real time; leave it out",
                            in_quotes(plan.ports[0].text), in_quotes(plan.ports[1].text)));
  return {};
}

Result<void> check_times(const Plan& plan) {
  if (plan.duration <= Nanoseconds::zero())
    return fail(ErrorKind::plan, "duration is zero, so nothing would be sent; say a time like 10s");
  if (plan.duration > kLongestTrial && plan.duration != kForever)
    return fail(ErrorKind::plan,
                fmt::format("duration is {}, but sequence numbers are proven for 24h at most; say "
                            "24h or less",
                            print_time(plan.duration)));
  if (plan.drain > kLongestWait)
    return fail(ErrorKind::plan, fmt::format("drain is {}; say 1h or less", print_time(plan.drain)));
  if (plan.link_timeout > kLongestWait)
    return fail(ErrorKind::plan,
                fmt::format("link-timeout is {}; say 1h or less", print_time(plan.link_timeout)));
  return {};
}

/// An address that wasn't asked for will be a port's own, so a stand-in that can't be wrong takes its place.
Result<void> check_macs(const Plan& plan) {
  constexpr MacAddress kOne{2, 0, 0, 0, 0, 1}, kOther{2, 0, 0, 0, 0, 2};
  FrameLayout layout;
  layout.src_mac = plan.src_mac.value_or(plan.dst_mac == kOne ? kOther : kOne);
  layout.dst_mac = plan.dst_mac.value_or(plan.src_mac == kOther ? kOne : kOther);
  return check_addresses(layout);
}

/// Payloads are compared by the loop of one stream and one queue.
Result<void> check_payload_comparison(const Plan& plan) {
  if (!plan.verify_payload) return {};
  if (!plan.streams.empty())
    return fail(ErrorKind::plan,
                "verify-payload goes with the one stream of a sweep; leave out it or [[stream]]");
  if (plan.tx_queues + plan.rx_queues > 2)
    return fail(ErrorKind::plan, "verify-payload goes with one queue each way; leave out it or the queues");
  return {};
}

Result<void> check_output(const Plan& plan) {
  if (plan.json && plan.csv)
    return fail(ErrorKind::plan,
                "json and csv both want standard output; choose one, and --out DIR for the other");
  return {};
}

void add_notes(CheckedPlan& checked) {
  const Plan& plan = checked.plan;
  const bool is_virtual = all_emulated(plan) && !plan.real_time;
  if (is_virtual && was_asked(plan, "lcores"))
    checked.notes.emplace_back("lcores is not used: emulated ports run in virtual time, without real-time");
  if (all_emulated(plan) && plan.tx_queues + plan.rx_queues > 2)
    checked.notes.emplace_back("tx-queues and rx-queues are not used: emulated ports have one of each");
  if (all_emulated(plan) && was_asked(plan, "pmd-config"))
    checked.notes.emplace_back("pmd-config is not used: emulated ports have no NIC profile");
  if (plan.force && plan.out_directory.empty())
    checked.notes.emplace_back("force is not used: there is no --out DIR to overwrite");
}

/// Why `sizes` are refused or skipped; empty for none.
std::string refusal(const std::vector<FrameBytes>& sizes, std::string_view why, std::string_view end,
                    FrameBytes limit) {
  if (sizes.empty()) return "";
  return fmt::format("size {} doesn't fit: {}, so the {} frame is {} bytes", print_sizes(sizes), why, end,
                     limit.count);
}

}  // namespace

Result<CheckedPlan> limit_sizes(CheckedPlan checked, FrameBytes smallest, FrameBytes largest,
                                std::string_view why) {
  std::vector<FrameBytes> small, large, fitting;
  for (const FrameBytes size : checked.plan.sizes)
    (size < smallest ? small : size > largest ? large : fitting).push_back(size);
  const bool asked = was_asked(checked.plan, "sizes");
  for (const std::string& reason :
       {refusal(small, why, "smallest", smallest), refusal(large, why, "largest", largest)}) {
    if (reason.empty()) continue;
    if (asked)
      return fail(ErrorKind::plan,
                  fmt::format("{}; choose sizes from {} to {}", reason, smallest.count, largest.count));
    if (fitting.empty()) return fail(ErrorKind::plan, reason + "; no size of the default list is left");
    checked.notes.push_back(reason + "; skipped, for it is of the default list");
  }
  checked.plan.sizes = std::move(fitting);
  return checked;
}

namespace {

/// The file, and one answer to when its frames are due.
Result<void> check_replay(const Plan& plan) {
  if (plan.replay.file.empty())
    return fail(ErrorKind::plan, "wants a capture file to send, like pktgen replay capture.pcap");
  const int timings =
      (was_asked(plan, "load") ? 1 : 0) + (was_asked(plan, "speed") ? 1 : 0) + (plan.replay.fastest ? 1 : 0);
  if (timings > 1)
    return fail(ErrorKind::plan,
                "load, speed and fastest each say when the frames are due; keep one of them");
  ReplaySpec spec = replay_spec(plan);
  if (spec.load.unit == Load::Unit::percent)
    spec.timing = ReplaySpec::Timing::recorded;  // once the link is known
  return check(spec, {});
}

/// A second port that wasn't asked for: the wire's other end, or a driver that swallows all and says nothing.
void add_silent_port(Plan& plan) {
  plan.asked_ports = plan.ports.size();
  if (plan.ports.size() != 1) return;
  const PortName& only = plan.ports[0];
  if (only.kind != PortName::Kind::emulated)
    plan.ports.push_back({PortName::Kind::virtual_device, "nobody", "net_null99,no-rx=1"});
  else if (only.name == "a") plan.ports.push_back({PortName::Kind::emulated, "emu:b", "b"});
  else plan.ports.push_back({PortName::Kind::emulated, "emu:a", "a"});
}

Result<CheckedPlan> validate_replay(Plan plan) {
  add_silent_port(plan);
  constexpr std::array kChecks{check_ports, check_emulation, check_times, check_replay};
  for (const auto check_one : kChecks)
    if (auto checked = check_one(plan); !checked) return tl::make_unexpected(std::move(checked.error()));
  plan.sizes = {plan.replay.largest};  // what ports are set up for
  CheckedPlan checked{.plan = std::move(plan), .notes = {}};
  add_notes(checked);
  return checked;
}

/// What a receive expects may also be nothing.
Result<CheckedPlan> validate_receive(Plan plan) {
  add_silent_port(plan);
  const ReceivePlan& receive = plan.receive;
  if (receive.capture.empty() && (!receive.filter.empty() || receive.ring_bytes + receive.ring_files != 0))
    return fail(ErrorKind::plan,
                "filter, ring-size and ring-files are of a capture; name a file with capture");
  if (receive.ring_files != 0 && receive.ring_bytes == 0)
    return fail(ErrorKind::plan, "ring-files wants a size at which the next file begins; say ring-size too");
  constexpr Result<void> (*kChecks[])(const Plan&) = {check_ports, check_emulation, check_times};
  for (const auto check_one : kChecks)
    if (auto checked = check_one(plan); !checked) return tl::make_unexpected(std::move(checked.error()));
  plan.sizes = {plan.replay.largest};  // what ports are set up for
  CheckedPlan checked{.plan = std::move(plan), .notes = {}};
  add_notes(checked);
  return checked;
}

/// Frames without a signature can't be told apart where they arrive, and only the loop of one even stream of
/// one size sends them.
Result<void> check_prebuilt(const Plan& plan) {
  const std::vector<StreamSpec> streams = streams_of(plan);
  for (const StreamSpec& stream : streams) {
    if (stream.prebuilt == 0) continue;
    const auto refuse = [&](std::string_view why) {
      return fail(ErrorKind::plan, fmt::format("{}: prebuilt frames {}", stream.place, why));
    };
    if (plan.command != "send" || plan.asked_ports == 2)
      return refuse(
          "carry no signature, so a second port couldn't count them; use pktgen send with the port "
          "that sends alone, like --ports emu:a, or leave out prebuilt");
    if (streams.size() > 1) return refuse("are of a port's only stream; leave out prebuilt, or the others");
    if (stream.sizes.parts.size() > 1 || stream.schedule.shape != Schedule::Shape::constant)
      return refuse(
          "have one size and are sent evenly; leave out prebuilt, or give one of sizes and no shape");
  }
  return {};
}

/// A sweep has its own sizes, which must hold the headers of every stream.
Result<CheckedPlan> validate_sweep_of_streams(Plan plan) {
  if (auto checked = check_prebuilt(plan); !checked) return tl::make_unexpected(checked.error());
  FrameBytes smallest = kSmallestFrame;
  for (StreamSpec stream : plan.streams) {
    stream.sizes.parts = {{kLargestFrame, 1}};
    if (auto checked = validate_streams({stream}); !checked) return tl::make_unexpected(checked.error());
    smallest = std::max(smallest, smallest_frame(stream.headers));
  }
  CheckedPlan checked{.plan = std::move(plan), .notes = {}};
  add_notes(checked);
  return limit_sizes(std::move(checked), smallest, kLargestFrame,
                     "the streams' headers and an 18-byte signature need room");
}

/// What ports are set up for.
std::vector<FrameBytes> sizes_of(const std::vector<StreamSpec>& streams) {
  std::vector<FrameBytes> sizes;
  for (const StreamSpec& stream : streams)
    for (const SizeMix::Part& part : stream.sizes.parts) sizes.push_back(part.size);
  std::ranges::sort(sizes);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

Result<CheckedPlan> validate_service(Plan plan) {
  constexpr Result<void> (*kChecks[])(const Plan&) = {check_ports, check_emulation, check_times,
                                                      check_output};
  for (const auto check_one : kChecks)
    if (auto checked = check_one(plan); !checked) return tl::make_unexpected(std::move(checked.error()));
  std::vector<StreamSpec> streams;
  for (const ServiceSpec& service : services_of(plan)) {
    if (auto checked = check_service(service); !checked) return tl::make_unexpected(checked.error());
    streams.push_back(service.stream);
  }
  if (auto checked = validate_streams(streams); !checked) return tl::make_unexpected(checked.error());
  plan.sizes = sizes_of(streams);
  CheckedPlan checked{.plan = std::move(plan), .notes = {}};
  add_notes(checked);
  return checked;
}

Result<CheckedPlan> validate_send(Plan plan) {
  add_silent_port(plan);
  const auto check_streams = [](const Plan& p) { return validate_streams(streams_of(p)); };
  constexpr Result<void> (*kChecks[])(const Plan&) = {check_ports,  check_emulation, check_times,
                                                      check_output, check_prebuilt,  check_streams};
  for (const auto check_one : kChecks)
    if (auto checked = check_one(plan); !checked) return tl::make_unexpected(std::move(checked.error()));
  plan.sizes = sizes_of(streams_of(plan));
  CheckedPlan checked{.plan = std::move(plan), .notes = {}};
  add_notes(checked);
  return checked;
}

/// As a send, but between two ports, for a loss is seen where frames arrive.
Result<CheckedPlan> validate_soak(Plan plan) {
  if (auto checked = check_ports(plan); !checked) return tl::make_unexpected(std::move(checked.error()));
  if (auto checked = check_soak(plan); !checked) return tl::make_unexpected(std::move(checked.error()));
  return validate_send(std::move(plan));
}

Result<CheckedPlan> validate_command(Plan plan) {
  if (plan.command == "receive") return validate_receive(std::move(plan));
  if (plan.command == "service") return validate_service(std::move(plan));
  if (plan.command == "soak") return validate_soak(std::move(plan));
  if (plan.command == "send") return validate_send(std::move(plan));
  if (plan.command == "replay") return validate_replay(std::move(plan));
  constexpr std::array kChecks{check_ports, check_emulation, check_times,
                               check_macs,  check_output,    check_payload_comparison};
  for (const auto check : kChecks)
    if (auto checked = check(plan); !checked) return tl::make_unexpected(std::move(checked.error()));
  if (plan.command == "switch")
    if (auto checked = check_switch(plan); !checked) return tl::make_unexpected(std::move(checked.error()));
  if (plan.command == "lag")
    if (auto checked = check_lag(plan); !checked) return tl::make_unexpected(std::move(checked.error()));
  if (plan.sizes.empty() && plan.command == "reset")
    plan.sizes = {smallest_frame(plan.stack, plan.vlan.has_value())};  // RFC 2544 section 26.6
  if (plan.sizes.empty()) plan.sizes = default_sizes();
  if (!plan.streams.empty()) return validate_sweep_of_streams(std::move(plan));
  const bool tagged = plan.vlan.has_value();
  const std::string why = fmt::format("stack {}{} needs room for its headers and an 18-byte signature",
                                      name_of(plan.stack), tagged ? " with a tag" : "");
  const FrameBytes smallest = smallest_frame(plan.stack, tagged);
  CheckedPlan checked{.plan = std::move(plan), .notes = {}};
  add_notes(checked);
  return limit_sizes(std::move(checked), smallest, kLargestFrame, why);
}

}  // namespace

Result<CheckedPlan> validate(Plan plan) {
  auto checked = validate_command(std::move(plan));
  return checked ? validate_link(std::move(*checked)) : checked;
}

}  // namespace pktgen
