#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "bind/port_before.h"

namespace pktgen {

/// One JSON object, `pktgen.bound/1`.
std::string json_of(const PortBefore& before);

/// Nothing for a text that `json_of` didn't write.
std::optional<PortBefore> read_record(std::string_view text);

}  // namespace pktgen
