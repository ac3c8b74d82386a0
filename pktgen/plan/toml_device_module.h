#pragma once
#include <vector>

#include "base/result.h"
#include "plan/device_spec.h"
#include "plan/toml_reader.h"

namespace pktgen {

/// The `[[module.course]]` tables of a device file. Fails (plan) with the place for unknown keys (naming the
/// nearest), wrong types, values that no module has, tables without a time, and times that go back.
Result<std::vector<ModuleStage>> read_module_course(const TomlEntry& entry);

}  // namespace pktgen
