#include "report/ladder_tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "link/link_wish.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

constexpr MtuBytes kCommonMtu{1500};
constexpr double kAlike = 0.01;  // directions that differ by less are told as one number

using Ways = std::vector<std::pair<Direction, double>>;

double sum_of(const Ways& ways) {
  return std::accumulate(ways.begin(), ways.end(), 0.0,
                         [](double sum, const auto& way) { return sum + way.second; });
}

/// At IP MTU 1500, which is what people compare with; where that isn't there, at the best size.
void add_tcp(RungFigures& figures, const Rung& rung, const RunRecord& record, const std::vector<Row>& rows) {
  std::map<std::uint64_t, Ways> by_size;
  for (const Row& row : rows)
    if (row.rung == &rung && row.figures.tcp_equivalent_bits_per_second)
      by_size[row.trial->size.count].emplace_back(row.direction, *row.figures.tcp_equivalent_bits_per_second);
  auto best = by_size.find(frame_for(kCommonMtu).count + (record.tagged ? kTag : 0));
  if (best == by_size.end() || sum_of(best->second) <= 0)
    best = std::ranges::max_element(by_size, {}, [](const auto& one) { return sum_of(one.second); });
  if (best == by_size.end() || sum_of(best->second) <= 0) return;
  figures.tcp_size = {best->first};
  figures.tcp_equivalent_bits_per_second = best->second;
}

std::optional<Nanoseconds> time_to_link(const Rung& rung) {
  std::optional<Nanoseconds> longest;
  for (const auto& time : rung.time_to_link)
    if (time && (!longest || *time > *longest)) longest = time;
  return longest;
}

std::string gigabits(double bits) { return fmt::format("{:.2f}", bits * 1e-9); }

std::string why(const Rung& rung) {
  if (!rung.stopped_by.empty()) return rung.stopped_by;
  return rung.boundary ? fmt::format("frames above {} bytes vanish", rung.boundary->largest_that_came.count)
                       : "";
}

TableRow row_of(const Rung& rung, const RunRecord& record, const std::vector<Row>& rows) {
  const RungFigures figures = figures_of(rung, record, rows);
  const auto time = time_to_link(rung);
  const auto latency = [&](std::uint64_t LatencySummary::*member) {
    return figures.latency ? thousands((*figures.latency).*member) : kNothing;
  };
  return {{print_speed(rung.speed), time ? significant(seconds(*time), 3) : kNothing,
           figures.least_of_line_percent ? fmt::format("{:.2f}", *figures.least_of_line_percent) : kNothing,
           thousands(figures.sent), thousands(figures.lost),
           figures.sent > 0 ? percent_text(figures.lost, figures.sent) : kNothing,
           figures.latency ? std::to_string(figures.latency_size.count) : kNothing,
           latency(&LatencySummary::p50), latency(&LatencySummary::p99),
           figures.tcp_size.count > 0 ? std::to_string(figures.tcp_size.count) : kNothing,
           together_text(figures), verdict_text(rung.run.verdict), why(rung)},
          rung.run.verdict};
}

std::string speeds_with(const RunRecord& record, Verdict verdict) {
  std::vector<LinkBitsPerSecond> speeds;
  for (const Rung& rung : record.rungs)
    if (rung.run.verdict == verdict) speeds.push_back(rung.speed);
  return speeds.empty() ? "" : print_speeds(speeds);
}

/// At the fastest speed that has one.
std::string best_sum(const RunRecord& record, const std::vector<Row>& rows) {
  const Rung* best = nullptr;
  for (const Rung& rung : record.rungs)
    if (figures_of(rung, record, rows).tcp_size.count > 0 &&
        (best == nullptr || rung.speed.count > best->speed.count))
      best = &rung;
  if (best == nullptr) return "";
  const RungFigures figures = figures_of(*best, record, rows);
  const bool is_both = figures.tcp_equivalent_bits_per_second.size() == 2;
  return fmt::format(" At {} {}{} TCP-equivalent, with frames of {} bytes.", print_speed(best->speed),
                     is_both ? "both directions together: " : "", together_text(figures),
                     figures.tcp_size.count);
}

}  // namespace

