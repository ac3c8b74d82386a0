#include "report/throughput_table.h"

#include <algorithm>
#include <fmt/format.h>

#include "verdict/wording.h"
#include "wire/link_model.h"

namespace pktgen {
namespace {

constexpr const char* kNothing = "-";

double l1_bits(FramesPerSecond rate, FrameBytes size) {
  return rate.count * static_cast<double>(on_wire(size).count) * 8;
}

std::string rate(const std::optional<FramesPerSecond>& value) { return value ? whole(*value) : kNothing; }

/// Rounded down, for a share of 99.99 isn't all.
std::string percent(const SizeThroughput& found) {
  if (!found.answer.throughput) return kNothing;
  const double share = percent_of(*found.answer.throughput, found.line_rate);
  return fmt::format("{:.2f}", static_cast<double>(static_cast<std::uint64_t>(share * 100 + 1e-6)) / 100);
}

std::string l1(const SizeThroughput& found) {
  if (!found.answer.throughput) return kNothing;
  return fmt::format("{:.3f}", l1_bits(*found.answer.throughput, found.size) * 1e-9);
}

}  // namespace

Table make_throughput_table(const ThroughputRecord& record) {
  Table table{.columns = {{"size", "bytes"},
                          {"way", "", false},
                          {"throughput", "frames/s each way"},
                          {"of line", "%"},
                          {"L1", "Gb/s each way"},
                          {"fails at", "frames/s"},
                          {"trials", ""},
                          {"not measured", "trials"},
                          {"time", "s"},
                          {"verdict", "", false}}};
  for (const SizeThroughput& found : record.sizes)
    table.rows.push_back({{std::to_string(found.size.count), record.direction, rate(found.answer.throughput),
                           percent(found), l1(found), rate(found.answer.lowest_failed),
                           thousands(found.course.trials), thousands(found.course.not_measured),
                           seconds_text(found.course.time), verdict_text(verdict_of(found))},
                          verdict_of(found)});
  return table;
}

std::vector<Chart> throughput_charts(const ThroughputRecord& record) {
  Chart chart{.title = "Throughput",
              .x_label = "frame size, bytes",
              .y_label = "Gb/s each way",
              .series = {{"theoretical (L1)", {}, true}, {"throughput (L1)"}}};
  for (const SizeThroughput& found : record.sizes) {
    chart.x.push_back(std::to_string(found.size.count));
    chart.series[0].values.emplace_back(l1_bits(found.line_rate, found.size) * 1e-9);
    const auto& value = found.answer.throughput;
    chart.series[1].values.push_back(value ? std::optional(l1_bits(*value, found.size) * 1e-9)
                                           : std::nullopt);
  }
  return {chart};
}

std::string throughput_conclusion(const ThroughputRecord& record, Verdict verdict, bool interrupted) {
  const std::string stopped = interrupted ? " The run was stopped by hand." : "";
  const auto count = [&](Verdict which) {
    return std::ranges::count_if(record.sizes,
                                 [&](const SizeThroughput& s) { return verdict_of(s) == which; });
  };
  if (verdict == Verdict::pass) {
    const bool is_line_rate = std::ranges::all_of(record.sizes, [](const SizeThroughput& found) {
      return found.answer.throughput && found.answer.throughput->count >= found.line_rate.count;
    });
    return fmt::format("Pass: the throughput of {} was found, {}.{}",
                       record.sizes.size() == 1 ? "one size" : fmt::format("{} sizes", record.sizes.size()),
                       is_line_rate ? "line rate for all" : "below line rate for some", stopped);
  }
  if (verdict == Verdict::fail)
    return fmt::format("Fail: of {} sizes {} have no load that passes, {} weren't measured.{}",
                       record.sizes.size(), count(Verdict::fail), count(Verdict::not_measured), stopped);
  return fmt::format("Not measured: {} of {} sizes have no answer that can be trusted.{}",
                     count(Verdict::not_measured), record.sizes.size(), stopped);
}

Json throughput_json(const ThroughputRecord& record) {
  Json answer = Json::array();
  for (const SizeThroughput& found : record.sizes) {
    Json json;
    json["frame_bytes"] = found.size.count;
    json["direction"] = record.direction;
    json["throughput_frames_per_second"] = or_null(found.answer.throughput);
    json["throughput_percent"] =
        found.answer.throughput ? Json(percent_of(*found.answer.throughput, found.line_rate)) : Json(nullptr);
    json["lower_bound_frames_per_second"] = or_null(found.answer.throughput);
    json["upper_bound_frames_per_second"] = or_null(found.answer.lowest_failed);
    json["lowest_unmeasured_frames_per_second"] = or_null(found.answer.lowest_unmeasured);
    json["line_rate_frames_per_second"] = found.line_rate.count;
    json["precision_frames_per_second"] = found.goal.precision.count;
    json["accepted_loss_ratio"] = found.goal.accepted_loss_ratio;
    json["final_duration_s"] = seconds(found.goal.final_duration);
    json["trials"] = found.course.trials;
    json["not_measured_trials"] = found.course.not_measured;
    json["time_s"] = seconds(found.course.time);
    json["ended"] = name_of(found.course.ended);
    json["not_monotonic"] = Json::array();
    for (const Inversion& hole : found.answer.inversions)
      json["not_monotonic"].push_back(
          {{"failed_frames_per_second", hole.failed.count}, {"passed_frames_per_second", hole.passed.count}});
    json["verdict"] = name_of(verdict_of(found));
    answer.push_back(std::move(json));
  }
  return answer;
}

}  // namespace pktgen
