#pragma once
#include <optional>

#include "app/interrupt.h"
#include "app/progress.h"
#include "calibration/judge.h"
#include "plan/plan.h"
#include "report/run_record.h"
#include "rig/measurer.h"

namespace pktgen {

/// Measures the tester alone: each size one way, the other way and both at once, then its latency. It ends at
/// the first sign of a device.
class CalibrationRun {
 public:
  CalibrationRun(const Plan& plan, Measurer& measurer, const Interrupt& interrupt, RunRecord& record);

  /// What was found before an error or an interruption is found too; the record then says that it was.
  Result<void> all(CalibrationAnswers& answers);

 private:
  Result<void> measure_size(SizeCalibration& found);
  Result<CeilingFound> find_ceiling(FrameBytes size, CeilingWay way);
  Result<void> find_floor(SizeCalibration& found, std::size_t first_trial);
  /// Nothing if it was interrupted, or something looks like a device.
  Result<std::optional<Reply>> ask(const Question& question, FrameBytes size, CeilingWay way);
  Result<FramesPerSecond> line_rate(FrameBytes size, CeilingWay way) const;
  std::optional<FramesPerSecond> offered_at(FramesPerSecond load, std::size_t first_trial) const;
  std::optional<LatencyFloor> floor_of(Direction direction, std::size_t first_trial) const;
  bool is_to_end() const { return record_.interrupted || !signs_.empty(); }

  const Plan& plan_;
  Measurer& measurer_;
  const Interrupt& interrupt_;
  RunRecord& record_;
  Criteria criteria_;
  Progress progress_;
  std::vector<std::string> signs_{};
};

}  // namespace pktgen
