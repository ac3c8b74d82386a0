#pragma once
#include <array>
#include <chrono>
#include <memory>
#include <optional>

#include "eeprom/module_access.h"
#include "rig/measurer.h"

namespace pktgen {

/// How the modules of the two ports are asked; nothing where there is none, or none that can be read.
using ModuleAccesses = std::array<std::optional<ModuleAccess>, 2>;

/// Measures as `measurer` does, and reads the modules beside: before and after each measurement and once an
/// `interval` while it runs, on the thread that controls, which then does nothing else. A slow bus is asked
/// more seldom: at most a twentieth of the time goes into it. A replay and listening are left alone. Outcomes
/// and the facts of the ports hold what was read; that of a soak a timeline too. Gives `measurer` back as it
/// is where no module can be read.
std::unique_ptr<Measurer> watch_modules(std::unique_ptr<Measurer> measurer, const ModuleAccesses& modules,
                                        Nanoseconds interval = std::chrono::seconds(1));

}  // namespace pktgen
