#pragma once
#include <vector>

#include "base/result.h"
#include "plan/device_spec.h"
#include "plan/toml_reader.h"

namespace pktgen {

/// The `[[device.vlan]]` tables of a device file. Fails (plan) with the place for unknown keys (naming the
/// nearest), wrong types, values out of range, a table without an id, and an id that is there twice.
Result<std::vector<VlanSpec>> read_device_vlans(const TomlEntry& entry);

}  // namespace pktgen
