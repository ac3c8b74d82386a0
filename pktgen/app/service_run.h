#pragma once
#include <vector>

#include "base/result.h"
#include "plan/plan.h"
#include "rig/measurer.h"
#include "service/service_result.h"
#include "verdict/evidence.h"

namespace pktgen {

/// The tests of ITU-T Y.1564 on a measurer, one trial after the other.
class ServiceRun {
 public:
  ServiceRun(const Plan& plan, Measurer& measurer, const Watch& watch, Criteria criteria);

  /// Each service alone, step by step, then all at once, as the plan says. What was judged before an error or
  /// before somebody stopped it is in `answers`.
  Result<void> all(ServiceAnswers& answers);

 private:
  Result<void> configure(const ServiceSpec& service, ServiceAnswers& answers);
  Result<void> perform(ServiceAnswers& answers);
  /// The services at these steps' rates at once.
  Result<void> measure(const std::vector<ServiceSpec>& services, const std::vector<ServiceStep>& steps,
                       Nanoseconds duration, std::vector<StepResult>& results);
  Result<StreamsRequest> request_of(const std::vector<ServiceSpec>& services,
                                    const std::vector<ServiceStep>& steps, Nanoseconds duration) const;
  bool is_stopped() const { return watch_.stop.stop_requested(); }

  const Plan& plan_;
  Measurer& measurer_;
  const Watch& watch_;
  Criteria criteria_;
  std::vector<ServiceSpec> services_;
};

/// In which way the plan's times aren't those of Y.1564; empty: they are.
std::string unlike_y1564(const Plan& plan);

}  // namespace pktgen
