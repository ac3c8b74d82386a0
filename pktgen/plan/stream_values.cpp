#include "plan/stream_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <set>

#include "base/text.h"
#include "plan/header_keys.h"
#include "plan/values.h"

namespace pktgen {
namespace {

constexpr std::uint32_t kMostWeight = 65'535, kMostBurst = 1'000'000;
constexpr std::size_t kMostHeaders = 32;

struct Named {
  std::string_view name, text;
};
constexpr Named kStacks[] = {{"udp4", "eth/ipv4/udp"}, {"udp6", "eth/ipv6/udp"}};
constexpr Named kMixes[] = {
    {"imix", "64:7,594:4,1518:1"}, {"imix-vlan", "68:7,598:4,1522:1"}, {"imix6", "84:7,594:4,1518:1"}};

std::string_view spelled_out(std::string_view text, std::span<const Named> names) {
  const auto found = std::ranges::find(names, text, &Named::name);
  return found == names.end() ? text : found->text;
}

constexpr std::string_view kKinds[] = {"counter", "zeros", "ones", "random", "prbs31", "pattern", "file"};
constexpr std::string_view kOrders[] = {"in_turn", "random"};

/// The defaults that depend on what stands beside a header.
struct Defaults {
  const Header* before = nullptr;  ///< null: this one is in front
  const Header* after = nullptr;   ///< null: this one is the last

