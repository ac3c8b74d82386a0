#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "optics/module.h"

namespace pktgen {

/// A module in lines for people, none longer than a terminal is usually wide but for remarks: identity, what
/// it is for, checksums judged, monitors with their thresholds, what is wrong, what to know, which NIC takes
/// it.
std::vector<std::string> describe(const Module& module);

/// "temperature", "supply", "bias", "tx power", "rx power".
std::string_view name_of(Monitor monitor);
/// "C", "V", "mA", "mW", "mW".
std::string_view unit_of(Monitor monitor);
/// "fibre", "passive copper cable" ...; "unknown" too.
std::string_view name_of(Medium medium);
std::string_view name_of(ModuleCondition condition);

/// What a reading's crossings and flags amount to: "high alarm", "low warning", "no light", "within"; "" if
/// nobody says.
std::string_view verdict_of(const Reading& reading);

/// "0.5734 mW -2.42 dBm", "30.14 C"; a power of 0 is "no light (below -40 dBm)", no value is "n/a".
std::string value_text(const Reading& reading);

}  // namespace pktgen
