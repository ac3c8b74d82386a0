#pragma once
#include <span>

#include "plan/settings.h"

namespace pktgen {

/// The keys of what is asked of the ports' links; all commands with ports have them.
std::span<const Setting> link_settings();

}  // namespace pktgen
