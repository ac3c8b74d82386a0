#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/plan.h"

namespace pktgen {

/// Values of a switch's tests as a person writes them. Each fails (plan) and says what is wanted.
Result<std::vector<std::string>> parse_switch_tests(std::string_view text);  ///< in the order of kSwitchTests
Result<double> parse_learning_precision(std::string_view text);              ///< percent
Result<std::vector<std::uint16_t>> parse_vlans(std::string_view text);       ///< "20,30"
Result<std::optional<double>> parse_slope(std::string_view text);            ///< nanoseconds a byte
std::string print_vlans(const std::vector<std::uint16_t>& vlans);

/// Fails (plan) for what contradicts itself: addresses that were forgotten before all were shown.
Result<void> check_switch(const Plan& plan);

}  // namespace pktgen
