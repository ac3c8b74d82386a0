#include "app/calibration_use.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sys/utsname.h>
#include <utility>

#include "base/text.h"
#include "calibration/store.h"
#include "verdict/trial_verdict.h"

namespace pktgen {
namespace {

TesterHost this_host(const ToolFacts& tool) {
  utsname system{};
  std::ifstream file("/proc/cpuinfo");
  const std::string cpuinfo{std::istreambuf_iterator<char>(file), {}};
  return {.name = uname(&system) == 0 ? system.nodename : "unknown",
          .cpu = processor_name(cpuinfo),
          .dpdk = tool.dpdk,
          .tool = tool.version};
}

Result<CalibrationUse> named_one(const std::string& path, const TesterIdentity& tester) {
  auto calibration = load_calibration(path);
  if (!calibration) return within("--calibration", calibration.error());
  const std::vector<std::string> others = differences(calibration->tester, tester);
  if (others.empty()) return CalibrationUse{.calibration = std::move(*calibration), .file = path};
  return fail(
      ErrorKind::plan,
      fmt::format("--calibration: {} is of another tester ({}); run pktgen calibrate for these ports, "
                  "or leave it out",
                  path, join(others, "; ")));
}

CalibrationUse stored_one(const TesterIdentity& tester) {
  StoredCalibration stored = find_calibration(calibration_folder(), tester);
  for (const std::string& complaint : stored.complaints)
    fmt::print(stderr, "pktgen: a calibration isn't used: {}\n", complaint);
  CalibrationUse use{.calibration = std::move(stored.calibration)};
  if (use.calibration) use.file = stored.file;
  else if (!stored.file.empty())
    use.why_not = fmt::format("{} is of another tester ({})", stored.file, join(stored.differences, "; "));
  return use;
}

}  // namespace

std::string processor_name(std::string_view cpuinfo) {
  for (const std::string_view line : split(cpuinfo, '\n')) {
    const std::vector<std::string_view> parts = split(line, ':');
    if (parts.size() > 1 && parts[0] == "model name")
      return std::string(line.substr(static_cast<std::size_t>(parts[1].data() - line.data())));
  }
  return "unknown";
}

TesterIdentity tester_of(const Plan& plan, const RunRecord& record) {
  TesterHost host =
      record.clock.is_virtual
          ? TesterHost{.name = "any", .cpu = "virtual time", .dpdk = "none", .tool = record.tool.version}
          : this_host(record.tool);
  return identity_of(std::move(host), record.ports, plan.verify_payload);
}

Result<void> use_calibration(const Plan& plan, RunRecord& record) {
  const bool is_asked = !plan.calibration.empty() && plan.calibration != "none";
  if (record.clock.is_virtual && !is_asked) return {};
  if (plan.calibration == "none") {
    record.calibration = CalibrationUse{.why_not = "none was to be used"};
    return {};
  }
  const TesterIdentity tester = tester_of(plan, record);
  auto use = is_asked ? named_one(plan.calibration, tester) : Result<CalibrationUse>(stored_one(tester));
  if (!use) return tl::make_unexpected(use.error());
  record.calibration = std::move(*use);
  return {};
}

Criteria criteria_of(const Plan& plan, const RunRecord& record) {
  Criteria criteria = criteria_for(plan.tolerance_percent, record.tagged, record.ports);
  criteria.limits = record.limits();
  return criteria;
}

std::optional<TesterLimits> limits_of_streams(const std::optional<TesterLimits>& limits,
                                              const StreamsRequest& request, const StreamsOutcome& outcome) {
  if (!limits) return std::nullopt;
  std::vector<SizeRate> mix;
  for (std::size_t i = 0; i < std::min(request.streams.size(), outcome.streams.size()); ++i) {
    const StreamOutcome& stream = outcome.streams[i];
    double weights = 0;
    for (const SizeMix::Part& part : request.streams[i].sizes.parts) weights += part.weight;
    for (const SizeMix::Part& part : request.streams[i].sizes.parts)
      mix.push_back({stream.direction, part.size, {stream.load.count * part.weight / weights}});
  }
  return limits_of_mix(*limits, mix);
}

std::optional<double> calibrated_slope(const RunRecord& record, Direction direction) {
  if (!record.calibration || !record.calibration->calibration) return std::nullopt;
  const auto& slope = record.calibration->calibration->slopes[direction == Direction::a_to_b ? 0 : 1];
  return slope ? std::optional(slope->of_tester()) : std::nullopt;
}

}  // namespace pktgen
