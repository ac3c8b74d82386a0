#include "plan/lag_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"

namespace pktgen {
namespace {

constexpr std::pair<std::string_view, FlowField> kFields[] = {
    {"src-mac", FlowField::src_mac}, {"dst-mac", FlowField::dst_mac},      {"src-ip", FlowField::src_ip},
    {"dst-ip", FlowField::dst_ip},   {"src-port", FlowField::src_port},    {"dst-port", FlowField::dst_port},
    {"vlan", FlowField::vlan},       {"flow-label", FlowField::flow_label}};

bool has_field(Stack stack, FlowField field) {
  switch (field) {
    case FlowField::src_mac:
    case FlowField::dst_mac:
    case FlowField::vlan:
      return true;
    case FlowField::flow_label:
      return stack == Stack::udp6;
    default:
      return stack != Stack::eth;
  }
}

Result<void> check_fields(const Plan& plan, const std::vector<FlowField>& fields, std::string_view key) {
  for (const FlowField field : fields)
    if (!has_field(plan.stack, field))
      return fail(ErrorKind::plan,
                  fmt::format("{} has {}, but frames of stack {} have none; leave it out, or choose another "
                              "stack",
                              key, name_of(field), name_of(plan.stack)));
  return {};
}

}  // namespace

std::string_view name_of(FlowField field) {
  const auto* const found = std::ranges::find(kFields, field, [](const auto& one) { return one.second; });
  return found == std::end(kFields) ? "?" : found->first;
}

Result<std::vector<std::string>> parse_lag_tests(std::string_view text) {
  const std::vector<std::string_view> known = split(kLagTests, ' '), asked = split(text, ',');
  for (const std::string_view one : asked)
    if (std::ranges::find(known, one) == known.end())
      return fail(ErrorKind::plan, fmt::format("there is no test {}; the nearest is {}, of these: {}",
                                               in_quotes(one), nearest(one, known), join(known, ", ")));
  std::vector<std::string> tests;
  for (const std::string_view one : known)
    if (std::ranges::find(asked, one) != asked.end()) tests.emplace_back(one);
  return tests;
}

Result<std::vector<FlowField>> parse_fields(std::string_view text) {
  std::vector<FlowField> fields;
  for (const std::string_view word : split(text, ',')) {
    const auto* const found = std::ranges::find(kFields, word, [](const auto& one) { return one.first; });
    if (found == std::end(kFields)) {
      std::vector<std::string_view> names;
      for (const auto& [name, field] : kFields) names.push_back(name);
      return fail(ErrorKind::plan, fmt::format("there is no field {}; the nearest is {}, of these: {}",
                                               in_quotes(word), nearest(word, names), join(names, ", ")));
    }
    if (std::ranges::find(fields, found->second) == fields.end()) fields.push_back(found->second);
  }
  return fields;
}

Result<LinkBitsPerSecond> parse_member_speed(std::string_view text) {
  constexpr std::pair<std::string_view, double> kUnits[] = {{"k", 1e3}, {"M", 1e6}, {"G", 1e9}};
  constexpr double kLeast = 1e3, kMost = 1e12;
  const auto value = parse_number_with_unit(text);
  if (value)
    for (const auto& [unit, factor] : kUnits)
      if (value->unit == unit && value->number * factor >= kLeast && value->number * factor <= kMost)
        return LinkBitsPerSecond{static_cast<std::uint64_t>(std::llround(value->number * factor))};
  return fail(ErrorKind::plan,
              fmt::format("wants a link's speed like 100M, 1G or 2.5G, found {}", in_quotes(text)));
}

Result<std::vector<std::uint64_t>> parse_counts(std::string_view text) {
  constexpr std::uint64_t kMost = 1'000'000'000'000'000;
  std::vector<std::uint64_t> counts;
  for (const std::string_view word : split(text, ',')) {
    const auto count = parse_integer(word, 0, kMost);
    if (!count) return tl::make_unexpected(count.error());
    counts.push_back(*count);
  }
  const bool is_something = std::ranges::any_of(counts, [](std::uint64_t count) { return count > 0; });
  if (counts.size() >= 2 && is_something) return counts;
  return fail(ErrorKind::plan, fmt::format("wants the frames of two members or more, with commas between, "
                                           "found {}",
                                           in_quotes(text)));
}

std::string print_fields(const std::vector<FlowField>& fields) {
  std::vector<std::string_view> names;
  for (const FlowField field : fields) names.push_back(name_of(field));
  return join(names, ",");
}

std::string print_member_speed(LinkBitsPerSecond speed) {
  if (speed.count == 0) return "";
  const auto number = static_cast<double>(speed.count);
  if (number >= 1e9) return print_number(number / 1e9) + "G";
  if (number >= 1e6) return print_number(number / 1e6) + "M";
  return print_number(number / 1e3) + "k";
}

std::string print_counts(const std::vector<std::uint64_t>& counts) {
  std::vector<std::string> texts;
  for (const std::uint64_t count : counts) texts.push_back(std::to_string(count));
  return join(texts, ",");
}

void choose_lag_defaults(Plan& plan) {
  if (!was_asked(plan, "direction")) plan.directions = {Direction::a_to_b};
  if (!was_asked(plan, "sizes")) plan.sizes = {FrameBytes{512}};
  if (!was_asked(plan, "vary") && plan.stack == Stack::eth) plan.lag.vary = {FlowField::src_mac};
  if (plan.lag.fields.empty())
    for (const auto& [name, field] : kFields)
      if (has_field(plan.stack, field) && field != FlowField::vlan && field != FlowField::flow_label)
        plan.lag.fields.push_back(field);
}

Result<void> check_lag(const Plan& plan) {
  const LagPlan& asked = plan.lag;
  if (plan.directions.size() != 1)
    return fail(ErrorKind::plan, "a LAG is measured one way at a time; say direction a>b or b>a");
  if (auto fine = check_fields(plan, asked.vary, "vary"); !fine) return fine;
  if (auto fine = check_fields(plan, asked.fields, "fields"); !fine) return fine;
  if (asked.members && !asked.member_counts.empty() && asked.member_counts.size() != *asked.members)
    return fail(ErrorKind::plan, fmt::format("member-counts has {} members, but members says {}; they must "
                                             "be as many",
                                             asked.member_counts.size(), *asked.members));
  if (asked.predict && !asked.members)
    return fail(ErrorKind::plan, "predict wants the number of members too; say members");
  return {};
}

}  // namespace pktgen
