#pragma once
#include <optional>

#include "plan/device_spec.h"

namespace pktgen {

/// What a direction is like once its link was taken to that speed; nothing if it can't be.
std::optional<WaySpec> way_at_speed(const WaySpec& way, LinkBitsPerSecond speed);

/// How long the link takes to come up at its speed; nothing where the device doesn't say.
std::optional<Nanoseconds> time_to_link(const WaySpec& way);

}  // namespace pktgen
