#pragma once
#include <cstddef>
#include <vector>

#include "base/result.h"
#include "eeprom/module_access.h"
#include "plan/device_spec.h"

namespace pktgen {

/// Asks the emulated module of a port (0: the first), whose monitors go the course of the device file. Fails
/// (plan) for a memory whose monitors can't be written.
Result<ModuleAccess> staged_access(ModuleMemory memory, const std::vector<ModuleStage>& course,
                                   std::size_t port);

}  // namespace pktgen
