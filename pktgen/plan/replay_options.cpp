#include "plan/replay_options.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "plan/values.h"

namespace pktgen {
namespace {

constexpr std::string_view kFcsWords[] = {"find-out", "present", "absent"};

}  // namespace

Result<void> store_speed(double& target, std::string_view text) {
  const auto parsed = parse_number(text.ends_with('x') ? text.substr(0, text.size() - 1) : text);
  if (!parsed)
    return fail(ErrorKind::plan, fmt::format("wants a factor like 2 or 0.5, found {}", in_quotes(text)));
  target = *parsed;
  return {};
}

Result<void> store_loops(std::optional<std::uint64_t>& target, std::string_view text) {
  target.reset();
  if (text == "forever") return {};
  const auto parsed = parse_integer(text, 1, kMostInteger);
  if (!parsed) return fail(ErrorKind::plan, fmt::format("{}, or forever", parsed.error().message));
  target = *parsed;
  return {};
}

Result<void> store_maps(std::vector<AddressMap>& target, std::string_view text) {
  target.clear();
  for (const std::string_view part : split(text, ',')) {
    auto map = parse_address_map(part);
    if (!map) return tl::make_unexpected(std::move(map.error()));
    target.push_back(*map);
  }
  return {};
}

Result<void> store_fcs(CaptureReading::Fcs& target, std::string_view text) {
  const auto* const found = std::ranges::find(kFcsWords, text);
  if (found == std::end(kFcsWords))
    return fail(ErrorKind::plan, fmt::format("wants find-out, present or absent, found {}", in_quotes(text)));
  target = static_cast<CaptureReading::Fcs>(found - std::begin(kFcsWords));
  return {};
}

std::string_view print_fcs(CaptureReading::Fcs fcs) { return kFcsWords[static_cast<std::size_t>(fcs)]; }

}  // namespace pktgen
