#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/plan.h"

namespace pktgen {

/// Values of a LAG's tests as a person writes them. Each fails (plan) and says what is wanted.
Result<std::vector<std::string>> parse_lag_tests(std::string_view text);  ///< in the order of kLagTests
Result<std::vector<FlowField>> parse_fields(std::string_view text);       ///< "src-ip,src-port"
Result<LinkBitsPerSecond> parse_member_speed(std::string_view text);      ///< "1G", "100M", "2.5G"
Result<std::vector<std::uint64_t>> parse_counts(std::string_view text);   ///< "1000,1200"
std::string print_fields(const std::vector<FlowField>& fields);
std::string print_member_speed(LinkBitsPerSecond speed);
std::string print_counts(const std::vector<std::uint64_t>& counts);

/// The defaults that only a LAG has: one direction, one size.
void choose_lag_defaults(Plan& plan);

/// Fails (plan) for what contradicts itself: two directions at once, fields that the stack doesn't have,
/// counts of another number of members.
Result<void> check_lag(const Plan& plan);

}  // namespace pktgen
