#pragma once
#include <span>

#include "plan/settings.h"

namespace pktgen {

/// The keys that only `pktgen switch` has.
std::span<const Setting> switch_settings();

}  // namespace pktgen
