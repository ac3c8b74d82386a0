#include "plan/outage_options.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "plan/values.h"

namespace pktgen {
namespace {

using Kind = Setting::Kind;

constexpr Nanoseconds kLongestTime = std::chrono::hours(24);

/// A time above zero.
template <class Target>
Result<void> store_time(Target& target, std::string_view text) {
  const auto time = parse_time(text);
  if (!time) return tl::make_unexpected(time.error());
  if (*time <= Nanoseconds::zero() || *time > kLongestTime)
    return fail(ErrorKind::plan,
                fmt::format("wants a time above zero and up to 24h, found {}", in_quotes(text)));
  target = *time;
  return {};
}

Result<void> store_known_load(std::optional<Load>& target, std::string_view text) {
  const auto load = parse_load(text);
  if (!load) return tl::make_unexpected(load.error());
  target = *load;
  return {};
}

Result<void> store_kind(std::string& target, std::string_view text) {
  constexpr std::array<std::string_view, 3> kKinds{"hardware", "software", "power"};
  if (std::ranges::find(kKinds, text) == kKinds.end())
    return fail(ErrorKind::plan, fmt::format("wants hardware, software or power, found {}", in_quotes(text)));
  target = text;
  return {};
}

Result<void> store_command(std::string& target, std::string_view text) {
  const auto command = parse_command(text);
  if (!command) return tl::make_unexpected(command.error());
  target = *command;
  return {};
}

// A table of keys is the shortest way to say them; clang-format would spread each over six lines.
// clang-format off
constexpr Setting kOutageSettings[] = {
    {"throughput", Kind::text, R"("700kfps")", "known before, so that it isn't looked for",
     [](Plan& p, std::string_view t) { return store_known_load(p.outage.throughput, t); },
     [](const Plan& p) { return p.outage.throughput ? print_load(*p.outage.throughput) : std::string(); },
     "recovery"},
    {"relief", Kind::text, R"("60s")", "time of sending at half of the overload",
     [](Plan& p, std::string_view t) { return store_time(p.outage.relief, t); },
     [](const Plan& p) { return print_time(p.outage.relief); }, "recovery rfc2544"},
    {"limit", Kind::text, R"("500ms")", "a recovery or reset that takes longer fails",
     [](Plan& p, std::string_view t) { return store_time(p.outage.limit, t); },
     [](const Plan& p) { return p.outage.limit ? print_time(*p.outage.limit) : std::string(); },
     "recovery reset"},
    {"stable", Kind::text, R"("15s")", "forwarding without loss before a reset and after it",
     [](Plan& p, std::string_view t) { return store_time(p.outage.stable, t); },
     [](const Plan& p) { return print_time(p.outage.stable); }, "reset"},
    {"wait", Kind::text, R"("5min")", "longest wait for a reset, and for its end",
     [](Plan& p, std::string_view t) { return store_time(p.outage.wait, t); },
     [](const Plan& p) { return print_time(p.outage.wait); }, "reset"},
    {"kind", Kind::text, R"("hardware")", "of the reset: hardware, software or power",
     [](Plan& p, std::string_view t) { return store_kind(p.outage.kind, t); },
     [](const Plan& p) { return p.outage.kind; }, "reset"},
    {"on-reset", Kind::text, R"("ssh switch reload")", "what resets the device, run without a shell",
     [](Plan& p, std::string_view t) { return store_command(p.outage.on_reset, t); },
     [](const Plan& p) { return p.outage.on_reset; }, "reset"},
};
// clang-format on

}  // namespace

std::span<const Setting> outage_settings() { return kOutageSettings; }

void choose_outage_times(Plan& plan) {
  using std::chrono::seconds;
  if (!was_asked(plan, "relief")) plan.outage.relief = plan.duration;
  if (plan.search.is_quick && !was_asked(plan, "stable")) plan.outage.stable = seconds(1);
  // Whoever was asked for a reset isn't asked again because the first went wrong.
  if (plan.command == "reset") plan.search.repeats = 0;
}

}  // namespace pktgen
