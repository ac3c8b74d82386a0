#include "report/figures.h"

#include <algorithm>

namespace pktgen {
namespace {

LinkBitsPerSecond link_of(const RunRecord& record, const Row& row) {
  if (row.way != nullptr && row.way->link.count > 0) return row.way->link;
  if (row.rung != nullptr) return row.rung->speed;
  const std::size_t sender = row.direction == Direction::a_to_b ? 0 : 1;
  return sender < record.ports.size() ? record.ports[sender].link : LinkBitsPerSecond{};
}

std::optional<FramesPerSecond> asked_rate(const Row& row, LinkBitsPerSecond link) {
  if (row.way != nullptr && row.way->load.count > 0) return row.way->load;
  const auto rate = frames_per_second(row.trial->load, link, row.trial->size);
  return rate ? std::optional(*rate) : std::nullopt;
}

std::optional<double> percent(std::optional<FramesPerSecond> rate, std::optional<FramesPerSecond> whole) {
  if (!rate || !whole || whole->count <= 0) return std::nullopt;
  return 100.0 * rate->count / whole->count;
}

bool tester_fell_short(const TrialVerdict& verdict) {
  return std::ranges::any_of(verdict.findings, [](const Finding& f) {
    return f.effect == Effect::voids || f.effect == Effect::ends;
  });
}

void add_rates(Figures& f, const Row& row, const RunRecord& record) {
  const FrameBytes size = row.trial->size;
  const std::uint64_t headers = record.header_bytes();
  f.offered = offered_rate(*row.way);
  f.delivered = delivered_rate(*row.way);
  f.l1_bits_per_second = l1_bits_per_second(*f.delivered, size);
  f.l2_bits_per_second = l2_bits_per_second(*f.delivered, size);
  f.tcp_equivalent_bits_per_second =
      tcp_equivalent_bits_per_second(*f.delivered, size, record.tagged ? 1 : 0);
  if (size.count < headers) return;
  f.goodput_bits_per_second = goodput_bits_per_second(*f.delivered, size, headers);
  if (f.delivered->count > 0) f.header_overhead_percent = header_overhead_percent(size, headers);
}

Figures figures_of(const Row& row, const RunRecord& record) {
  Figures f;
  const FrameBytes size = row.trial->size;
  const LinkBitsPerSecond link = link_of(record, row);
  const std::uint64_t headers = record.header_bytes();
  f.asked = asked_rate(row, link);
  if (link.count > 0) {
    f.line_rate = line_rate(link, size);
    if (size.count >= headers) {
      f.goodput_limit_bits_per_second = goodput_bits_per_second(*f.line_rate, size, headers);
    }
  }
  const bool measured = row.way != nullptr && row.outcome->not_started.empty() &&
                        row.outcome->link_downs.empty() && row.way->sending_time > Nanoseconds::zero();
  if (measured) {
    add_rates(f, row, record);
    const Ledger& l = row.way->ledger;
    if (l.sent > 0 && !tester_fell_short(*row.verdict)) {
      f.loss_ratio =
          static_cast<double>(l.lost + l.rx_crc_errors + l.corrupted) / static_cast<double>(l.sent);
    }
    if (row.way->latency.samples > 0) f.latency = row.way->latency;
    const auto limits = f.latency ? record.limits() : std::nullopt;
    const auto floor = limits ? limits->floor(size, row.direction) : std::nullopt;
    if (floor) f.above_floor = above(*f.latency, *floor);
  }
  f.load_percent = percent(f.asked, f.line_rate);
  f.offered_percent = percent(f.offered, f.line_rate);
  f.delivered_percent = percent(f.delivered, f.line_rate);
  return f;
}

const DirectionOutcome* find_way(const Outcome& outcome, Direction direction) {
  const auto found = std::ranges::find(outcome.directions, direction, &DirectionOutcome::direction);
  return found == outcome.directions.end() ? nullptr : &*found;
}

const Rung* rung_of(const RunRecord& record, std::size_t trial) {
  const auto found = std::ranges::find_if(
      record.rungs, [=](const Rung& rung) { return trial >= rung.first && trial < rung.first + rung.count; });
  return found == record.rungs.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Row> rows_of(const RunRecord& record) {
  std::vector<Row> rows;
  for (std::size_t t = 0; t < record.trials.size(); ++t) {
    const JudgedTrial& judged = record.trials[t];
    const std::size_t directions = std::min(judged.trial.directions.size(), judged.verdicts.size());
    for (std::size_t d = 0; d < directions; ++d) {
      Row row{.trial = &judged.trial, .verdict = &judged.verdicts[d], .outcome = &judged.outcome};
      row.direction = judged.trial.directions[d];
      row.way = find_way(judged.outcome, row.direction);
      row.rung = rung_of(record, t);
      if (t < record.sample_files.size() && d < record.sample_files[t].size()) {
        row.samples = record.sample_files[t][d];
      }
      row.figures = figures_of(row, record);
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace pktgen
