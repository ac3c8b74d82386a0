#pragma once
#include <string>
#include <vector>

#include "report/document.h"
#include "report/figures.h"
#include "report/json_values.h"

namespace pktgen {

/// What one speed of a ladder comes to, over its rows.
struct RungFigures {
  std::uint64_t sent = 0, lost = 0;  ///< of trials whose loss is known: damaged frames among the lost
  std::optional<double> least_of_line_percent;  ///< delivered of line rate, the worst row
  std::optional<LatencySummary> latency;        ///< of the smallest frame that has one, the slower direction
  FrameBytes latency_size{};
  /// What a TCP connection each way would carry, at IP MTU 1500 or, without it, at the size with the most.
  FrameBytes tcp_size{};
  std::vector<std::pair<Direction, double>> tcp_equivalent_bits_per_second{};
};

RungFigures figures_of(const Rung& rung, const RunRecord& record, const std::vector<Row>& rows);

/// "2 x 9.41 Gb/s", "9.41 + 7.02 Gb/s", of one direction "9.41 Gb/s"; "-" of none.
std::string together_text(const RungFigures& figures);

/// One row for each speed.
Table make_ladder_table(const RunRecord& record, const std::vector<Row>& rows);

/// One sentence on all speeds.
std::string ladder_conclusion(const RunRecord& record, const std::vector<Row>& rows);

/// The answer of a ladder: a list of its speeds.
Json ladder_json(const RunRecord& record);

}  // namespace pktgen
