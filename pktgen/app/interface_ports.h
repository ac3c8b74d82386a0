#pragma once
#include <memory>

#include "base/result.h"
#include "plan/plan.h"
#include "rig/measurer.h"

namespace pktgen {

/// Opens a plan of which at least one port is a kernel interface ("if:eth1"); the other may be any real one.
///
/// Interfaces that somebody needs are refused before anything is changed. What a measurement needs of them is
/// set, noted in their facts, and put back when the measurer goes, also if the process is killed before.
/// Fails (port, environment) as check_free, InterfaceGuard and open_virtual_rig do.
Result<std::unique_ptr<Measurer>> open_interface_ports(const Plan& plan);

}  // namespace pktgen
