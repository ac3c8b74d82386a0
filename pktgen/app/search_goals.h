#pragma once
#include <string>

#include "outage/outage_answers.h"
#include "plan/plan.h"
#include "search/size_result.h"

namespace pktgen {

Throughput::Goal throughput_goal(const Plan& plan, FramesPerSecond line_rate);
/// Each load as often as it is to be repeated: the throughput, then 90, 50 and 10 % of it.
Ladder::Goal latency_goal(const Plan& plan, FramesPerSecond throughput);
FrameLoss::Goal loss_goal(const Plan& plan, FramesPerSecond line_rate);
BackToBack::Goal burst_goal(const Plan& plan, FramesPerSecond line_rate, FramesPerSecond throughput);
Mlr::Goal mlr_goal(const Plan& plan, FramesPerSecond line_rate);

Recovery::Goal recovery_goal(const Plan& plan, FramesPerSecond line_rate, FramesPerSecond throughput);
Reset::Goal reset_goal(const Plan& plan, FramesPerSecond load);

/// As asked, or RFC 2544's 20 and RFC 9004's 50; of a quick look 1 and 3.
std::uint32_t latency_repetitions(const Plan& plan);
std::uint32_t burst_repetitions(const Plan& plan);
/// As asked, or 5 and 3; of a quick look 2 and 1.
std::uint32_t recovery_repetitions(const Plan& plan);
std::uint32_t reset_repetitions(const Plan& plan);

/// In what the trials of this plan's command aren't as RFC 2544 and RFC 9004 want them; empty: they are.
std::string unlike_rfc2544(const Plan& plan);

}  // namespace pktgen
