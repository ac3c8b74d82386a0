#pragma once
#include <span>

#include "plan/settings.h"

namespace pktgen {

/// The keys that only `pktgen soak` has.
std::span<const Setting> soak_settings();

/// The size and the time of a soak that is told neither: 1518 bytes, an hour.
void choose_soak_defaults(Plan& plan);

/// Fails (plan) for intervals that make no sense.
Result<void> check_soak(const Plan& plan);

}  // namespace pktgen
