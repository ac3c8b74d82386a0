#include "report/calibration_tables.h"

#include <algorithm>
#include <fmt/format.h>

#include "search/question.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

std::size_t of_direction(CeilingWay way) { return static_cast<std::size_t>(way); }

std::string share_of_line(const CeilingFound& found) {
  return found.ceiling ? fmt::format("{:.2f}", percent_of(*found.ceiling, found.line_rate)) : kNothing;
}

std::string limit_text(const CeilingFound& found) {
  if (found.is_line_rate) return "line rate";
  return found.limited_by.empty() ? kNothing : found.limited_by;
}

TableRow row_of(const SizeCalibration& size, const CeilingFound& found) {
  const Verdict verdict = found.ceiling ? Verdict::pass : Verdict::not_measured;
  TableRow row{{std::to_string(size.size.count), std::string(name_of(found.way)),
                found.ceiling ? whole(*found.ceiling) : kNothing, share_of_line(found)},
               verdict};
  const auto floor = found.way == CeilingWay::both ? std::nullopt : size.floors[of_direction(found.way)];
  if (floor)
    for (const std::string& cell : {thousands(floor->min), fmt::format("{:.1f}", floor->mean),
                                    thousands(floor->p50), thousands(floor->p99), thousands(floor->samples)})
      row.cells.push_back(cell);
  else row.cells.insert(row.cells.end(), 5, kNothing);
  row.cells.push_back(thousands(found.course.trials));
  row.cells.push_back(limit_text(found));
  return row;
}

Table ceilings_table(const CalibrationAnswers& answers) {
  Table table{.columns = {{"frame", "bytes"},
                          {"way", "", false},
                          {"ceiling", "frames/s each way"},
                          {"of line", "%"},
                          {"min", "ns"},
                          {"mean", "ns"},
                          {"p50", "ns"},
                          {"p99", "ns"},
                          {"samples", ""},
                          {"trials", ""},
                          {"limited by", "", false}},
              .title = "The tester alone: the highest load it sends and receives, its latency at a low load"};
  for (const SizeCalibration& size : answers.sizes)
    for (const CeilingFound& found : size.ceilings) table.rows.push_back(row_of(size, found));
  return table;
}

Table slopes_table(const CalibrationAnswers& answers) {
  Table table{.columns = {{"way", "", false},
                          {"mean grows by", "ns a byte"},
                          {"error", "ns a byte"},
                          {"the line", "ns a byte"},
                          {"the tester", "ns a byte"}},
              .title = "What a byte adds (pktgen switch --tester-slope)"};
  for (const Direction direction : {Direction::a_to_b, Direction::b_to_a}) {
    const auto& slope = answers.slopes[direction == Direction::a_to_b ? 0 : 1];
    if (!slope) continue;
    table.rows.push_back(
        {{std::string(name_of(direction)), significant(slope->measured, 4), significant(slope->error, 2),
          significant(slope->serialisation, 4), significant(slope->of_tester(), 3)}});
  }
  return table;
}

}  // namespace

std::vector<Table> make_calibration_tables(const CalibrationAnswers& answers) {
  return {ceilings_table(answers), slopes_table(answers)};
}

std::vector<Chart> calibration_charts(const CalibrationAnswers& answers) {
  Chart chart{.title = "The tester's ceiling against line rate",
              .x_label = "frame size, bytes",
              .y_label = "million frames/s",
              .is_logarithmic = true};
  for (const CeilingWay way : kCeilingWays) chart.series.push_back({.name = std::string(name_of(way))});
  chart.series.push_back({.name = "line rate", .is_limit = true});
  for (const SizeCalibration& size : answers.sizes) {
    chart.x.push_back(std::to_string(size.size.count));
    for (Series& series : chart.series) series.values.emplace_back();
    for (const CeilingFound& found : size.ceilings) {
      if (found.ceiling) chart.series[of_direction(found.way)].values.back() = found.ceiling->count * 1e-6;
      chart.series.back().values.back() = found.line_rate.count * 1e-6;
    }
  }
  return {std::move(chart)};
}

std::string calibration_conclusion(const CalibrationAnswers& answers, Verdict verdict) {
  const std::string where =
      answers.stored.empty() ? answers.not_stored : fmt::format("stored as {}", answers.stored);
  const std::string sizes =
      fmt::format("{} {}", answers.sizes.size(), answers.sizes.size() == 1 ? "size" : "sizes");
  if (verdict == Verdict::pass)
    return fmt::format("Calibrated: the tester's own ceiling and floor for {}; {}.", sizes, where);
  return fmt::format("Not calibrated: {}.", where);
}

Fact calibration_fact(const CalibrationUse& use, const std::vector<PortFacts>& ports) {
  if (!use.calibration) {
    std::string names;
    for (const PortFacts& port : ports) names += (names.empty() ? "" : ",") + port.name;
    return {"tester", fmt::format("not calibrated: pktgen calibrate --ports {}{}", names,
                                  use.why_not.empty() ? "" : "; " + use.why_not)};
  }
  const Calibration& calibration = *use.calibration;
  const SizeLimits &small = calibration.limits.sizes.front(), &large = calibration.limits.sizes.back();
  std::string text = fmt::format("calibrated on {}, ceiling {} of {} bytes", calibration.calibrated_at,
                                 rate_text(std::min(small.both[0], small.both[1])), small.size.count);
  if (large.size != small.size)
    text += fmt::format(" to {} of {}", whole(std::min(large.both[0], large.both[1])), large.size.count);
  text += fmt::format(", both ways at once; latency floor {} ns",
                      thousands(std::min(small.floor[0].min, small.floor[1].min)));
  return {"tester", text};
}

}  // namespace pktgen
