#pragma once
#include <string>

#include "doctor/check.h"

namespace pktgen {

/// What was found of a machine, for people: a line for each check, below those that aren't good why it
/// matters and the lines that mend it, which are never broken, and in the end whether the machine is ready.
std::string text_of(const Diagnosis& diagnosis);

}  // namespace pktgen
