#include "report/search_tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "search/size_verdict.h"
#include "verdict/wording.h"
#include "wire/link_model.h"

namespace pktgen {
namespace {

double l1_bits(FramesPerSecond rate, FrameBytes size) {
  return rate.count * static_cast<double>(on_wire(size).count) * 8;
}

std::string rate(const std::optional<FramesPerSecond>& value) { return value ? whole(*value) : kNothing; }
std::string size_text(FrameBytes size) { return std::to_string(size.count); }

/// Rounded down, for a share of 99.999 isn't all.
std::string percent(FramesPerSecond load, FramesPerSecond line_rate) {
  return fmt::format("{:.2f}", std::floor(percent_of(load, line_rate) * 100 + 1e-6) / 100);
}

std::string l1(const SizeThroughput& found) {
  if (!found.answer.throughput) return kNothing;
  return fmt::format("{:.3f}", l1_bits(*found.answer.throughput, found.size) * 1e-9);
}

/// Of a direction that was loaded alone, or with the other one.
std::string way_of(Direction direction, std::string_view loaded) {
  return std::string(name_of(direction)) + (loaded == "both" ? " of both" : "");
}

Table throughput_table(const SearchAnswers& answers) {
  Table table{.columns = {{"size", "bytes"},
                          {"way", "", false},
                          {"throughput", "frames/s each way"},
                          {"of line", "%"},
                          {"L1", "Gb/s each way"},
                          {"fails at", "frames/s"},
                          {"trials", ""},
                          {"not measured", "trials"},
                          {"time", "s"},
                          {"verdict", "", false}},
              .title = "Throughput"};
  for (const SizeThroughput& found : answers.throughput) {
    const auto& value = found.answer.throughput;
    table.rows.push_back(
        {{size_text(found.size), found.direction, rate(value),
          value ? percent(*value, found.line_rate) : kNothing, l1(found), rate(found.answer.lowest_failed),
          thousands(found.course.trials), thousands(found.course.not_measured),
          seconds_text(found.course.time), verdict_text(verdict_of(found))},
         verdict_of(found)});
  }
  return table;
}

bool has_floors(const SearchAnswers& answers) {
  return std::ranges::any_of(answers.latency, [](const SizeLatency& found) {
    return std::ranges::any_of(found.points,
                               [](const LatencyAtLoad& p) { return p.above_floor.has_value(); });
  });
}

Table latency_table(const SearchAnswers& answers) {
  Table table{.columns = {{"size", "bytes"},
                          {"way", "", false},
                          {"load", "frames/s"},
                          {"of throughput", "%"},
                          {"repetitions", ""},
                          {"samples", ""},
                          {"min", "ns"},
                          {"mean", "ns"},
                          {"p50", "ns"},
                          {"p99", "ns"},
                          {"p99.9", "ns"},
                          {"max", "ns"},
                          {"lost", ""},
                          {"verdict", "", false}},
              .title = "Latency"};
  if (has_floors(answers)) table.columns.insert(table.columns.end() - 2, {"p50 above floor", "ns"});
  for (const SizeLatency& found : answers.latency)
    for (const LatencyAtLoad& point : found.points) {
      TableRow row{{size_text(found.size), way_of(point.direction, found.direction), whole(point.load),
                    percent(point.load, found.throughput), std::to_string(point.repetitions)},
                   verdict_of(found)};
      if (const auto& latency = point.latency) {
        row.cells.push_back(thousands(latency->samples));
        row.cells.push_back(thousands(latency->min));
        row.cells.push_back(fmt::format("{:.1f}", latency->mean));
        for (const std::uint64_t value : {latency->p50, latency->p99, latency->p999, latency->max})
          row.cells.push_back(thousands(value));
      } else {
        row.cells.insert(row.cells.end(), 7, kNothing);
      }
      const auto& above = point.above_floor;
      if (has_floors(answers))
        row.cells.push_back(above && above->p50 ? fmt::format("{:.0f}", *above->p50) : kNothing);
      row.cells.push_back(thousands(point.lost));
      row.cells.push_back(verdict_text(row.verdict));
      table.rows.push_back(std::move(row));
    }
  return table;
}

Table loss_table(const SearchAnswers& answers) {
  Table table{.columns = {{"size", "bytes"},
                          {"way", "", false},
                          {"load", "frames/s each way"},
                          {"of line", "%"},
                          {"offered", "frames"},
                          {"lost", "frames"},
                          {"loss", "%"},
                          {"verdict", "", false}},
              .title = "Frame loss rate"};
  for (const SizeLoss& found : answers.loss)
    for (const LossPoint& point : found.answer.points) {
      const Verdict verdict = point.loss_ratio ? Verdict::pass : Verdict::not_measured;
      const bool is_known = point.loss_ratio.has_value();
      table.rows.push_back(
          {{size_text(found.size), found.direction, whole(point.load), percent(point.load, found.line_rate),
            is_known ? thousands(point.offered) : kNothing, is_known ? thousands(point.lost) : kNothing,
            is_known ? percent_text(point.lost, point.offered) : kNothing, verdict_text(verdict)},
           verdict});
    }
  return table;
}

std::string frames_or_nothing(const std::optional<double>& frames) {
  return frames ? fmt::format("{:.1f}", *frames) : kNothing;
}
std::string time_or_nothing(const std::optional<Nanoseconds>& time) {
  return time ? thousands(static_cast<std::uint64_t>(time->count())) : kNothing;
}

Table burst_table(const SearchAnswers& answers) {
  Table table{.columns = {{"size", "bytes"},
                          {"way", "", false},
                          {"burst", "frames, mean"},
                          {"min", ""},
                          {"max", ""},
                          {"deviation", "frames"},
                          {"repetitions", ""},
                          {"buffer", "ns"},
                          {"corrected", "ns"},
                          {"verdict", "", false}},
              .title = "Back-to-back frames"};
  for (const SizeBurst& found : answers.burst) {
    const BackToBack::Answer& answer = found.answer;
    const bool is_known = answer.mean_frames.has_value();
    table.rows.push_back(
        {{size_text(found.size), found.direction,
          answer.is_applicable ? frames_or_nothing(answer.mean_frames) : "line rate passes",
          is_known ? thousands(answer.min_frames) : kNothing,
          is_known ? thousands(answer.max_frames) : kNothing, frames_or_nothing(answer.deviation_frames),
          std::to_string(answer.bursts.size()), time_or_nothing(answer.buffer_time),
          time_or_nothing(answer.corrected_buffer_time), verdict_text(verdict_of(found))},
         verdict_of(found)});
  }
  return table;
}

Table mlr_table(const SearchAnswers& answers) {
  Table table{.columns = {{"size", "bytes"},
                          {"way", "", false},
                          {"goal", "loss:exceed:width", false},
                          {"throughput", "conditional, frames/s"},
                          {"of line", "%"},
                          {"lower bound", "frames/s"},
                          {"upper bound", "frames/s"},
                          {"trials", ""},
                          {"time", "s"},
                          {"verdict", "", false}},
              .title = "MLRsearch"};
  for (const SizeMlr& found : answers.mlr)
    for (const Mlr::GoalAnswer& goal : found.answer.goals) {
      const auto& value = goal.conditional_throughput;
      table.rows.push_back(
          {{size_text(found.size), found.direction,
            fmt::format("{:g}%:{:g}%:{:g}%", goal.goal.loss_ratio * 100, goal.goal.exceed_ratio * 100,
                        goal.goal.width * 100),
            rate(value), value ? percent(*value, found.line_rate) : kNothing, rate(goal.relevant_lower_bound),
            rate(goal.relevant_upper_bound), thousands(found.course.trials), seconds_text(found.course.time),
            verdict_text(verdict_of(found))},
           verdict_of(found)});
    }
  return table;
}

/// Sizes as a chart's x, each once, and where each stands.
template <class Found>
std::map<FrameBytes, std::size_t> put_sizes(const std::vector<Found>& all, Chart& chart) {
  std::map<FrameBytes, std::size_t> places;
  for (const Found& found : all)
    if (places.emplace(found.size, chart.x.size()).second) chart.x.push_back(size_text(found.size));
  return places;
}

/// The chart's series of this name, made where there is none yet.
Series& series_of(Chart& chart, const std::string& name) {
  auto series = std::ranges::find(chart.series, name, &Series::name);
  if (series == chart.series.end()) series = chart.series.insert(series, Series{.name = name});
  series->values.resize(chart.x.size());
  return *series;
}

Chart throughput_chart(const SearchAnswers& answers) {
  Chart chart{.title = "Throughput",
              .x_label = "frame size, bytes",
              .y_label = "frames/s each way",
              .series = {{"theoretical", {}, true}}};
  const auto places = put_sizes(answers.throughput, chart);
  for (const SizeThroughput& found : answers.throughput) {
    const std::size_t at = places.at(found.size);
    series_of(chart, "theoretical").values[at] = found.line_rate.count;
    if (const auto& value = found.answer.throughput)
      series_of(chart, "throughput, " + found.direction).values[at] = value->count;
  }
  return chart;
}

/// Loads in percent of line rate ascending, for a chart's x is words.
Chart loss_chart(const SearchAnswers& answers) {
  Chart chart{.title = "Frame loss rate", .x_label = "load, % of line rate", .y_label = "loss, %"};
  std::map<double, std::string> loads;
  for (const SizeLoss& found : answers.loss)
    for (const LossPoint& point : found.answer.points)
      loads.emplace(std::round(percent_of(point.load, found.line_rate) * 100) / 100,
                    fmt::format("{:.4g}", percent_of(point.load, found.line_rate)));
  for (const auto& [load, text] : loads) chart.x.push_back(text);
  for (const SizeLoss& found : answers.loss) {
    Series& series = series_of(chart, fmt::format("{} bytes, {}", found.size.count, found.direction));
    for (const LossPoint& point : found.answer.points) {
      const auto at = loads.find(std::round(percent_of(point.load, found.line_rate) * 100) / 100);
      if (point.loss_ratio)
        series.values[static_cast<std::size_t>(std::distance(loads.begin(), at))] = *point.loss_ratio * 100;
    }
  }
  return chart;
}

Chart latency_chart(const SearchAnswers& answers) {
  Chart chart{
      .title = "Latency, mean", .x_label = "frame size, bytes", .y_label = "ns", .is_logarithmic = true};
  const auto places = put_sizes(answers.latency, chart);
  for (const SizeLatency& found : answers.latency) {
    for (const LatencyAtLoad& point : found.points) {
      Series& series =
          series_of(chart, fmt::format("{} at {:.0f} %", way_of(point.direction, found.direction),
                                       percent_of(point.load, found.throughput)));
      if (point.latency) series.values[places.at(found.size)] = point.latency->mean;
    }
  }
  return chart;
}

struct Counts {
  std::size_t all = 0, failed = 0, not_measured = 0;
  void add(Verdict verdict) {
    ++all;
    failed += verdict == Verdict::fail;
    not_measured += verdict == Verdict::not_measured;
  }
};

Counts counts_of(const SearchAnswers& answers) {
  Counts counts;
  for (const auto& found : answers.throughput) counts.add(verdict_of(found));
  for (const auto& found : answers.latency) counts.add(verdict_of(found));
  for (const auto& found : answers.loss) counts.add(verdict_of(found));
  for (const auto& found : answers.burst) counts.add(verdict_of(found));
  for (const auto& found : answers.mlr) counts.add(verdict_of(found));
  return counts;
}

}  // namespace

std::vector<Table> make_search_tables(const SearchAnswers& answers) {
  std::vector<Table> tables;
  if (!answers.throughput.empty()) tables.push_back(throughput_table(answers));
  if (!answers.latency.empty()) tables.push_back(latency_table(answers));
  if (!answers.loss.empty()) tables.push_back(loss_table(answers));
  if (!answers.burst.empty()) tables.push_back(burst_table(answers));
  if (!answers.mlr.empty()) tables.push_back(mlr_table(answers));
  return tables;
}

std::vector<Chart> search_charts(const SearchAnswers& answers) {
  std::vector<Chart> charts;
  if (!answers.throughput.empty()) charts.push_back(throughput_chart(answers));
  if (!answers.latency.empty()) charts.push_back(latency_chart(answers));
  if (!answers.loss.empty()) charts.push_back(loss_chart(answers));
  return charts;
}

std::string search_conclusion(const SearchAnswers& answers, Verdict verdict, bool interrupted) {
  const std::string stopped = interrupted ? " The run was stopped by hand." : "";
  const Counts counts = counts_of(answers);
  if (verdict == Verdict::fail)
    return fmt::format("Fail: in {} of {} searches no load passed, {} weren't measured.{}", counts.failed,
                       counts.all, counts.not_measured, stopped);
  if (verdict == Verdict::not_measured)
    return fmt::format("Not measured: {} of {} searches have no answer that can be trusted.{}",
                       counts.not_measured, counts.all, stopped);
  const bool is_line_rate =
      !answers.throughput.empty() && std::ranges::all_of(answers.throughput, [](const auto& found) {
        return found.answer.throughput && found.answer.throughput->count >= found.line_rate.count;
      });
  const std::string found = counts.all == 1
                                ? "the answer of one search was found"
                                : fmt::format("the answers of {} searches were found", counts.all);
  const std::string_view line = answers.throughput.empty() ? ""
                                : is_line_rate             ? ", the throughput is line rate for all sizes"
                                               : ", the throughput is below line rate for some sizes";
  return fmt::format("Pass: {}{}.{}", found, line, stopped);
}

}  // namespace pktgen
