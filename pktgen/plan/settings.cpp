#include "plan/settings.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "plan/lag_options.h"
#include "plan/outage_options.h"
#include "plan/link_options.h"
#include "plan/calibrate_options.h"
#include "plan/receive_options.h"
#include "plan/replay_options.h"
#include "plan/search_values.h"
#include "plan/service_options.h"
#include "plan/service_values.h"
#include "plan/soak_options.h"
#include "plan/stream_options.h"
#include "plan/stream_values.h"
#include "plan/switch_options.h"
#include "plan/values.h"

namespace pktgen {
namespace {

using Kind = Setting::Kind;

constexpr std::uint64_t kMostQueues = 16;

/// Stores what a parser read.
template <class T, class Target>
Result<void> store(Target& target, Result<T> parsed) {
  if (!parsed) return tl::make_unexpected(std::move(parsed.error()));
  target = std::move(*parsed);
  return {};
}

/// Stores a whole number that fits the target.
template <class Target>
Result<void> store_integer(Target& target, std::string_view text, std::uint64_t least, std::uint64_t most) {
  const auto parsed = parse_integer(text, least, most);
  if (!parsed) return tl::make_unexpected(parsed.error());
  target = static_cast<Target>(*parsed);
  return {};
}

Result<void> store_flag(bool& target, std::string_view text) {
  if (text != "true" && text != "false")
    return fail(ErrorKind::plan, fmt::format("wants true or false, found {}", in_quotes(text)));
  target = text == "true";
  return {};
}

Result<void> store_text(std::string& target, std::string_view text, std::string_view wanted) {
  if (text.empty() || text.find('\0') != std::string_view::npos)
    return fail(ErrorKind::plan, fmt::format("wants {}, found {}", wanted, in_quotes(text)));
  target = text;
  return {};
}

std::string print_flag(bool flag) { return flag ? "true" : "false"; }

/// The address of the family that the stack has.
Result<void> store_ip(Plan& plan, std::string_view text, Ipv4Address& v4, Ipv6Address& v6) {
  if (plan.stack == Stack::eth)
    return fail(ErrorKind::plan, "stack eth has no IP addresses; leave it out, or choose stack udp4 or udp6");
  Result<void> stored = plan.stack == Stack::udp6 ? store(v6, parse_ipv6(text)) : store(v4, parse_ipv4(text));
  if (stored) return stored;
  return fail(ErrorKind::plan,
              fmt::format("{} (the stack is {})", stored.error().message, name_of(plan.stack)));
}

std::string print_ip(const Plan& plan, const Ipv4Address& v4, const Ipv6Address& v6) {
  if (plan.stack == Stack::eth) return "";
  return plan.stack == Stack::udp6 ? print_ipv6(v6) : print_ipv4(v4);
}

Result<void> store_udp_port(const Plan& plan, std::uint16_t& target, std::string_view text) {
  if (plan.stack == Stack::eth)
    return fail(ErrorKind::plan, "stack eth has no UDP ports; leave it out, or choose stack udp4 or udp6");
  return store_integer(target, text, 0, 65'535);
}

std::string print_udp_port(const Plan& plan, std::uint16_t port) {
  return plan.stack == Stack::eth ? std::string() : std::to_string(port);
}

Result<void> store_percent(double& target, std::string_view text) {
  const std::string_view number = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
  const auto parsed = parse_number(number);
  if (!parsed || *parsed < 0 || *parsed > 100)
    return fail(ErrorKind::plan,
                fmt::format("wants a share from 0% to 100%, like 0.1%, found {}", in_quotes(text)));
  target = *parsed;
  return {};
}

Result<void> store_size(FrameBytes& target, std::string_view text) {
  return store_integer(target.count, text, kSmallestFrame.count, kLargestFrame.count);
}

Result<void> store_duration(Plan& plan, std::string_view text) {
  if (text != "forever" || is_of_sizes(plan.command)) return store(plan.duration, parse_time(text));
  plan.duration = kForever;
  return {};
}

bool sends(const Plan& plan) { return is_among(plan.command, "send service soak"); }

/// A value of the one stream's headers where the command sends it; else what `other` does.
template <class Other>
Result<void> in_stream(Plan& plan, std::span<const HeaderPlace> places, std::string_view text, Other other) {
  return sends(plan) ? store_in_headers(plan.stream.headers, places, text) : other();
}

constexpr std::string_view kReplay = "replay", kSend = "send", kReceive = "receive";
constexpr std::string_view kOneStream = "send service soak";
constexpr std::string_view kSizes =
    "sweep throughput latency loss burst recovery reset mlr rfc2544 switch lag";
constexpr std::string_view kSweepSend =
    "sweep throughput latency loss burst recovery reset mlr rfc2544 switch lag service soak send calibrate";
constexpr std::string_view kSearching = "throughput latency loss burst recovery reset mlr rfc2544 switch lag";
constexpr std::string_view kBisecting =
    "throughput latency burst recovery reset rfc2544 switch lag calibrate";
constexpr std::string_view kPaced = "sweep lag reset soak send replay";

// A table of keys is the shortest way to say them; clang-format would spread each over six lines.
// clang-format off
constexpr Setting kSettings[] = {
    {"ports", Kind::texts, R"(["emu:a", "emu:b"])", "the two ports, a and b",
     [](Plan& p, std::string_view t) { return store(p.ports, parse_ports(t)); },
     [](const Plan& p) { return print_ports(p.ports); }},
    {"device", Kind::path, R"("device.toml")", "what lies between emu:a and emu:b",
     [](Plan& p, std::string_view t) { return store_text(p.device_file, t, "a device file's name"); },
     [](const Plan& p) { return p.device_file; }},
    {"sizes", Kind::numbers, R"([64, 512, "1024-1518:64"])", "frame sizes in bytes, counted with the FCS",
     [](Plan& p, std::string_view t) {
       return sends(p) ? store(p.stream.sizes.parts, parse_size_mix(t)) : store(p.sizes, parse_sizes(t)); },
     [](const Plan& p) { return sends(p) ? print_size_mix(p.stream.sizes.parts) : print_sizes(p.sizes); },
     kSweepSend, true},
    {"load", Kind::text, R"("50%")", "what is sent, in each direction",
     [](Plan& p, std::string_view t) { return store(p.load, parse_load(t)); },
     [](const Plan& p) { return print_load(p.load); }, kPaced, true},
    {"duration", Kind::text, R"("10s")", "time of sending, for each size; of send and receive also forever",
     [](Plan& p, std::string_view t) { return store_duration(p, t); },
     [](const Plan& p) { return p.duration == kForever ? std::string("forever") : print_time(p.duration); },
     "sweep throughput latency loss burst recovery reset rfc2544 switch lag service soak send receive replay "
     "calibrate"},
    {"direction", Kind::text, R"("both")", "a>b, b>a or both at the same time; of a search also each",
     store_ways, print_ways, kSizes},
    {"stack", Kind::text, R"("udp4")",
     "headers of a frame: udp4, udp6 or eth; of send eth/vlan/ipv4/tcp and the like",
     [](Plan& p, std::string_view t) {
       return sends(p) ? store(p.stream.headers, parse_header_stack(t)) : store(p.stack, parse_stack(t)); },
     [](const Plan& p) {
       return sends(p) ? print_header_stack(p.stream.headers) : std::string(name_of(p.stack)); },
     kSweepSend, true},
    {"vlan", Kind::integer, "100", "802.1Q tag with this VLAN id",
     [](Plan& p, std::string_view t) {
       return sends(p) ? store_vlan(p.stream.headers, t) : store_integer(p.vlan.emplace(), t, 1, 4094); },
     [](const Plan& p) {
       if (sends(p)) return print_in_headers(p.stream.headers, kVlanId);
       return p.vlan ? std::to_string(*p.vlan) : std::string(); },
     kSweepSend, true},
    {"src-mac", Kind::text, R"("02:00:00:00:00:01")", "source MAC address of frames from a to b",
     [](Plan& p, std::string_view t) { return store(p.src_mac, parse_mac(t)); },
     [](const Plan& p) { return p.src_mac ? print_mac(*p.src_mac) : std::string(); }},
    {"dst-mac", Kind::text, R"("02:00:00:00:00:02")", "destination MAC address of frames from a to b",
     [](Plan& p, std::string_view t) { return store(p.dst_mac, parse_mac(t)); },
     [](const Plan& p) { return p.dst_mac ? print_mac(*p.dst_mac) : std::string(); }},
    {"src-ip", Kind::text, R"("198.18.0.1")", "source IP address of frames from a to b",
     [](Plan& p, std::string_view t) {
       return in_stream(p, kSrcIp, t, [&] { return store_ip(p, t, p.src_ipv4, p.src_ipv6); }); },
     [](const Plan& p) {
       return sends(p) ? print_in_headers(p.stream.headers, kSrcIp) : print_ip(p, p.src_ipv4, p.src_ipv6); },
     kSweepSend, true},
    {"dst-ip", Kind::text, R"("198.19.0.1")", "destination IP address of frames from a to b",
     [](Plan& p, std::string_view t) {
       return in_stream(p, kDstIp, t, [&] { return store_ip(p, t, p.dst_ipv4, p.dst_ipv6); }); },
     [](const Plan& p) {
       return sends(p) ? print_in_headers(p.stream.headers, kDstIp) : print_ip(p, p.dst_ipv4, p.dst_ipv6); },
     kSweepSend, true},
    {"src-port", Kind::integer, "49184", "source UDP (or TCP) port of frames from a to b",
     [](Plan& p, std::string_view t) {
       return in_stream(p, kSrcPort, t, [&] { return store_udp_port(p, p.src_port, t); }); },
     [](const Plan& p) {
       return sends(p) ? print_in_headers(p.stream.headers, kSrcPort) : print_udp_port(p, p.src_port); },
     kSweepSend, true},
    {"dst-port", Kind::integer, "7", "destination UDP (or TCP) port of frames from a to b",
     [](Plan& p, std::string_view t) {
       return in_stream(p, kDstPort, t, [&] { return store_udp_port(p, p.dst_port, t); }); },
     [](const Plan& p) {
       return sends(p) ? print_in_headers(p.stream.headers, kDstPort) : print_udp_port(p, p.dst_port); },
     kSweepSend, true},
    {"dscp", Kind::integer, "46", "of the IP header",
     [](Plan& p, std::string_view t) { return store_in_headers(p.stream.headers, kDscp, t); },
     [](const Plan& p) { return print_in_headers(p.stream.headers, kDscp); }, kOneStream, true},
    {"ttl", Kind::integer, "64", "of the IP header; of IPv6 the hop limit",
     [](Plan& p, std::string_view t) { return store_in_headers(p.stream.headers, kTtl, t); },
     [](const Plan& p) { return print_in_headers(p.stream.headers, kTtl); }, kOneStream, true},
    {"flags", Kind::text, R"("syn,ack")", "of the TCP header: fin syn rst psh ack urg ece cwr, or none",
     [](Plan& p, std::string_view t) { return store_in_headers(p.stream.headers, kTcpFlags, t); },
     [](const Plan& p) { return print_in_headers(p.stream.headers, kTcpFlags); }, kOneStream, true},
    {"modify", Kind::words, R"(["ipv4.src=198.18.0.1+1*256", "udp.src_port=random"])",
     "fields that change from frame to frame",
     [](Plan& p, std::string_view t) { return store_modifiers(p, t); },
     [](const Plan& p) { return print_modifiers(p.stream); }, kOneStream, true},
    {"payload", Kind::text, R"("counter")",
     "counter, zeros, ones, random, prbs31, pattern:de ad be ef or file:NAME",
     [](Plan& p, std::string_view t) { return store(p.stream.payload, parse_payload(t)); },
     [](const Plan& p) { return print_payload(p.stream.payload); }, kOneStream, true},
    {"shape", Kind::text, R"("constant")", "constant, poisson, bursts:32, bursts:32:1ms or ramp:50%:10s",
     [](Plan& p, std::string_view t) {
       return store(p.stream.schedule, parse_shape(t, p.stream.schedule)); },
     [](const Plan& p) { return print_shape(p.stream.schedule); }, kSend, true},
    {"frames", Kind::integer, "1000", "ends after so many",
     [](Plan& p, std::string_view t) {
       return store_integer(p.stream.schedule.frames.emplace(), t, 1, kMostInteger); },
     [](const Plan& p) {
       return p.stream.schedule.frames ? std::to_string(*p.stream.schedule.frames) : std::string(); },
     kSend, true},
    {"prebuilt", Kind::integer, "64", "so many frames, without signature, are sent over and over",
     [](Plan& p, std::string_view t) { return store_integer(p.stream.prebuilt, t, 1, 65'536); },
     [](const Plan& p) { return p.stream.prebuilt == 0 ? "" : std::to_string(p.stream.prebuilt); }, kSend,
     true},
    {"sample", Kind::integer, "16", "frames kept of each size, direction and side, for pcap files",
     [](Plan& p, std::string_view t) { return store_integer(p.sample_frames, t, 0, 65'536); },
     [](const Plan& p) { return std::to_string(p.sample_frames); }, "sweep send"},
    {"drain", Kind::text, R"("2s")", "longest wait for late frames after sending",
     [](Plan& p, std::string_view t) { return store(p.drain, parse_time(t)); },
     [](const Plan& p) { return print_time(p.drain); }, kSweepSend},
    {"tolerance", Kind::text, R"("0.1%")", "share of the load that may stay unsent",
     [](Plan& p, std::string_view t) { return store_percent(p.tolerance_percent, t); },
     [](const Plan& p) { return print_number(p.tolerance_percent) + "%"; }, kSweepSend},
    {"link-timeout", Kind::text, R"("30s")", "longest wait for the links to come up",
     [](Plan& p, std::string_view t) { return store(p.link_timeout, parse_time(t)); },
     [](const Plan& p) { return print_time(p.link_timeout); }},
    {"seed", Kind::integer, "1", "of everything random",
     [](Plan& p, std::string_view t) { return store_integer(p.seed, t, 0, kMostInteger); },
     [](const Plan& p) { return std::to_string(p.seed); }},
    {"verify-payload", Kind::flag, "true", "compare every payload byte",
     [](Plan& p, std::string_view t) { return store_flag(p.verify_payload, t); },
     [](const Plan& p) { return print_flag(p.verify_payload); },
     "sweep throughput latency loss burst mlr rfc2544 switch calibrate"},
    {"real-time", Kind::flag, "true", "run the emulated pair on cores instead of in virtual time",
     [](Plan& p, std::string_view t) { return store_flag(p.real_time, t); },
     [](const Plan& p) { return print_flag(p.real_time); }},
    {"lcores", Kind::numbers, R"([2, 3, "4-5"])", "cores that send and receive",
     [](Plan& p, std::string_view t) { return store(p.lcores, parse_lcores(t)); },
     [](const Plan& p) { return print_lcores(p.lcores); }},
    {"tx-queues", Kind::integer, "1", "queues of each port that send, each with a core",
     [](Plan& p, std::string_view t) { return store_integer(p.tx_queues, t, 1, kMostQueues); },
     [](const Plan& p) { return std::to_string(p.tx_queues); },
     "sweep throughput latency loss burst recovery mlr rfc2544 switch service send"},
    {"rx-queues", Kind::integer, "1", "queues of each port that receive, each with a core",
     [](Plan& p, std::string_view t) { return store_integer(p.rx_queues, t, 1, kMostQueues); },
     [](const Plan& p) { return std::to_string(p.rx_queues); },
     "sweep throughput latency loss burst recovery mlr rfc2544 switch lag service send receive calibrate"},
    {"pmd-config", Kind::path, R"("pmd_config")", "folder of NIC profiles that win over the built-in ones",
     [](Plan& p, std::string_view t) { return store_text(p.pmd_config_directory, t, "a folder's name"); },
     [](const Plan& p) { return p.pmd_config_directory; }},
    {"json", Kind::flag, "true", "one JSON document on standard output instead of the table",
     [](Plan& p, std::string_view t) { return store_flag(p.json, t); },
     [](const Plan& p) { return print_flag(p.json); }},
    {"csv", Kind::flag, "true", "CSV on standard output instead of the table",
     [](Plan& p, std::string_view t) { return store_flag(p.csv, t); },
     [](const Plan& p) { return print_flag(p.csv); }, kSweepSend},
    {"out", Kind::text, R"("results/monday")", "folder for result files, as seen from where you are",
     [](Plan& p, std::string_view t) { return store_text(p.out_directory, t, "a folder's name"); },
     [](const Plan& p) { return p.out_directory; }, kSweepSend},
    {"force", Kind::flag, "true", "overwrite a run that is already in the out folder",
     [](Plan& p, std::string_view t) { return store_flag(p.force, t); },
     [](const Plan& p) { return print_flag(p.force); }, kSweepSend},
    {"precision", Kind::text, R"("0.1%")", "how far below a failed load the answer may lie, of line rate",
     [](Plan& p, std::string_view t) { return store_percent(p.search.precision_percent, t); },
     [](const Plan& p) { return print_number(p.search.precision_percent) + "%"; }, kBisecting},
    {"accepted-loss", Kind::text, R"("0%")", "share of frames that a trial may lose and still pass",
     [](Plan& p, std::string_view t) { return store_percent(p.search.accepted_loss_percent, t); },
     [](const Plan& p) { return print_number(p.search.accepted_loss_percent) + "%"; }, "throughput soak"},
    {"search-duration", Kind::text, R"("10s")", "time of sending of trials on the way to the answer",
     [](Plan& p, std::string_view t) { return store(p.search.trial_duration, parse_time(t)); },
     [](const Plan& p) { return print_time(p.search.trial_duration); }, kBisecting},
    {"step", Kind::text, R"("10%")",
     "between the loads of a loss rate, of line rate, 10% at most; of service a step's time",
     [](Plan& p, std::string_view t) {
       return p.command == "service" ? store(p.service.step, parse_step_time(t))
                                     : store(p.search.step_percent, parse_step(t)); },
     [](const Plan& p) {
       return p.command == "service" ? print_time(p.service.step)
                                     : print_number(p.search.step_percent) + "%"; },
     "loss rfc2544 service"},
    {"repetitions", Kind::integer, "20", "of each latency, burst, recovery or reset; 0: as usual",
     [](Plan& p, std::string_view t) { return store_integer(p.search.repetitions, t, 0, 10'000); },
     [](const Plan& p) { return std::to_string(p.search.repetitions); },
     "latency burst recovery reset rfc2544"},
    {"longest-burst", Kind::text, R"("2s")", "longest burst that is tried, up to 30s at line rate",
     [](Plan& p, std::string_view t) { return store(p.search.longest_burst, parse_longest_burst(t)); },
     [](const Plan& p) { return print_time(p.search.longest_burst); }, "burst rfc2544"},
    {"goals", Kind::text, R"("0%:50%:0.5%:1s:21s,0.5%")", "of MLRsearch: LOSS:EXCEED:WIDTH:TRIAL:SUM, a list",
     [](Plan& p, std::string_view t) { return store(p.search.goals, parse_goals(t)); },
     [](const Plan& p) { return print_goals(p.search.goals); }, "mlr"},
    {"rest", Kind::text, R"("5s")", "wait after each trial in real time, for the device to settle",
     [](Plan& p, std::string_view t) { return store(p.search.rest, parse_time(t)); },
     [](const Plan& p) { return print_time(p.search.rest); }, kSearching},
    {"repeats", Kind::integer, "3", "how often a trial that wasn't measured is tried again",
     [](Plan& p, std::string_view t) { return store_integer(p.search.repeats, t, 0, 100); },
     [](const Plan& p) { return std::to_string(p.search.repeats); },
     "throughput latency loss burst recovery mlr rfc2544 switch"},
    {"quick", Kind::flag, "true", "trials of seconds: a first answer, not the standard's",
     [](Plan& p, std::string_view t) { return store_flag(p.search.is_quick, t); },
     [](const Plan& p) { return print_flag(p.search.is_quick); },
     "throughput latency loss burst recovery reset mlr rfc2544 switch lag service calibrate"},
    {"resume", Kind::path, R"("results/monday")", "folder of an interrupted run, to go on from its journals",
     [](Plan& p, std::string_view t) { return store_text(p.search.resume, t, "a folder's name"); },
     [](const Plan& p) { return p.search.resume; }, kSearching},
    {"file", Kind::path, R"("capture.pcap")", "the capture to send",
     [](Plan& p, std::string_view t) { return store_text(p.replay.file, t, "a capture file's name"); },
     [](const Plan& p) { return p.replay.file; }, kReplay},
    {"fastest", Kind::flag, "true", "all frames are due at once",
     [](Plan& p, std::string_view t) { return store_flag(p.replay.fastest, t); },
     [](const Plan& p) { return print_flag(p.replay.fastest); }, kReplay},
    {"speed", Kind::text, R"("2")", "how much faster than it was recorded",
     [](Plan& p, std::string_view t) { return store_speed(p.replay.speed, t); },
     [](const Plan& p) { return print_number(p.replay.speed); }, kReplay},
    {"loops", Kind::text, R"("3")", "how often the file is sent, or forever",
     [](Plan& p, std::string_view t) { return store_loops(p.replay.loops, t); },
     [](const Plan& p) { return p.replay.loops ? std::to_string(*p.replay.loops) : "forever"; }, kReplay},
    {"map", Kind::text, R"("10.0.0.0/8=198.18.0.0/16")", "IP addresses that become others",
     [](Plan& p, std::string_view t) { p.replay.maps_text = t; return store_maps(p.replay.maps, t); },
     [](const Plan& p) { return p.replay.maps_text; }, kReplay},
    {"largest", Kind::integer, "1518", "the longest frame that the ports are set up for",
     [](Plan& p, std::string_view t) { return store_size(p.replay.largest, t); },
     [](const Plan& p) { return std::to_string(p.replay.largest.count); }, "replay receive"},
    {"answer", Kind::text, R"("198.19.0.1,2001:2::1")",
     "IP addresses whose ARP, ND and echo questions are answered",
     [](Plan& p, std::string_view t) { return store_answers(p.receive, t); },
     [](const Plan& p) { return print_answers(p.receive); }, kReceive},
    {"capture", Kind::text, R"("heard.pcapng")", "file for the frames that the filter takes",
     [](Plan& p, std::string_view t) { return store_text(p.receive.capture, t, "a pcapng file's name"); },
     [](const Plan& p) { return p.receive.capture; }, kReceive},
    {"filter", Kind::text, R"("udp port 7")", "which frames are captured, as tcpdump has it",
     [](Plan& p, std::string_view t) { return store_text(p.receive.filter, t, "a filter like udp port 7"); },
     [](const Plan& p) { return p.receive.filter; }, kReceive},
    {"ring-size", Kind::text, R"("100MB")", "size at which the next capture file begins",
     [](Plan& p, std::string_view t) { return store_bytes(p.receive.ring_bytes, t); },
     [](const Plan& p) { return p.receive.ring_bytes == 0 ? "" : fmt::format("{}B", p.receive.ring_bytes); },
     kReceive},
    {"ring-files", Kind::integer, "10", "how many capture files are kept, the newest",
     [](Plan& p, std::string_view t) { return store_integer(p.receive.ring_files, t, 1, 1'000'000); },
     [](const Plan& p) { return p.receive.ring_files == 0 ? "" : std::to_string(p.receive.ring_files); },
     kReceive},
    {"fcs", Kind::text, R"("find-out")", "whether frames end in their FCS: find-out, present or absent",
     [](Plan& p, std::string_view t) { return store_fcs(p.replay.fcs, t); },
     [](const Plan& p) { return std::string(print_fcs(p.replay.fcs)); }, kReplay},
    {"skip-truncated", Kind::flag, "true", "leave out frames that weren't captured whole",
     [](Plan& p, std::string_view t) { return store_flag(p.replay.skips_truncated, t); },
     [](const Plan& p) { return print_flag(p.replay.skips_truncated); }, kReplay},
};
// clang-format on

}  // namespace

std::span<const Setting> settings() {
  static const std::vector<Setting> all = [] {
    std::vector<Setting> all_of(std::begin(kSettings), std::end(kSettings));
    for (const auto more : {service_settings(), soak_settings(), switch_settings(), lag_settings(),
                            outage_settings(), link_settings(), calibrate_settings()})
      all_of.insert(all_of.end(), more.begin(), more.end());
    return all_of;
  }();
  return all;
}

const Setting* find_setting(std::string_view name) {
  const auto all = settings();
  const auto found = std::ranges::find(all, name, &Setting::name);
  return found == all.end() ? nullptr : &*found;
}

std::string toml_key(const Setting& setting) {
  std::string key(setting.name);
  std::ranges::replace(key, '-', '_');
  return key;
}

bool takes(std::string_view command, const Setting& setting) { return is_among(command, setting.commands); }

bool takes_streams(std::string_view command) {
  return !is_among(command, "replay service switch lag reset calibrate");
}

std::string not_taken(std::string_view command, const Setting& setting) {
  return fmt::format("{} is for pktgen {}, not for {}; leave it out", setting.name,
                     join(split(setting.commands, ' '), ", "), command);
}

}  // namespace pktgen
