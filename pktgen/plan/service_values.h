#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/plan.h"

namespace pktgen {

/// An information rate: "100M", "1.5G", "64k" and "100MbpsL2" count frames from destination MAC to FCS, as
/// Y.1564 does; "100MbpsL1" counts preamble and gap too; "0" is none. Fails (plan) for a bare "bps", naming
/// the spellings that work, and below zero.
Result<Load> parse_information_rate(std::string_view text);
std::string print_information_rate(Load rate);

/// Shares of the CIR, "25,50,75,100": ascending, above 0 and up to 100. Fails (plan).
Result<std::vector<double>> parse_cir_steps(std::string_view text);
std::string print_cir_steps(const std::vector<double>& steps);

/// Of one step, Y.1564: 1s to 60s. Fails (plan).
Result<Nanoseconds> parse_step_time(std::string_view text);

/// "both", "configuration" or "performance". Fails (plan).
Result<ServicePlan::Tests> parse_service_tests(std::string_view text);
std::string print_service_tests(ServicePlan::Tests tests);

/// A threshold's time: above zero. Fails (plan).
Result<Nanoseconds> parse_threshold(std::string_view text);

/// "0.1%" of "0%" to "100%". Fails (plan).
Result<double> parse_share_of_all(std::string_view text);

/// Times that weren't asked for: Y.1564's, or those of a quick look.
void choose_service_times(Plan& plan);

}  // namespace pktgen
