#pragma once
#include <string>

#include "doctor/check.h"

namespace pktgen {

/// What was found of a machine as one JSON object, schema pktgen.doctor/1 (docs/doctor.md), a newline at the
/// end.
std::string json_of(const Diagnosis& diagnosis);

}  // namespace pktgen
