#pragma once
#include <string>
#include <vector>

#include "plan/service_spec.h"
#include "service/service_result.h"
#include "verdict/evidence.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// Judges what a step left behind: the streams `first` and up of `outcome` are the service's. The tester is
/// suspected first: where it fell short, or was stopped, the step isn't measured. `seconds` are those of a
/// performance test.
StepResult judge_step(const ServiceSpec& service, const ServicePlan& plan, const ServiceStep& step,
                      const StreamsOutcome& outcome, std::size_t first, const Criteria& criteria,
                      const std::vector<ServiceSecond>& seconds = {});

/// Of a step that can't be tried.
StepResult untried(const ServiceSpec& service, const ServiceStep& step);

/// What else is known of a run.
struct ServiceManner {
  std::string unlike_y1564{};  ///< in which way the times aren't the standard's; empty: they are
  bool interrupted = false;
  bool is_coloured = false;  ///< whether there is an excess or a policer, of which colour would tell more
};

/// Any step that failed makes the run fail, else any that wasn't measured makes it so.
RunVerdict judge_services(const ServiceAnswers& answers, const ServiceManner& manner);

}  // namespace pktgen
