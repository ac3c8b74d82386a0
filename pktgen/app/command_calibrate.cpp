#include "app/command_calibrate.h"

#include <cstdio>
#include <fmt/format.h>
#include <utility>

#include "app/calibration_run.h"
#include "app/calibration_use.h"
#include "app/fit_to_ports.h"
#include "app/open_measurer.h"
#include "app/publish.h"
#include "app/record.h"
#include "base/text.h"
#include "calibration/store.h"

namespace pktgen {
namespace {

std::string question_about(const std::vector<PortFacts>& ports) {
  return fmt::format(
      "Does a plain cable, and nothing else, lie between {} and {}? pktgen can't know, and with "
      "a device there this is no calibration.",
      ports[0].name, ports[1].name);
}

Calibration calibration_of(const Plan& plan, const RunRecord& record, const CalibrationAnswers& answers) {
  return {.calibrated_at = record.started_at,
          .is_emulated = record.emulated,
          .tester = tester_of(plan, record),
          .clock_error_ppm = answers.clock_error_ppm,
          .precision_percent = plan.search.precision_percent,
          .duration = plan.duration,
          .limits = {.links = {record.ports[0].link, record.ports[1].link},
                     .is_virtual = record.clock.is_virtual,
                     .sizes = limits_of(answers.sizes)},
          .slopes = answers.slopes};
}

/// Leaves the file, or says why there is none. Fails (environment) if it can't be written.
Result<void> store(const Plan& plan, const RunRecord& record, CalibrationAnswers& answers) {
  if (record.run.verdict != Verdict::pass) {
    answers.not_stored = "nothing was stored";
    return {};
  }
  std::string path = plan.store;
  if (path.empty() && record.clock.is_virtual) {
    answers.not_stored = "nothing was stored, for ports in virtual time need no calibration (--store FILE)";
    return {};
  }
  const Calibration calibration = calibration_of(plan, record, answers);
  const std::string folder = calibration_folder();
  if (path.empty() && !folder.empty()) path = folder + "/" + file_name(calibration.tester);
  answers.not_stored = "nothing was stored, for there is no place for it";
  if (path.empty())
    return fail(ErrorKind::environment,
                "neither XDG_STATE_HOME nor HOME names a folder for the calibration; say --store FILE");
  if (auto saved = save_calibration(path, calibration); !saved) return saved;
  answers.stored = path;
  answers.not_stored.clear();
  return {};
}

}  // namespace

Result<int> run_calibrate(CheckedPlan checked) {
  const Interrupt interrupt;  // first, so that whatever is opened from here on is also closed
  auto out = open_directory(checked.plan);
  if (!out) return tl::make_unexpected(out.error());
  auto measurer = open_measurer(checked.plan);
  if (!measurer) return tl::make_unexpected(measurer.error());
  auto fitted = fit_to_ports(std::move(checked), (*measurer)->ports());
  if (!fitted) return tl::make_unexpected(fitted.error());
  const Plan& plan = fitted->plan;
  for (const std::string& note : fitted->notes) fmt::print(stderr, "pktgen: {}\n", note);

  RunRecord record = begin_record(plan, **measurer);
  record.calibrated =
      CalibrationAnswers{.clock_error_ppm = record.clock.error_ppm, .question = question_about(record.ports)};
  CalibrationAnswers& answers = *record.calibrated;
  if (!record.clock.is_virtual) fmt::print(stderr, "pktgen: {}\n", answers.question);
  const auto measured = CalibrationRun(plan, **measurer, interrupt, record).all(answers);
  if (!measured && record.trials.empty()) return tl::make_unexpected(measured.error());
  if (!measured) fmt::print(stderr, "pktgen: {}\n", measured.error().message);
  record.run = judge_calibration(answers, plan.sizes.size(), record.clock.is_virtual, record.interrupted);
  const auto stored = measured ? store(plan, record, answers) : Result<void>();
  if (!measured) answers.not_stored = "nothing was stored";
  if (!stored) fmt::print(stderr, "pktgen: {}\n", stored.error().message);
  return conclude(plan, record, std::move(*measurer), *out, measured ? stored : measured);
}

}  // namespace pktgen
