#include "plan/soak_options.h"

#include <charconv>
#include <fmt/format.h>
#include <system_error>

#include "base/text.h"

namespace pktgen {
namespace {

using Kind = Setting::Kind;

constexpr std::string_view kSoak = "soak";
constexpr std::uint64_t kMostKept = 1000;

/// Of an interval, or between two readings of a module.
Result<void> store_every(Nanoseconds& target, std::string_view text) {
  const auto time = parse_time(text);
  if (!time) return tl::make_unexpected(time.error());
  if (*time < std::chrono::milliseconds(100) || *time > std::chrono::hours(1))
    return fail(ErrorKind::plan, fmt::format("wants a time from 100ms to 1h, found {}", in_quotes(text)));
  target = *time;
  return {};
}

Result<void> store_ber(double& target, std::string_view text) {
  double ratio = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ratio);
  if (error != std::errc() || end != text.data() + text.size() || !(ratio > 0) || ratio > 1e-3)
    return fail(
        ErrorKind::plan,
        fmt::format("wants a bit error ratio above 0 and up to 1e-3, like 1e-12, found {}", in_quotes(text)));
  target = ratio;
  return {};
}

Result<void> store_kept(std::uint64_t& target, std::string_view text) {
  const auto count = parse_integer(text, 0, kMostKept);
  if (!count) return tl::make_unexpected(count.error());
  target = *count;
  return {};
}

Result<void> store_bidirectional(bool& target, std::string_view text) {
  if (text != "true" && text != "false")
    return fail(ErrorKind::plan, fmt::format("wants true or false, found {}", in_quotes(text)));
  target = text == "true";
  return {};
}

// A table of keys is the shortest way to say them; clang-format would spread each over six lines.
// clang-format off
constexpr Setting kSoakSettings[] = {
    {"bidirectional", Kind::flag, "true", "the other port sends the same back",
     [](Plan& p, std::string_view t) { return store_bidirectional(p.soak.is_bidirectional, t); },
     [](const Plan& p) { return std::string(p.soak.is_bidirectional ? "true" : "false"); }, kSoak},
    {"every", Kind::text, R"("10s")", "length of an interval",
     [](Plan& p, std::string_view t) { return store_every(p.soak.every, t); },
     [](const Plan& p) { return print_time(p.soak.every); }, kSoak},
    {"dom-interval", Kind::text, R"("1s")", "between readings of what the ports' modules measure",
     [](Plan& p, std::string_view t) { return store_every(p.dom_interval, t); },
     [](const Plan& p) { return print_time(p.dom_interval); }, "sweep soak"},
    {"ber", Kind::text, R"("1e-12")", "bit error ratio that is to be shown",
     [](Plan& p, std::string_view t) { return store_ber(p.soak.ber, t); },
     [](const Plan& p) { return fmt::format("{}", p.soak.ber); }, kSoak},
    {"keep", Kind::integer, "16", "frames kept before and after each loss, for a pcapng file",
     [](Plan& p, std::string_view t) { return store_kept(p.soak.kept_frames, t); },
     [](const Plan& p) { return std::to_string(p.soak.kept_frames); }, kSoak},
};
// clang-format on

}  // namespace

std::span<const Setting> soak_settings() { return kSoakSettings; }

void choose_soak_defaults(Plan& plan) {
  constexpr FrameBytes kSize{1518};
  if (!was_asked(plan, "sizes")) plan.stream.sizes.parts = {{kSize, 1}};
  if (!was_asked(plan, "duration")) plan.duration = std::chrono::hours(1);
}

Result<void> check_soak(const Plan& plan) {
  if (plan.soak.every <= plan.duration) return {};
  return fail(ErrorKind::plan, fmt::format("every is {}, longer than the whole run of {}; say a shorter time",
                                           print_time(plan.soak.every), print_time(plan.duration)));
}

}  // namespace pktgen
