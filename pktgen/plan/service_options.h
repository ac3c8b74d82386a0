#pragma once
#include <span>

#include "plan/settings.h"

namespace pktgen {

/// The keys that only `pktgen service` has.
std::span<const Setting> service_settings();

}  // namespace pktgen
