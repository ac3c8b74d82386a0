#pragma once
#include <string>
#include <string_view>

#include "plan/plan.h"

namespace pktgen {

/// IPv4 and IPv6 addresses with commas between. Fails (plan), also for one that is there twice.
Result<void> store_answers(ReceivePlan& plan, std::string_view text);
std::string print_answers(const ReceivePlan& plan);

/// "100MB": a whole number of B, kB, MB or GB. Fails (plan).
Result<void> store_bytes(std::uint64_t& target, std::string_view text);

}  // namespace pktgen
