#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "link/link_wish.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

/// The unit that keeps the largest number of a column readable.
struct Scale {
  const char* name;
  double factor;
  int decimals;
};

Scale bit_scale(double largest) {
  if (largest >= 2e9) return {"Gb/s", 1e-9, 3};
  if (largest >= 2e6) return {"Mb/s", 1e-6, 2};
  return {"kb/s", 1e-3, 2};
}

Scale time_scale(double smallest_max, double largest_max) {
  if (largest_max < 100'000) return {"ns", 1, 0};
  if (smallest_max < 100'000'000) return {"us", 1e-3, 1};
  return {"ms", 1e-6, 2};
}

std::string scaled(std::optional<double> value, const Scale& scale) {
  return value ? fmt::format("{:.{}f}", *value * scale.factor, scale.decimals) : kNothing;
}

std::string share(std::optional<double> percent) {
  return percent ? fmt::format("{:.2f}", *percent) : kNothing;
}

/// What the ledger says became of the frames that didn't come, and why frames weren't sent.
std::string reason(const Row& row) {
  if (!row.outcome->not_started.empty()) return "not started";
  if (!row.outcome->link_downs.empty()) return "link down";
  if (row.way == nullptr) return "";
  const Ledger& l = row.way->ledger;
  const TxTally& tx = row.way->tx;
  std::string text;
  const auto add = [&](const char* name, std::uint64_t count) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, thousands(count));
  };
  add("lost", l.lost);
  add("crc", l.rx_crc_errors);
  add("corrupted", l.corrupted);
  add("rx_missed", l.rx_missed);
  add("rx_no_buffer", l.rx_no_buffer);
  add("ring_full", tx.ring_full);
  add("no_buffer", tx.no_buffer);
  return text;
}

std::string loss(const Row& row) {
  if (!row.figures.loss_ratio) return kNothing;
  const Ledger& l = row.way->ledger;
  return percent_text(l.lost + l.rx_crc_errors + l.corrupted, l.sent);
}

std::optional<double> nanoseconds(const Row& row, std::uint64_t LatencySummary::*member) {
  if (!row.figures.latency) return std::nullopt;
  return static_cast<double>((*row.figures.latency).*member);
}

struct Scales {
  Scale bits, latency;
};

Scales scales_of(const std::vector<Row>& rows) {
  double bits = 0, low = 1e18, high = 0;
  for (const Row& row : rows) {
    bits = std::max({bits, row.figures.l1_bits_per_second.value_or(0),
                     row.figures.goodput_limit_bits_per_second.value_or(0)});
    if (const auto max = nanoseconds(row, &LatencySummary::max)) {
      low = std::min(low, *max);
      high = std::max(high, *max);
    }
  }
  return {bit_scale(bits), time_scale(low, high)};
}

std::vector<std::string> cells_of(const Row& row, const Scales& scales) {
  const Figures& f = row.figures;
  return {row.rung != nullptr ? print_speed(row.rung->speed) : kNothing,
          std::to_string(row.trial->size.count),
          std::string(name_of(row.direction)),
          f.load_percent ? share(f.load_percent)
          : f.asked      ? whole(*f.asked)
                         : kNothing,
          f.load_percent ? share(f.offered_percent)
          : f.offered    ? whole(*f.offered)
                         : kNothing,
          f.delivered ? whole(*f.delivered) : kNothing,
          share(f.delivered_percent),
          scaled(f.l1_bits_per_second, scales.bits),
          scaled(f.goodput_bits_per_second, scales.bits),
          scaled(f.goodput_limit_bits_per_second, scales.bits),
          f.header_overhead_percent ? fmt::format("{:.2f}", *f.header_overhead_percent) : kNothing,
          scaled(f.tcp_equivalent_bits_per_second, scales.bits),
          loss(row),
          scaled(nanoseconds(row, &LatencySummary::p50), scales.latency),
          scaled(nanoseconds(row, &LatencySummary::p99), scales.latency),
          scaled(nanoseconds(row, &LatencySummary::max), scales.latency),
          scaled(f.above_floor ? f.above_floor->p50 : std::nullopt, scales.latency),
          verdict_text(row.verdict->verdict),
          reason(row)};
}

std::vector<Column> columns_of(const Scales& scales, bool in_percent) {
  const std::string bits = scales.bits.name, time = scales.latency.name;
  const std::string load = in_percent ? "%" : "fps";
  return {{"link", "bit/s"},
          {"frame", "bytes"},
          {"way", "", false},
          {"asked", load},
          {"offered", load},
          {"delivered", "frames/s"},
          {"of line", "%"},
          {"L1", bits},
          {"goodput", bits},
          {"limit", bits},
          {"overhead", "%"},
          {"TCP eq.", bits},
          {"loss", "%"},
          {"p50", time},
          {"p99", time},
          {"max", time},
          {"p50 above floor", time},
          {"verdict", "", false},
          {"why", "", false}};
}

/// Two decimals that are zero everywhere in a column say nothing.
void trim_decimals(Table& table, std::size_t column) {
  const bool all_whole = std::ranges::all_of(table.rows, [=](const TableRow& row) {
    return row.cells[column] == kNothing || row.cells[column].ends_with(".00");
  });
  if (!all_whole) return;
  for (TableRow& row : table.rows) {
    std::string& cell = row.cells[column];
    if (cell != kNothing) cell.resize(cell.size() - 3);
  }
}

