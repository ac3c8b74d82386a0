#pragma once
#include <vector>

#include "base/result.h"
#include "plan/device_spec.h"
#include "plan/toml_reader.h"

namespace pktgen {

/// The `[[link.speed]]` tables of a device file. Fails (plan) with the place for unknown keys (naming the
/// nearest), wrong types, values out of range, a table without bits_per_second, and a speed that is there
/// twice.
Result<std::vector<SpeedSpec>> read_device_speeds(const TomlEntry& entry);

}  // namespace pktgen
