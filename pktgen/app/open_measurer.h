#pragma once
#include <memory>

#include "base/result.h"
#include "plan/plan.h"
#include "rig/measurer.h"

namespace pktgen {

/// Opens what a plan names: the emulated wire in virtual time or on lcores, DPDK ports, kernel interfaces.
/// What it changed of the machine is put back when the measurer goes.
Result<std::unique_ptr<Measurer>> open_measurer(const Plan& plan);

}  // namespace pktgen
