#include "plan/lag_options.h"

#include <fmt/format.h>

#include "base/text.h"
#include "plan/lag_values.h"
#include "plan/values.h"

namespace pktgen {
namespace {

using Kind = Setting::Kind;

constexpr std::string_view kLag = "lag";
constexpr std::uint64_t kMostFlows = 1024, kMostMembers = 64;

template <class T, class Target>
Result<void> store_parsed(Target& target, Result<T> parsed) {
  if (!parsed) return tl::make_unexpected(std::move(parsed.error()));
  target = std::move(*parsed);
  return {};
}

/// One of two words; true for the second.
Result<void> store_choice(bool& target, std::string_view text, std::string_view no, std::string_view yes) {
  if (text != no && text != yes)
    return fail(ErrorKind::plan, fmt::format("wants {} or {}, found {}", no, yes, in_quotes(text)));
  target = text == yes;
  return {};
}

// A table of keys is the shortest way to say them; clang-format would spread each over six lines.
// clang-format off
constexpr Setting kLagSettings[] = {
    {"flows", Kind::integer, "512", "how many flows are sent",
     [](Plan& p, std::string_view t) { return store_parsed(p.lag.flows, parse_integer(t, 2, kMostFlows)); },
     [](const Plan& p) { return std::to_string(p.lag.flows); }, kLag},
    {"vary", Kind::text, R"("src-ip,src-port")", "header fields in which they differ, all at once",
     [](Plan& p, std::string_view t) { return store_parsed(p.lag.vary, parse_fields(t)); },
     [](const Plan& p) { return print_fields(p.lag.vary); }, kLag},
    {"order", Kind::text, R"("random")", "of their values: random or sequential",
     [](Plan& p, std::string_view t) { return store_choice(p.lag.is_sequential, t, "random", "sequential"); },
     [](const Plan& p) { return std::string(p.lag.is_sequential ? "sequential" : "random"); }, kLag},
    {"fields", Kind::text, R"("src-mac,vlan")", "header fields that are varied one by one",
     [](Plan& p, std::string_view t) { return store_parsed(p.lag.fields, parse_fields(t)); },
     [](const Plan& p) { return print_fields(p.lag.fields); }, kLag},
    {"members", Kind::integer, "2", "how many members the LAG has",
     [](Plan& p, std::string_view t) {
       return store_parsed(p.lag.members, parse_integer(t, 2, kMostMembers)); },
     [](const Plan& p) { return p.lag.members ? std::to_string(*p.lag.members) : std::string(); }, kLag},
    {"member-speed", Kind::text, R"("1G")", "speed of each; default: that of one flow, measured",
     [](Plan& p, std::string_view t) { return store_parsed(p.lag.member_speed, parse_member_speed(t)); },
     [](const Plan& p) { return print_member_speed(p.lag.member_speed); }, kLag},
    {"policy", Kind::text, R"("hash")", "how members are chosen: hash (of headers) or round-robin",
     [](Plan& p, std::string_view t) { return store_choice(p.lag.is_round_robin, t, "hash", "round-robin"); },
     [](const Plan& p) { return std::string(p.lag.is_round_robin ? "round-robin" : "hash"); }, kLag},
    {"predict", Kind::text, R"("layer3+4")", "the policy whose distribution is foretold",
     [](Plan& p, std::string_view t) { return store_parsed(p.lag.predict, parse_hash_policy(t)); },
     [](const Plan& p) { return p.lag.predict ? std::string(name_of(*p.lag.predict)) : ""; }, kLag},
    {"member-counts", Kind::text, R"("50000,50100")", "frames that the device counted on each member",
     [](Plan& p, std::string_view t) { return store_parsed(p.lag.member_counts, parse_counts(t)); },
     [](const Plan& p) { return print_counts(p.lag.member_counts); }, kLag},
    {"on-fail", Kind::text, R"("ssh dut ip link set eth1 down")", "command that takes a member away",
     [](Plan& p, std::string_view t) { return store_parsed(p.lag.on_fail, parse_command(t)); },
     [](const Plan& p) { return p.lag.on_fail; }, kLag},
    {"on-rejoin", Kind::text, R"("ssh dut ip link set eth1 up")", "command that gives it back",
     [](Plan& p, std::string_view t) { return store_parsed(p.lag.on_rejoin, parse_command(t)); },
     [](const Plan& p) { return p.lag.on_rejoin; }, kLag},
    {"longest-outage", Kind::text, R"("100ms")", "of a flow, that is accepted; default: not judged",
     [](Plan& p, std::string_view t) { return store_parsed(p.lag.longest_outage, parse_time(t)); },
     [](const Plan& p) { return p.lag.longest_outage ? print_time(*p.lag.longest_outage) : ""; }, kLag},
};
// clang-format on

}  // namespace

std::span<const Setting> lag_settings() { return kLagSettings; }

}  // namespace pktgen