RungFigures figures_of(const Rung& rung, const RunRecord& record, const std::vector<Row>& rows) {
  RungFigures figures;
  for (const Row& row : rows) {
    if (row.rung != &rung) continue;
    const Figures& f = row.figures;
    if (f.loss_ratio) {
      const Ledger& l = row.way->ledger;
      figures.sent += l.sent;
      figures.lost += l.lost + l.rx_crc_errors + l.corrupted;
    }
    if (f.delivered_percent)
      figures.least_of_line_percent =
          std::min(*f.delivered_percent, figures.least_of_line_percent.value_or(*f.delivered_percent));
    const FrameBytes size = row.trial->size;
    const bool is_smaller = !figures.latency || size.count < figures.latency_size.count;
    const bool is_slower =
        figures.latency && size == figures.latency_size && f.latency && f.latency->p50 > figures.latency->p50;
    if (f.latency && (is_smaller || is_slower)) {
      figures.latency = f.latency;
      figures.latency_size = size;
    }
  }
  add_tcp(figures, rung, record, rows);
  return figures;
}

std::string together_text(const RungFigures& figures) {
  const Ways& ways = figures.tcp_equivalent_bits_per_second;
  if (ways.empty()) return kNothing;
  if (ways.size() == 1) return gigabits(ways[0].second) + " Gb/s";
  const double mean = sum_of(ways) / 2;
  if (std::abs(ways[0].second - ways[1].second) < kAlike * mean)
    return fmt::format("2 x {} Gb/s", gigabits(mean));
  return fmt::format("{} + {} Gb/s", gigabits(ways[0].second), gigabits(ways[1].second));
}

Table make_ladder_table(const RunRecord& record, const std::vector<Row>& rows) {
  Table table{.columns = {{"link", "bit/s"},
                          {"up after", "s"},
                          {"least of line", "%"},
                          {"sent", "frames"},
                          {"lost", "frames"},
                          {"loss", "%"},
                          {"latency of", "bytes"},
                          {"p50", "ns"},
                          {"p99", "ns"},
                          {"TCP eq. of", "bytes"},
                          {"both ways", "TCP eq.", false},
                          {"verdict", "", false},
                          {"why", "", false}},
              .title = "Each link speed"};
  for (const Rung& rung : record.rungs) table.rows.push_back(row_of(rung, record, rows));
  return table;
}

std::string ladder_conclusion(const RunRecord& record, const std::vector<Row>& rows) {
  std::string text = record.run.verdict == Verdict::pass   ? "Pass:"
                     : record.run.verdict == Verdict::fail ? "Fail:"
                                                           : "Not measured:";
  std::string parts;
  const std::pair<Verdict, const char*> told[] = {
      {Verdict::fail, "failed at"}, {Verdict::pass, "passed at"}, {Verdict::not_measured, "not measured at"}};
  for (const auto& [verdict, words] : told)
    if (const std::string speeds = speeds_with(record, verdict); !speeds.empty())
      parts += fmt::format("{}{} {}", parts.empty() ? " " : "; ", words, speeds);
  text += parts.empty() ? " nothing was measured." : parts + ".";
  text += best_sum(record, rows);
  return text + (record.interrupted ? " The run was stopped by hand." : "");
}

Json ladder_json(const RunRecord& record) {
  const std::vector<Row> rows = rows_of(record);
  Json speeds = Json::array();
  for (const Rung& rung : record.rungs) {
    const RungFigures figures = figures_of(rung, record, rows);
    const auto time = [&](std::size_t port) {
      return rung.time_to_link[port] ? Json(rung.time_to_link[port]->count()) : Json(nullptr);
    };
    Json tcp = Json::object();
    for (const auto& [direction, bits] : figures.tcp_equivalent_bits_per_second)
      tcp[std::string(name_of(direction))] = bits;
    tcp["together"] =
        figures.tcp_size.count > 0 ? Json(sum_of(figures.tcp_equivalent_bits_per_second)) : Json(nullptr);
    tcp["frame_bytes"] = figures.tcp_size.count > 0 ? Json(figures.tcp_size.count) : Json(nullptr);
    speeds.push_back(
        {{"link_bits_per_second", rung.speed.count},
         {"time_to_link_ns", {{"a", time(0)}, {"b", time(1)}}},
         {"trials", rung.count},
         {"sent", figures.sent},
         {"lost", figures.lost},
         {"least_of_line_percent", or_null(figures.least_of_line_percent)},
         {"latency_ns", latency_json(figures.latency)},
         {"latency_frame_bytes", figures.latency ? Json(figures.latency_size.count) : Json(nullptr)},
         {"tcp_equivalent_bits_per_second", tcp},
         {"largest_passed_frame_bytes",
          rung.boundary ? Json(rung.boundary->largest_that_came.count) : Json(nullptr)},
         {"stopped_by", or_null(rung.stopped_by)},
         {"verdict", name_of(rung.run.verdict)}});
  }
  return {{"link_speeds", speeds}};
}

}  // namespace pktgen
