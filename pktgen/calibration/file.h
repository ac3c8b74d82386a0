#pragma once
#include <string>
#include <string_view>

#include "base/result.h"
#include "calibration/calibration.h"

namespace pktgen {

/// The calibration as a TOML file that reads back to the same one.
std::string print_calibration(const Calibration& calibration);

/// Reads such a file; `name` stands for it in messages. Fails (plan) with file, line, column and key for
/// unknown keys (naming the nearest), keys that are missing, wrong types and values out of range.
Result<Calibration> parse_calibration(std::string_view text, std::string_view name);

}  // namespace pktgen
