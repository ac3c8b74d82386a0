#include "plan/calibrate_options.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"

namespace pktgen {
namespace {

using Kind = Setting::Kind;

Result<void> store_file_name(std::string& target, std::string_view text, std::string_view wanted) {
  if (text.empty() || text.find('\0') != std::string_view::npos)
    return fail(ErrorKind::plan, fmt::format("wants {}, found {}", wanted, in_quotes(text)));
  target = text;
  return {};
}

// A table of keys is the shortest way to say them; clang-format would spread each over six lines.
// clang-format off
constexpr Setting kCalibrateSettings[] = {
    {"calibration", Kind::text, R"("tester.toml")",
     "what pktgen calibrate stored of this tester, or none; default: found",
     [](Plan& p, std::string_view t) {
       return store_file_name(p.calibration, t, "a calibration's file, or none"); },
     [](const Plan& p) { return p.calibration; },
     "sweep throughput latency loss burst recovery reset mlr rfc2544 switch service send soak"},
    {"store", Kind::text, R"("tester.toml")", "file for the calibration; default: where later runs look",
     [](Plan& p, std::string_view t) { return store_file_name(p.store, t, "a file's name"); },
     [](const Plan& p) { return p.store; }, "calibrate"},
};
// clang-format on

}  // namespace

std::span<const Setting> calibrate_settings() { return kCalibrateSettings; }

void choose_calibrate_times(Plan& plan) {
  using std::chrono::milliseconds, std::chrono::seconds;
  const bool is_quick = plan.search.is_quick;
  if (!was_asked(plan, "duration")) plan.duration = seconds(is_quick ? 1 : 10);
  if (!was_asked(plan, "search-duration")) plan.search.trial_duration = milliseconds(is_quick ? 100 : 1000);
  plan.search.trial_duration = std::min(plan.search.trial_duration, plan.duration);
}

}  // namespace pktgen
