#include "plan/service_options.h"

#include <fmt/format.h>

#include "base/text.h"
#include "plan/service_values.h"
#include "plan/stream_options.h"

namespace pktgen {
namespace {

using Kind = Setting::Kind;

constexpr std::string_view kService = "service";

/// Stores what a parser read.
template <class T, class Target>
Result<void> put(Target& target, Result<T> parsed) {
  if (!parsed) return tl::make_unexpected(std::move(parsed.error()));
  target = std::move(*parsed);
  return {};
}

Result<void> store_policing(bool& target, std::string_view text) {
  if (text != "yes" && text != "no")
    return fail(ErrorKind::plan, fmt::format("wants yes or no, found {}", in_quotes(text)));
  target = text == "yes";
  return {};
}

std::string print_any(const std::optional<Nanoseconds>& time) { return time ? print_time(*time) : ""; }

// A table of keys is the shortest way to say them; clang-format would spread each over six lines.
// clang-format off
constexpr Setting kServiceSettings[] = {
    {"pcp", Kind::integer, "5", "priority of the VLAN tag, 0 to 7",
     [](Plan& p, std::string_view t) { return store_vlan(p.stream.headers, t, kVlanPriority); },
     [](const Plan& p) { return print_in_headers(p.stream.headers, kVlanPriority); }, kService, true},
    {"cir", Kind::text, R"("100M")", "committed information rate of the service",
     [](Plan& p, std::string_view t) { return put(p.service.one.cir, parse_information_rate(t)); },
     [](const Plan& p) { return print_information_rate(p.service.one.cir); }, kService, true},
    {"eir", Kind::text, R"("50M")", "excess information rate of the service",
     [](Plan& p, std::string_view t) { return put(p.service.one.eir, parse_information_rate(t)); },
     [](const Plan& p) { return print_information_rate(p.service.one.eir); }, kService, true},
    {"policing", Kind::text, R"("yes")", "whether what exceeds CIR and EIR is to be dropped",
     [](Plan& p, std::string_view t) { return store_policing(p.service.one.is_policed, t); },
     [](const Plan& p) { return std::string(p.service.one.is_policed ? "yes" : "no"); }, kService, true},
    {"ftd", Kind::text, R"("5ms")", "accepted frame transfer delay, the mean",
     [](Plan& p, std::string_view t) { return put(p.service.one.ftd, parse_threshold(t)); },
     [](const Plan& p) { return print_any(p.service.one.ftd); }, kService, true},
    {"fdv", Kind::text, R"("1ms")", "accepted frame delay variation, the 99.9th percentile above the minimum",
     [](Plan& p, std::string_view t) { return put(p.service.one.fdv, parse_threshold(t)); },
     [](const Plan& p) { return print_any(p.service.one.fdv); }, kService, true},
    {"flr", Kind::text, R"("0.1%")", "accepted frame loss ratio",
     [](Plan& p, std::string_view t) { return put(p.service.one.flr_percent, parse_share_of_all(t)); },
     [](const Plan& p) { return print_number(p.service.one.flr_percent) + "%"; }, kService, true},
    {"availability", Kind::text, R"("99.99%")", "wanted share of available seconds",
     [](Plan& p, std::string_view t) {
       return put(p.service.one.availability_percent, parse_share_of_all(t)); },
     [](const Plan& p) {
       const auto& share = p.service.one.availability_percent;
       return share ? print_number(*share) + "%" : std::string(); },
     kService, true},
    {"cir-steps", Kind::text, R"("25%,50%,75%,100%")", "loads of the configuration test, of the CIR",
     [](Plan& p, std::string_view t) { return put(p.service.steps_percent, parse_cir_steps(t)); },
     [](const Plan& p) { return print_cir_steps(p.service.steps_percent); }, kService},
    {"margin", Kind::text, R"("1%")", "by which more than CIR and EIR may come through a policer",
     [](Plan& p, std::string_view t) { return put(p.service.margin_percent, parse_share_of_all(t)); },
     [](const Plan& p) { return print_number(p.service.margin_percent) + "%"; }, kService},
    {"test", Kind::text, R"("both")", "configuration, performance or both",
     [](Plan& p, std::string_view t) { return put(p.service.tests, parse_service_tests(t)); },
     [](const Plan& p) { return print_service_tests(p.service.tests); }, kService},
};
// clang-format on

}  // namespace

std::span<const Setting> service_settings() { return kServiceSettings; }

}  // namespace pktgen
