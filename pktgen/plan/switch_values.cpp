#include "plan/switch_values.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "plan/values.h"

namespace pktgen {
namespace {

constexpr Nanoseconds kLongestAgeing = std::chrono::hours(4), kShortestAgeing = std::chrono::seconds(1);
constexpr Nanoseconds kFinestAgeing = std::chrono::milliseconds(10);

Result<void> check_time(std::string_view name, Nanoseconds time, Nanoseconds least, Nanoseconds most) {
  if (time >= least && time <= most) return {};
  return fail(ErrorKind::plan, fmt::format("{} is {}; say a time from {} to {}", name, print_time(time),
                                           print_time(least), print_time(most)));
}

}  // namespace

Result<std::vector<std::string>> parse_switch_tests(std::string_view text) {
  const std::vector<std::string_view> known = split(kSwitchTests, ' '), asked = split(text, ',');
  for (const std::string_view one : asked)
    if (std::ranges::find(known, one) == known.end())
      return fail(ErrorKind::plan, fmt::format("there is no test {}; the nearest is {}, of these: {}",
                                               in_quotes(one), nearest(one, known), join(known, ", ")));
  std::vector<std::string> tests;
  for (const std::string_view one : known)
    if (std::ranges::find(asked, one) != asked.end()) tests.emplace_back(one);
  return tests;
}

Result<double> parse_learning_precision(std::string_view text) {
  constexpr double kLeast = 0.01, kMost = 50;
  const auto value = parse_number(text.ends_with('%') ? text.substr(0, text.size() - 1) : text);
  if (value && *value >= kLeast && *value <= kMost) return *value;
  return fail(ErrorKind::plan,
              fmt::format("wants a share from {}% to {}%, found {}", kLeast, kMost, in_quotes(text)));
}

Result<std::vector<std::uint16_t>> parse_vlans(std::string_view text) {
  constexpr std::size_t kMost = 16;
  std::vector<std::uint16_t> vlans;
  for (const std::string_view one : split(text, ',')) {
    const auto vlan = parse_integer(one, 1, 4094);
    if (!vlan) return tl::make_unexpected(vlan.error());
    vlans.push_back(static_cast<std::uint16_t>(*vlan));
  }
  std::ranges::sort(vlans);
  vlans.erase(std::unique(vlans.begin(), vlans.end()), vlans.end());
  if (vlans.size() <= kMost) return vlans;
  return fail(ErrorKind::plan, fmt::format("wants {} VLANs at most, found {}", kMost, vlans.size()));
}

Result<std::optional<double>> parse_slope(std::string_view text) {
  constexpr double kMost = 1e6;
  const auto value = parse_number(text);
  if (value && *value >= 0 && *value <= kMost) return std::optional(*value);
  return fail(ErrorKind::plan, fmt::format("wants nanoseconds a byte, 0 or more, found {}", in_quotes(text)));
}

std::string print_vlans(const std::vector<std::uint16_t>& vlans) {
  std::string text;
  for (const std::uint16_t vlan : vlans) text += fmt::format("{}{}", text.empty() ? "" : ",", vlan);
  return text;
}

Result<void> check_switch(const Plan& plan) {
  const SwitchPlan& asked = plan.switching;
  if (auto fine = check_time("ageing", asked.ageing, kShortestAgeing, kLongestAgeing); !fine) return fine;
  if (auto fine = check_time("longest-ageing", asked.longest_ageing, kShortestAgeing, kLongestAgeing); !fine)
    return fine;
  if (auto fine =
          check_time("ageing-resolution", asked.ageing_resolution, kFinestAgeing, asked.longest_ageing / 2);
      !fine)
    return fine;
  // Half of the time is for showing, the other half for asking.
  const double showing = static_cast<double>(asked.most_addresses) / static_cast<double>(asked.learning_rate);
  if (showing > seconds(asked.ageing) / 2)
    return fail(
        ErrorKind::plan,
        fmt::format("{} addresses at {} a second take {:.0f} s, too long for an ageing of {}: the first "
                    "would be forgotten; raise learning-rate, or lower most-addresses",
                    asked.most_addresses, asked.learning_rate, showing, print_time(asked.ageing)));
  if (!plan.vlan || std::ranges::find(asked.isolated_vlans, *plan.vlan) == asked.isolated_vlans.end())
    return {};
  return fail(ErrorKind::plan, fmt::format("vlan {} is among the isolated-vlans, but its frames must come; "
                                           "leave it out of one of them",
                                           *plan.vlan));
}

}  // namespace pktgen
