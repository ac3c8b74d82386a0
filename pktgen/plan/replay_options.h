#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "plan/plan.h"

namespace pktgen {

/// "2x", "0.5". Fails (plan).
Result<void> store_speed(double& target, std::string_view text);

/// A number, or "forever", which is none. Fails (plan).
Result<void> store_loops(std::optional<std::uint64_t>& target, std::string_view text);

/// "10.0.0.0/8=198.18.0.0/16" with commas between. Fails (plan).
Result<void> store_maps(std::vector<AddressMap>& target, std::string_view text);

/// "find-out", "present", "absent". Fails (plan).
Result<void> store_fcs(CaptureReading::Fcs& target, std::string_view text);
std::string_view print_fcs(CaptureReading::Fcs fcs);

}  // namespace pktgen
