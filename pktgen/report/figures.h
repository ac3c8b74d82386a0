#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/run_record.h"

namespace pktgen {

/// What is derived from the counts of one direction of a trial. A figure that doesn't exist is nothing: a
/// percentage of an unknown link speed, a rate of a trial that wasn't started or whose link went down, a
/// loss ratio where the tester fell short.
struct Figures {
  std::optional<FramesPerSecond> asked, offered, delivered, line_rate;
  std::optional<double> load_percent;                            ///< asked, of line rate
  std::optional<double> offered_percent;                         ///< of line rate
  std::optional<double> delivered_percent;                       ///< of line rate
  std::optional<double> l1_bits_per_second, l2_bits_per_second;  ///< delivered
  std::optional<double> goodput_bits_per_second;                 ///< delivered
  std::optional<double> goodput_limit_bits_per_second;           ///< at line rate
  std::optional<double> tcp_equivalent_bits_per_second;          ///< with timestamps: a model
  std::optional<double> header_overhead_percent;                 ///< of the L1 rate; nothing if none came
  std::optional<double> loss_ratio;                              ///< lost, damaged or corrupted, of sent
  std::optional<LatencySummary> latency;                         ///< nothing without samples
  std::optional<AboveFloor> above_floor;                         ///< of the latency; nothing without a floor
};

/// One direction of one trial of a run, with all that is said of it.
struct Row {
  const Trial* trial = nullptr;
  const TrialVerdict* verdict = nullptr;
  const Outcome* outcome = nullptr;
  const DirectionOutcome* way = nullptr;  ///< nothing if the trial wasn't started
  Direction direction = Direction::a_to_b;
  const Rung* rung = nullptr;  ///< of a ladder of link speeds; else nothing
  SampleFiles samples{};
  Figures figures{};
};

/// The rows of a run in the order they were measured. They point into `record`, which must outlive them.
std::vector<Row> rows_of(const RunRecord& record);

}  // namespace pktgen
