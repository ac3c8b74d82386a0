#pragma once
#include <string_view>

#include "base/result.h"
#include "base/units.h"

namespace pktgen {

/// Checks of a goal's fields. Each fails (plan) with the field's name, what is wanted and what was found.
Result<void> check_load(std::string_view name, FramesPerSecond load);      ///< finite, above zero
Result<void> check_duration(std::string_view name, Nanoseconds duration);  ///< above zero, at most kForever
Result<void> check_ratio(std::string_view name, double ratio);             ///< 0 ... below 1

}  // namespace pktgen