  template <class Kind>
  bool is_before() const {
    return after != nullptr && std::holds_alternative<Kind>(*after);
  }
  void operator()(EthernetHeader& eth) const {
    if (before != nullptr) eth = {.dst = {2, 0, 0, 0, 0, 2}, .src = {2, 0, 0, 0, 0, 1}};
    if (is_before<ArpMessage>()) eth.dst = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  }
  void operator()(VlanTag& tag) const {
    if (is_before<VlanTag>()) tag.tpid = 0x88a8;
  }
  void operator()(Ipv4Header& ip) const {  // RFC 2544 appendix C.2.2
    ip.src = {198, 18, 0, 1};
    ip.dst = {198, 19, 0, 1};
  }
  void operator()(ArpMessage& arp) const {
    arp.sender_ip = {198, 18, 0, 1};
    arp.target_ip = {198, 19, 0, 1};
  }
  void operator()(Ipv6Header& ip) const {  // RFC 5180 section 8
    ip.src = {0x20, 0x01, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    ip.dst = {0x20, 0x01, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1};
  }
  void operator()(UdpHeader& udp) const {
    if (is_before<VxlanHeader>()) udp.dst_port = 4789;  // RFC 7348 section 5
  }
  void operator()(auto&) const {}
};

/// "64:7" is a size and its weight; in "64-1518:64" the colon stands for a step.
Result<std::uint32_t> weight_of(std::string_view part) {
  const std::size_t colon = part.find(':');
  if (colon == std::string_view::npos || part.find('-') != std::string_view::npos) return 1U;
  const auto weight = parse_integer(part.substr(colon + 1), 1, kMostWeight);
  if (!weight)
    return fail(ErrorKind::plan,
                fmt::format("the weight of {}: {}", in_quotes(part), weight.error().message));
  return static_cast<std::uint32_t>(*weight);
}

std::optional<std::uint8_t> hex_byte(std::string_view digits) {
  std::uint8_t byte = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
  if (error != std::errc{} || stop != digits.data() + digits.size()) return std::nullopt;
  return byte;
}

Result<std::vector<std::uint8_t>> parse_pattern(std::string_view text) {
  const auto wrong = [&] {
    return fail(
        ErrorKind::plan,
        fmt::format("wants bytes of two hexadecimal digits like pattern:de ad be ef, at most {}, found {}",
                    kLargestFrame.count, in_quotes(text)));
  };
  std::string digits;
  for (const std::string_view part : split(text, ' ')) {
    if (part.size() % 2 != 0) return wrong();
    digits += part;
  }
  if (digits.empty() || digits.size() / 2 > kLargestFrame.count) return wrong();
  std::vector<std::uint8_t> bytes;
  for (std::size_t at = 0; at < digits.size(); at += 2) {
    const auto byte = hex_byte(std::string_view(digits).substr(at, 2));
    if (!byte) return wrong();
    bytes.push_back(*byte);
  }
  return bytes;
}

Result<Schedule> parse_bursts(std::span<const std::string_view> parts, Schedule schedule) {
  const auto frames = parse_integer(parts[1], 1, kMostBurst);
  if (!frames) return tl::make_unexpected(frames.error());
  schedule.burst_frames = static_cast<std::uint32_t>(*frames);
  if (parts.size() < 3) return schedule;
  const auto gap = parse_time(parts[2]);
  if (!gap) return tl::make_unexpected(gap.error());
  schedule.burst_gap = *gap;
  return schedule;
}

Result<Schedule> parse_ramp(std::span<const std::string_view> parts, Schedule schedule) {
  const auto load = parse_load(parts[1]);
  if (!load) return tl::make_unexpected(load.error());
  const auto over = parse_time(parts[2]);
  if (!over) return tl::make_unexpected(over.error());
  if (*over == Nanoseconds::zero())
    return fail(ErrorKind::plan, "a ramp takes more than no time; say a time like 10s");
  schedule.ramp_to = *load;
  schedule.ramp_over = *over;
  return schedule;
}

/// The end of a run of sizes of weight 1 that are equally far apart, from `first` on.
std::size_t run_end(const std::vector<SizeMix::Part>& parts, std::size_t first) {
  const auto is_plain = [&](std::size_t i) { return i < parts.size() && parts[i].weight == 1; };
  std::size_t end = first + 1;
  if (!is_plain(first) || !is_plain(end) || !(parts[first].size < parts[end].size)) return end;
  const FrameBytes step = parts[end].size - parts[first].size;
  while (is_plain(end) && parts[end].size == parts[end - 1].size + step) ++end;
  return end - first >= 3 ? end : first + 1;
}

}  // namespace

Result<HeaderStack> parse_header_stack(std::string_view text) {
  HeaderStack stack;
  for (const std::string_view name : split(spelled_out(text, kStacks), '/')) {
    if (name.empty() || stack.size() == kMostHeaders)
      return fail(ErrorKind::plan,
                  fmt::format("wants up to {} headers like eth/vlan/ipv4/udp (or udp4, udp6), found {}",
                              kMostHeaders, in_quotes(text)));
    auto header = make_header(name);
    if (!header) return tl::make_unexpected(std::move(header.error()));
    stack.push_back(*header);
  }
  for (std::size_t i = 0; i < stack.size(); ++i)
    std::visit(Defaults{.before = i > 0 ? &stack[i - 1] : nullptr,
                        .after = i + 1 < stack.size() ? &stack[i + 1] : nullptr},
               stack[i]);
  return stack;
}

std::string print_header_stack(const HeaderStack& stack) {
  std::string out;
  for (const Header& header : stack) out += (out.empty() ? "" : "/") + std::string(name_of(header));
  return out;
}

Result<std::vector<SizeMix::Part>> parse_size_mix(std::string_view text) {
  std::vector<SizeMix::Part> mix;
  std::set<FrameBytes> seen;
  for (const std::string_view part : split(spelled_out(text, kMixes), ',')) {
    const auto weight = weight_of(part);
    if (!weight) return tl::make_unexpected(weight.error());
    const bool is_range = part.find('-') != std::string_view::npos;
    const auto sizes = parse_sizes(is_range ? part : part.substr(0, part.find(':')));
    if (!sizes)
      return fail(ErrorKind::plan, fmt::format("{} (of {}; sizes are written 218, 64:7,594:4 with weights, "
                                               "64-1518:64, imix, imix-vlan or imix6)",
                                               sizes.error().message, in_quotes(part)));
    for (const FrameBytes size : *sizes) {
      if (!seen.insert(size).second)
        return fail(ErrorKind::plan,
                    fmt::format("size {0} is there twice; give it a weight, like {0}:2", size.count));
      mix.push_back({.size = size, .weight = *weight});
    }
  }
  return mix;
}

std::string print_size_mix(const std::vector<SizeMix::Part>& parts) {
  std::string out;
  for (std::size_t at = 0; at < parts.size();) {
    const std::size_t end = run_end(parts, at);
    out += fmt::format("{}{}", out.empty() ? "" : ",", parts[at].size.count);
    const std::uint64_t step = end - at > 1 ? (parts[at + 1].size - parts[at].size).count : 0;
    if (step > 0) out += fmt::format("-{}", parts[end - 1].size.count);
    if (step > 1) out += fmt::format(":{}", step);
    if (parts[at].weight != 1) out += fmt::format(":{}", parts[at].weight);
    at = end;
  }
  return out;
}

Result<SizeMix::Order> parse_size_order(std::string_view text) {
  const auto* const found = std::ranges::find(kOrders, text);
  if (found == std::end(kOrders))
    return fail(ErrorKind::plan, fmt::format("wants in_turn or random, found {}", in_quotes(text)));
  return static_cast<SizeMix::Order>(found - std::begin(kOrders));
}

std::string print_size_order(SizeMix::Order order) {
  return std::string(kOrders[static_cast<std::size_t>(order)]);
}

Result<PayloadSpec> parse_payload(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view word = text.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  const auto* const found = std::ranges::find(kKinds, word);
  const bool has_more = word == "pattern" || word == "file";
  if (found == std::end(kKinds) || has_more != (colon != std::string_view::npos))
    return fail(
        ErrorKind::plan,
        fmt::format("wants counter, zeros, ones, random, prbs31, pattern:de ad be ef or file:NAME, found {}",
                    in_quotes(text)));
  PayloadSpec payload{.kind = static_cast<PayloadSpec::Kind>(found - std::begin(kKinds))};
  if (word == "file") {
    if (rest.empty() || rest.find('\0') != std::string_view::npos)
      return fail(ErrorKind::plan,
                  fmt::format("wants a file's name like file:bytes.bin, found {}", in_quotes(text)));
    payload.file = rest;
  }
  if (word == "pattern") {
    auto bytes = parse_pattern(rest);
    if (!bytes) return tl::make_unexpected(std::move(bytes.error()));
    payload.bytes = std::move(*bytes);
  }
  return payload;
}

std::string print_payload(const PayloadSpec& payload) {
  std::string word(kKinds[static_cast<std::size_t>(payload.kind)]);
  if (payload.kind == PayloadSpec::Kind::file) return word + ":" + payload.file;
  if (payload.kind != PayloadSpec::Kind::pattern) return word;
  std::string pattern;
  for (const std::uint8_t byte : payload.bytes)
    pattern += fmt::format("{}{:02x}", pattern.empty() ? ":" : " ", byte);
  return word + pattern;
}

Result<Schedule> parse_shape(std::string_view text, Schedule schedule) {
  using Shape = Schedule::Shape;
  const std::vector<std::string_view> parts = split(text, ':');
  const Schedule usual;
  schedule.burst_frames = usual.burst_frames;
  schedule.burst_gap = usual.burst_gap;
  schedule.ramp_to = usual.ramp_to;
  schedule.ramp_over = usual.ramp_over;
  if (text == "constant") schedule.shape = Shape::constant;
  else if (text == "poisson") schedule.shape = Shape::poisson;
  else if (parts[0] == "bursts" && (parts.size() == 2 || parts.size() == 3)) schedule.shape = Shape::bursts;
  else if (parts[0] == "ramp" && parts.size() == 3) schedule.shape = Shape::ramp;
  else
    return fail(ErrorKind::plan, fmt::format("wants constant, poisson, bursts:32 (frames back to back), "
                                             "bursts:32:1ms (with that gap) or ramp:50%:10s, found {}",
                                             in_quotes(text)));
  if (schedule.shape == Shape::bursts) return parse_bursts(parts, schedule);
  if (schedule.shape == Shape::ramp) return parse_ramp(parts, schedule);
  return schedule;
}

std::string print_shape(const Schedule& schedule) {
  using Shape = Schedule::Shape;
  switch (schedule.shape) {
    case Shape::constant:
      return "constant";
    case Shape::poisson:
      return "poisson";
    case Shape::bursts:
      return schedule.burst_gap
                 ? fmt::format("bursts:{}:{}", schedule.burst_frames, print_time(*schedule.burst_gap))
                 : fmt::format("bursts:{}", schedule.burst_frames);
    case Shape::ramp:
      return fmt::format("ramp:{}:{}", print_load(schedule.ramp_to), print_time(schedule.ramp_over));
  }
  return "constant";
}

}  // namespace pktgen
