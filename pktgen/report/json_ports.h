#pragma once
#include <string>
#include <vector>

#include "inventory/nic.h"

namespace pktgen {

/// The NICs of a host as one JSON object, schema pktgen.ports/1 (docs/ports.md): keys in a fixed order, units
/// at the end of their names, what isn't known as null, a newline at the end.
std::string json_of(const std::vector<Nic>& nics);

}  // namespace pktgen
