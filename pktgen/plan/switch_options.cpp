#include "plan/switch_options.h"

#include "base/text.h"
#include "plan/lag_values.h"
#include "plan/switch_values.h"
#include "plan/values.h"

namespace pktgen {
namespace {

using Kind = Setting::Kind;

constexpr std::string_view kSwitch = "switch";
constexpr std::uint64_t kMost = 1'000'000;

/// Stores what a parser read.
template <class T, class Target>
Result<void> set(Target& target, Result<T> parsed) {
  if (!parsed) return tl::make_unexpected(std::move(parsed.error()));
  target = std::move(*parsed);
  return {};
}

Result<void> store_count(std::uint64_t& target, std::string_view text, std::uint64_t least) {
  return set(target, parse_integer(text, least, kMost));
}

// A table of keys is the shortest way to say them; clang-format would spread each over six lines.
// clang-format off
constexpr Setting kSwitchSettings[] = {
    {"tests", Kind::text, R"("capacity,ageing")", "what a switch or a LAG is asked, a list; default: all",
     [](Plan& p, std::string_view t) {
       return p.command == "lag" ? set(p.lag.tests, parse_lag_tests(t))
                                 : set(p.switching.tests, parse_switch_tests(t)); },
     [](const Plan& p) { return join(p.command == "lag" ? p.lag.tests : p.switching.tests, ","); },
     "switch lag"},
    {"most-addresses", Kind::integer, "65536", "how many addresses are tried at most",
     [](Plan& p, std::string_view t) { return store_count(p.switching.most_addresses, t, 2); },
     [](const Plan& p) { return std::to_string(p.switching.most_addresses); }, kSwitch},
    {"learning-rate", Kind::integer, "1000", "addresses a second that are shown to find the capacity",
     [](Plan& p, std::string_view t) { return store_count(p.switching.learning_rate, t, 1); },
     [](const Plan& p) { return std::to_string(p.switching.learning_rate); }, kSwitch},
    {"learning-addresses", Kind::integer, "1000", "addresses that are shown to find the learning rate",
     [](Plan& p, std::string_view t) { return store_count(p.switching.learning_addresses, t, 2); },
     [](const Plan& p) { return std::to_string(p.switching.learning_addresses); }, kSwitch},
    {"learning-precision", Kind::text, R"("1%")", "how far below a failed rate the learning rate may lie",
     [](Plan& p, std::string_view t) {
       return set(p.switching.learning_precision_percent, parse_learning_precision(t)); },
     [](const Plan& p) { return print_number(p.switching.learning_precision_percent) + "%"; }, kSwitch},
    {"ageing", Kind::text, R"("300s")", "after which the switch has forgotten an address",
     [](Plan& p, std::string_view t) { return set(p.switching.ageing, parse_time(t)); },
     [](const Plan& p) { return print_time(p.switching.ageing); }, kSwitch},
    {"longest-ageing", Kind::text, R"("20min")", "the longest ageing time that is looked for",
     [](Plan& p, std::string_view t) { return set(p.switching.longest_ageing, parse_time(t)); },
     [](const Plan& p) { return print_time(p.switching.longest_ageing); }, kSwitch},
    {"ageing-resolution", Kind::text, R"("1s")", "how well the ageing time is to be known",
     [](Plan& p, std::string_view t) { return set(p.switching.ageing_resolution, parse_time(t)); },
     [](const Plan& p) { return print_time(p.switching.ageing_resolution); }, kSwitch},
    {"isolated-vlans", Kind::text, R"("20,30")", "VLANs that don't reach from one port to the other",
     [](Plan& p, std::string_view t) { return set(p.switching.isolated_vlans, parse_vlans(t)); },
     [](const Plan& p) { return print_vlans(p.switching.isolated_vlans); }, kSwitch},
    {"tester-slope", Kind::text, R"("0.8")", "nanoseconds a byte that the tester itself adds to a latency",
     [](Plan& p, std::string_view t) { return set(p.switching.tester_slope, parse_slope(t)); },
     [](const Plan& p) {
       return p.switching.tester_slope ? print_number(*p.switching.tester_slope) : std::string(); },
     kSwitch},
};
// clang-format on

}  // namespace

std::span<const Setting> switch_settings() { return kSwitchSettings; }

}  // namespace pktgen
