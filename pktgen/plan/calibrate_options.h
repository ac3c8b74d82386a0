#pragma once
#include <span>

#include "plan/settings.h"

namespace pktgen {

/// The keys of `pktgen calibrate`, and that by which other commands find what it stored.
std::span<const Setting> calibrate_settings();

/// How long trials are where the person didn't say: no device has to be fair to be told, so ten seconds do.
void choose_calibrate_times(Plan& plan);

}  // namespace pktgen
