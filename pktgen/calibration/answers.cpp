#include "calibration/answers.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "search/forwarding_mode.h"

namespace pktgen {
namespace {

std::size_t place_of(Direction direction) { return direction == Direction::a_to_b ? 0 : 1; }

/// More than three quarters of a second serialisation: as a device that waits for whole frames would add.
bool looks_stored(const ByteSlope& slope) { return slope.measured > slope.serialisation * 1.75; }

std::string slope_text(const ByteSlope& slope, Direction direction) {
  return fmt::format("{}: latency grows by {:.3g} ns a byte, {:.3g} of it the line's", name_of(direction),
                     slope.measured, slope.serialisation);
}

void add_slope_findings(const CalibrationAnswers& answers, bool is_virtual, RunVerdict& run) {
  for (const Direction direction : {Direction::a_to_b, Direction::b_to_a}) {
    const auto& slope = answers.slopes[place_of(direction)];
    if (is_virtual || !slope || !looks_stored(*slope)) continue;
    run.findings.push_back(
        {"looks-like-store-and-forward",
         slope_text(*slope, direction) + ": a switch that stores frames would add as much",
         "look once more that only a cable lies between the ports; a tester that copies frames may be so too",
         Effect::note});
  }
}

}  // namespace

std::string_view name_of(CeilingWay way) {
  constexpr std::string_view kNames[] = {"a>b", "b>a", "both"};
  return kNames[static_cast<std::size_t>(way)];
}

std::vector<Direction> directions_of(CeilingWay way) {
  if (way == CeilingWay::a_to_b) return {Direction::a_to_b};
  if (way == CeilingWay::b_to_a) return {Direction::b_to_a};
  return {Direction::a_to_b, Direction::b_to_a};
}

std::array<std::optional<ByteSlope>, 2> slopes_of(const std::vector<SizeCalibration>& sizes,
                                                  const std::array<LinkBitsPerSecond, 2>& links) {
  std::array<std::optional<ByteSlope>, 2> slopes;
  for (std::size_t i : {0u, 1u}) {
    std::vector<LatencyOfSize> points;
    for (const SizeCalibration& found : sizes)
      if (found.floors[i]) points.push_back({found.size, found.floors[i]->mean});
    const ForwardingFit fit = fit_forwarding(points, {.in = links[i], .out = links[i], .tester_slope = 0});
    if (!fit.slope || !fit.serialisation) continue;
    slopes[i] =
        ByteSlope{.measured = *fit.slope, .error = *fit.slope_error, .serialisation = *fit.serialisation};
  }
  return slopes;
}

void look_for_store_and_forward(CalibrationAnswers& answers, bool is_virtual) {
  for (const Direction direction : {Direction::a_to_b, Direction::b_to_a}) {
    const auto& slope = answers.slopes[place_of(direction)];
    if (is_virtual && slope && looks_stored(*slope))
      answers.signs.push_back(slope_text(*slope, direction) + ": something stores whole frames");
  }
}

std::vector<std::string> gaps_in(const CalibrationAnswers& answers, std::size_t sizes) {
  std::vector<std::string> gaps;
  for (const SizeCalibration& found : answers.sizes) {
    for (const CeilingFound& one : found.ceilings)
      if (!one.ceiling || one.course.ended != Ended::complete)
        gaps.push_back(fmt::format("{} bytes, {}: no load passed{}", found.size.count, name_of(one.way),
                                   one.limited_by.empty() ? "" : " (" + one.limited_by + ")"));
    if (found.ceilings.size() < std::size(kCeilingWays))
      gaps.push_back(fmt::format("{} bytes: not all directions were tried", found.size.count));
    for (const Direction direction : {Direction::a_to_b, Direction::b_to_a})
      if (!found.floors[place_of(direction)])
        gaps.push_back(fmt::format("{} bytes, {}: no latency", found.size.count, name_of(direction)));
  }
  if (answers.sizes.size() < sizes)
    gaps.push_back(fmt::format("{} of {} sizes weren't tried", sizes - answers.sizes.size(), sizes));
  return gaps;
}

std::vector<SizeLimits> limits_of(const std::vector<SizeCalibration>& sizes) {
  std::vector<SizeLimits> all;
  for (const SizeCalibration& found : sizes) {
    SizeLimits limits{.size = found.size};
    for (const CeilingFound& one : found.ceilings) {
      const FramesPerSecond rate = one.ceiling.value_or(FramesPerSecond{});
      if (one.way == CeilingWay::both) limits.both = {rate, rate};
      else limits.one_way[static_cast<std::size_t>(one.way)] = rate;
    }
    for (std::size_t i : {0u, 1u}) limits.floor[i] = found.floors[i].value_or(LatencyFloor{});
    all.push_back(limits);
  }
  return all;
}

RunVerdict judge_calibration(const CalibrationAnswers& answers, std::size_t sizes, bool is_virtual,
                             bool interrupted) {
  RunVerdict run{.verdict = Verdict::pass, .findings = {}};
  const auto voids = [&](const char* rule, std::string because, const char* next_step) {
    run.findings.push_back({rule, std::move(because), next_step, Effect::voids});
    run.verdict = Verdict::not_measured;
  };
  if (!answers.signs.empty())
    voids("not-a-plain-cable",
          fmt::format("{}; so this is no calibration, and nothing was stored", join(answers.signs, "; ")),
          "connect the two ports by a cable alone that is fine, and look that each driver counts what it "
          "drops; "
          "then run pktgen calibrate again");
  if (interrupted)
    voids("interrupted", "stopped by hand: what was measured is shown, and nothing was stored",
          "run pktgen calibrate to its end");
  const std::vector<std::string> gaps = gaps_in(answers, sizes);
  if (answers.signs.empty() && !interrupted && !gaps.empty())
    voids("no-ceiling", fmt::format("{}; nothing was stored", join(gaps, "; ")),
          "read what is said of the trials: a port that drops frames at every load is to be mended first");
  add_slope_findings(answers, is_virtual, run);
  return run;
}

}  // namespace pktgen
