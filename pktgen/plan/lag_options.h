#pragma once
#include <span>

#include "plan/settings.h"

namespace pktgen {

/// The keys that only `pktgen lag` has.
std::span<const Setting> lag_settings();

}  // namespace pktgen
