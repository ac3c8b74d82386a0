#pragma once
#include <string_view>

#include "optics/module.h"

namespace pktgen {

/// What to do first about a module of which that monitor is suspicious.
std::string_view next_step_for(Monitor monitor);

}  // namespace pktgen