/// Counted from the last one, 0.
void drop_column_if_empty(Table& table, std::size_t from_last, std::string_view empty) {
  const auto cell = [=](TableRow& row) {
    return row.cells.end() - static_cast<std::ptrdiff_t>(from_last + 1);
  };
  if (std::ranges::any_of(table.rows, [&](TableRow& row) { return *cell(row) != empty; })) return;
  table.columns.erase(table.columns.end() - static_cast<std::ptrdiff_t>(from_last + 1));
  for (TableRow& row : table.rows) row.cells.erase(cell(row));
}

/// Whose values a line of a chart shows: of one direction or of any, at one speed of a ladder.
struct Shown {
  const Rung* rung = nullptr;
  std::optional<Direction> direction{};

  bool has(const Row& row) const { return row.rung == rung && (!direction || row.direction == *direction); }
  /// "10G a>b delivered", without a ladder "a>b delivered".
  std::string name(std::string_view what) const {
    std::string text = rung != nullptr ? print_speed(rung->speed) + " " : "";
    if (direction) text += std::string(name_of(*direction)) + " ";
    return text += what;
  }
};

/// Measured values over the sizes, in the order of `sizes`.
template <class Value>
Series series_of(std::string_view name, const std::vector<Row>& rows, const std::vector<std::uint64_t>& sizes,
                 const Shown& shown, const Value& value) {
  Series series{.name = shown.name(name)};
  for (const std::uint64_t size : sizes) {
    std::optional<double> found;
    for (const Row& row : rows) {
      if (row.trial->size.count != size || !shown.has(row)) continue;
      if (const auto here = value(row)) found = here;
    }
    series.values.push_back(found);
  }
  return series;
}

std::optional<double> million(std::optional<FramesPerSecond> rate) {
  return rate ? std::optional(rate->count * 1e-6) : std::nullopt;
}
std::optional<double> giga(std::optional<double> bits) {
  return bits ? std::optional(*bits * 1e-9) : std::nullopt;
}
std::optional<double> micro(std::optional<double> ns) {
  return ns ? std::optional(*ns * 1e-3) : std::nullopt;
}

}  // namespace

Table make_table(const std::vector<Row>& rows) {
  const Scales scales = scales_of(rows);
  std::vector<const Row*> sorted;
  for (const Row& row : rows) sorted.push_back(&row);
  std::ranges::stable_sort(sorted, {}, [](const Row* row) {
    return std::tuple(row->rung, row->trial->size.count, row->direction);
  });
  const bool in_percent =
      std::ranges::any_of(rows, [](const Row& r) { return r.figures.load_percent.has_value(); });
  Table table{.columns = columns_of(scales, in_percent)};
  for (const Row* row : sorted) table.rows.push_back({cells_of(*row, scales), row->verdict->verdict});
  constexpr std::size_t kAsked = 3;
  trim_decimals(table, kAsked);
  constexpr std::size_t kAboveFloorFromLast = 2;
  drop_column_if_empty(table, kAboveFloorFromLast, kNothing);
  drop_column_if_empty(table, 0, "");
  drop_column_if_empty(table, table.columns.size() - 1, kNothing);
  return table;
}

std::vector<Chart> make_charts(const std::vector<Row>& rows) {
  std::vector<std::uint64_t> sizes;
  std::vector<Direction> directions;
  std::vector<const Rung*> rungs;
  const auto add_new = [](auto& all, const auto& one) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  };
  for (const Row& row : rows) {
    add_new(sizes, row.trial->size.count);
    add_new(directions, row.direction);
    add_new(rungs, row.rung);
  }
  std::ranges::sort(sizes);
  std::vector<Chart> charts{
      {.title = "Delivered frames against line rate", .y_label = "million frames/s", .is_logarithmic = true},
      {.title = "Goodput and header overhead", .y_label = "Gb/s", .right_label = "overhead, %"},
      {.title = "Latency", .y_label = "us", .is_logarithmic = true}};
  for (Chart& chart : charts) {
    chart.x_label = "frame size, bytes";
    for (const std::uint64_t size : sizes) chart.x.push_back(std::to_string(size));
  }
  const auto add = [&](std::size_t chart, std::string_view name, const Shown& shown, auto value) -> Series& {
    return charts[chart].series.emplace_back(series_of(name, rows, sizes, shown, value));
  };
  const bool is_ladder = !rungs.empty() && rungs.front() != nullptr;  // many lines: the least of them then
  for (const Rung* rung : rungs) {
    for (const Direction d : directions) {
      add(0, "delivered", {rung, d}, [](const Row& r) { return million(r.figures.delivered); });
      add(1, "goodput", {rung, d}, [](const Row& r) { return giga(r.figures.goodput_bits_per_second); });
      add(2, "p50", {rung, d}, [](const Row& r) { return micro(nanoseconds(r, &LatencySummary::p50)); });
      if (!is_ladder)
        add(2, "p99", {rung, d}, [](const Row& r) { return micro(nanoseconds(r, &LatencySummary::p99)); });
    }
    add(0, "line rate", {rung, {}}, [](const Row& r) { return million(r.figures.line_rate); }).is_limit =
        true;
    if (is_ladder) continue;
    add(1, "goodput limit", {rung, {}}, [](const Row& r) {
      return giga(r.figures.goodput_limit_bits_per_second);
    }).is_limit = true;
  }
  const Rung* const first = rungs.empty() ? nullptr : rungs.front();  // the same at each speed
  Series& overhead =
      add(1, "header overhead", {first, {}}, [](const Row& r) { return r.figures.header_overhead_percent; });
  overhead.on_right = true;
  overhead.name = "header overhead";
  return charts;
}

}  // namespace pktgen
