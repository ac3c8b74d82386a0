#pragma once
#include "report/json_values.h"
#include "report/run_record.h"

namespace pktgen {

/// How the ports' modules went in a soak, by port; null for one without monitors.
Json soak_modules_json(const SoakRecord& soak);

/// The last readings before a loss and the first ones after it, by port; null where there are none.
Json readings_beside_json(const SoakRecord& soak, const LossEvent& event);

/// What changed at the modules, by time.
Json module_changes_json(const SoakRecord& soak);

}  // namespace pktgen
