#include "link/link_wish.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"

namespace pktgen {
namespace {

constexpr std::pair<std::string_view, LinkBitsPerSecond> kSpeeds[] = {
    {"10M", {10'000'000}}, {"100M", {100'000'000}}, {"1G", 1_Gbps},   {"2.5G", {2'500'000'000}},
    {"5G", 5_Gbps},        {"10G", 10_Gbps},        {"20G", 20_Gbps}, {"25G", 25_Gbps},
    {"40G", 40_Gbps},      {"50G", 50_Gbps},        {"56G", 56_Gbps}, {"100G", 100_Gbps},
    {"200G", 200_Gbps}};
constexpr std::array<std::string_view, 4> kPauses{"off", "rx", "tx", "on"};
constexpr std::array<std::string_view, 4> kFecs{"off", "rs", "baser", "auto"};

std::string speed_names() {
  std::string names;
  for (const auto& [name, speed] : kSpeeds) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

/// The value whose name stands at the same place.
template <class Mode>
Result<Mode> parse_mode(std::string_view text, const std::array<std::string_view, 4>& names) {
  const auto* const found = std::ranges::find(names, text);
  if (found == names.end())
    return fail(ErrorKind::plan, fmt::format("wants {}, {}, {} or {}, found {}", names[0], names[1], names[2],
                                             names[3], in_quotes(text)));
  return static_cast<Mode>(found - names.begin());
}

Result<std::vector<LinkBitsPerSecond>> parse_each(std::string_view text) {
  std::vector<LinkBitsPerSecond> speeds;
  for (const std::string_view part : split(text, ',')) {
    const auto speed = parse_link_speed(part);
    if (!speed) return tl::make_unexpected(speed.error());
    speeds.push_back(*speed);
  }
  return speeds;
}

}  // namespace

std::optional<LinkBitsPerSecond> find_speed(std::string_view name) {
  for (const auto& [known, speed] : kSpeeds)
    if (known == name) return speed;
  return std::nullopt;
}

std::string print_speed(LinkBitsPerSecond speed) {
  for (const auto& [name, known] : kSpeeds)
    if (known == speed) return std::string(name);
  return speed.count == 0 ? "unknown" : print_si(static_cast<double>(speed.count), "b/s");
}

std::string print_speeds(const std::vector<LinkBitsPerSecond>& speeds) {
  std::string text;
  for (const LinkBitsPerSecond speed : speeds) text += (text.empty() ? "" : ", ") + print_speed(speed);
  return text;
}

Result<LinkBitsPerSecond> parse_link_speed(std::string_view text) {
  if (const auto speed = find_speed(text)) return *speed;
  return fail(ErrorKind::plan,
              fmt::format("wants a link's speed ({}), found {}", speed_names(), in_quotes(text)));
}

Result<std::vector<LinkBitsPerSecond>> parse_advertised(std::string_view text) {
  auto speeds = parse_each(text);
  if (!speeds) return speeds;
  std::ranges::sort(*speeds);
  speeds->erase(std::unique(speeds->begin(), speeds->end()), speeds->end());
  return speeds;
}

Result<std::vector<LinkBitsPerSecond>> parse_ladder(std::string_view text) {
  constexpr std::size_t kMostRungs = 8;
  auto speeds = parse_each(text);
  if (!speeds) return speeds;
  if (speeds->size() > kMostRungs)
    return fail(ErrorKind::plan,
                fmt::format("wants {} speeds at most, found {}", kMostRungs, speeds->size()));
  for (auto speed = speeds->begin(); speed != speeds->end(); ++speed)
    if (std::find(speeds->begin(), speed, *speed) != speed)
      return fail(ErrorKind::plan, fmt::format("{} is there twice; keep one of them", print_speed(*speed)));
  return speeds;
}

Result<PauseMode> parse_pause(std::string_view text) { return parse_mode<PauseMode>(text, kPauses); }
std::string_view name_of(PauseMode mode) { return kPauses[static_cast<std::size_t>(mode)]; }

Result<FecMode> parse_fec(std::string_view text) { return parse_mode<FecMode>(text, kFecs); }
std::string_view name_of(FecMode mode) { return kFecs[static_cast<std::size_t>(mode)]; }

}  // namespace pktgen
