#include "app/command_service.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

#include "app/calibration_use.h"
#include "app/interrupt.h"
#include "app/open_measurer.h"
#include "app/progress.h"
#include "app/publish.h"
#include "app/record.h"
#include "app/service_run.h"
#include "service/judge.h"

namespace pktgen {
namespace {

bool is_coloured(const Plan& plan) {
  return plan.service.tests != ServicePlan::Tests::performance &&
         std::ranges::any_of(services_of(plan),
                             [](const ServiceSpec& s) { return s.eir.amount > 0 || s.is_policed; });
}

}  // namespace

Result<int> run_service(const CheckedPlan& checked) {
  const Interrupt interrupt;  // first, so that whatever is opened from here on is also closed
  for (const std::string& note : checked.notes) fmt::print(stderr, "pktgen: {}\n", note);
  const Plan& plan = checked.plan;
  auto out = open_directory(plan);
  if (!out) return tl::make_unexpected(out.error());
  auto measurer = open_measurer(plan);
  if (!measurer) return tl::make_unexpected(measurer.error());
  RunRecord record = begin_record(plan, **measurer);
  if (auto looked = use_calibration(plan, record); !looked) return tl::make_unexpected(looked.error());
  record.services = ServiceAnswers{};
  Progress progress;
  const Watch watch{.show = [&](const Snapshot& seen) { progress.show_streams(seen); },
                    .stop = interrupt.token()};
  const auto measured = ServiceRun(plan, **measurer, watch, criteria_of(plan, record)).all(*record.services);
  progress.clear();
  const bool is_empty = record.services->configuration.empty() && record.services->performance.empty();
  if (!measured && is_empty) return tl::make_unexpected(measured.error());
  if (!measured) fmt::print(stderr, "pktgen: {}\n", measured.error().message);
  record.interrupted = interrupt.token().stop_requested();
  record.run = judge_services(*record.services, {.unlike_y1564 = unlike_y1564(plan),
                                                 .interrupted = record.interrupted || !measured,
                                                 .is_coloured = is_coloured(plan)});
  record.ports = (*measurer)->ports();
  return conclude(plan, record, std::move(*measurer), *out, measured);
}

}  // namespace pktgen
