#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/plan.h"

namespace pktgen {

/// Goals of MLRsearch as "LOSS[:EXCEED[:WIDTH[:TRIAL[:SUM]]]]", with commas between: "0%,0.5%:50%:1%:1s:20s".
/// What is left out is as in `MlrGoalPlan`. Fails (plan) with the part that can't be.
Result<std::vector<MlrGoalPlan>> parse_goals(std::string_view text);
std::string print_goals(const std::vector<MlrGoalPlan>& goals);

/// Between two loads of a loss rate, in percent of line rate: 0.01% to 10%, RFC 2544 section 26.3.
Result<double> parse_step(std::string_view text);

/// The longest burst that is tried: above 0 and up to 30 s, RFC 9004 section 6.3.
Result<Nanoseconds> parse_longest_burst(std::string_view text);

/// The ways that are loaded, at once; of a search also "each": a>b alone, b>a alone, then both.
Result<void> store_ways(Plan& plan, std::string_view text);
std::string print_ways(const Plan& plan);

/// Durations, repetitions and rests that weren't asked for: RFC 2544's, or those of a quick look.
void choose_search_times(Plan& plan);

}  // namespace pktgen
