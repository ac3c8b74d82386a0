#pragma once
#include <string>
#include <string_view>

#include "optics/module.h"

namespace pktgen {

/// A module as one JSON object, schema pktgen.module/1 (docs/module.md): keys in a fixed order, units at the
/// end of their names, figures that don't exist as null beside the reason, a newline at the end. `source` is
/// where its bytes came from.
std::string json_of(const Module& module, std::string_view source);

}  // namespace pktgen
