#include "app/outage_run.h"

#include <utility>

#include "app/search_goals.h"
#include "outage/outage_reply.h"
#include "plan/values.h"
#include "rig/overload_streams.h"
#include "search/size_verdict.h"

namespace pktgen {
namespace {

bool is_empty(const SearchAnswers& answers) {
  return answers.throughput.empty() && answers.latency.empty() && answers.loss.empty() &&
         answers.burst.empty() && answers.mlr.empty();
}

Verdict worse_of(Verdict a, Verdict b) {
  if (a == Verdict::fail || b == Verdict::fail) return Verdict::fail;
  return a == Verdict::not_measured ? a : b;
}

}  // namespace

OutageAnswers begin_outages(const Plan& plan) {
  return {.direction = print_directions(plan.directions),
          .reset_kind = plan.command == "reset" ? plan.outage.kind : std::string(),
          .limit = plan.outage.limit};
}

Result<SizeRecovery> measure_recovery(SearchRun& run, FrameBytes size, const Recovery::Goal& goal) {
  const auto ask = [&](const Question& question) -> Result<std::optional<Reply>> {
    const Trial whole = run.trial_of(question, size);
    OverloadTrial trial{.overload = whole, .relief = question.load * 0.5, .relief_for = goal.relief_for};
    trial.overload.duration = goal.overload_for;
    const auto request = overload_streams(run.plan(), trial, run.record().ports);
    if (!request) return tl::make_unexpected(request.error());
    auto outcome = run.send(*request);
    if (!outcome) return tl::make_unexpected(outcome.error());
    if (!*outcome) return std::optional<Reply>();
    const OverloadTimes times{.overload_for = goal.overload_for,
                              .relief_for = goal.relief_for,
                              .tolerance_percent = run.plan().tolerance_percent};
    return std::optional(recovery_reply(times, **outcome, run.judge(whole, (*outcome)->total)));
  };
  const auto search = run.run<Recovery>(Recovery::kName, size, goal, ask);
  if (!search) return tl::make_unexpected(search.error());
  return run.result_of(*search, size);
}

RunVerdict judge_all(const Plan& plan, const RunRecord& record) {
  RunVerdict all = judge_searches(
      *record.searched, {.unlike_rfc2544 = unlike_rfc2544(plan), .interrupted = record.interrupted});
  if (plan.command == "rfc2544")
    all.findings.push_back({"reset-needs-hands",
                            "reset (RFC 2544 section 26.6) wasn't measured: somebody has to reset the device",
                            "run pktgen reset", Effect::note});
  if (!record.outages || (record.outages->recovery.empty() && record.outages->reset.empty())) return all;
  const RunVerdict outages = judge_outages(*record.outages, record.interrupted);
  all.verdict = is_empty(*record.searched) ? outages.verdict : worse_of(all.verdict, outages.verdict);
  all.findings.insert(all.findings.end(), outages.findings.begin(), outages.findings.end());
  return all;
}

}  // namespace pktgen
