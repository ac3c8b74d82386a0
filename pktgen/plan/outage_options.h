#pragma once
#include <span>

#include "plan/settings.h"

namespace pktgen {

/// The keys that only `pktgen recovery` and `pktgen reset` have.
std::span<const Setting> outage_settings();

/// Durations that weren't asked for: those of RFC 2544 sections 26.5 and 26.6, or of a quick look.
void choose_outage_times(Plan& plan);

}  // namespace pktgen
