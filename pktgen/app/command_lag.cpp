#include "app/command_lag.h"

#include <cstdio>
#include <fmt/format.h>
#include <utility>

#include "app/fit_to_ports.h"
#include "app/lag_run.h"
#include "app/open_measurer.h"
#include "app/publish.h"
#include "app/record.h"
#include "app/search_run.h"

namespace pktgen {

Result<int> run_lag(CheckedPlan checked) {
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
  record.lag = LagAnswers{.direction = plan.directions.front(),
                          .size = plan.sizes.front(),
                          .flows = plan.lag.flows,
                          .asked = lag_tests_of(plan),
                          .members = plan.lag.members,
                          .is_round_robin = plan.lag.is_round_robin,
                          .longest_outage = plan.lag.longest_outage};
  SearchRun run(plan, **measurer, interrupt, record, *out);
  const auto measured = LagRun(run, *record.lag).all();
  if (!measured) fmt::print(stderr, "pktgen: {}\n", measured.error().message);
  record.run = judge_lag(*record.lag, record.interrupted);
  if (!measured && record.run.verdict == Verdict::pass) record.run.verdict = Verdict::not_measured;
  record.ports = (*measurer)->ports();
  return conclude(plan, record, std::move(*measurer), *out, measured);
}

}  // namespace pktgen
